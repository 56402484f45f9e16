/**
 * Runs `work` for every item with at most `parallelMax` at a time and returns the results in the
 * order of the items. After a failure no further item is started; running ones are awaited.
 */
export async function inParallel<T, Result>(
  items: readonly T[],
  parallelMax: number,
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (next < items.length && failure === undefined) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as T);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallelMax, items.length) }, worker));
  if (failure !== undefined) throw (failure as { readonly error: unknown }).error;
  return results;
}
