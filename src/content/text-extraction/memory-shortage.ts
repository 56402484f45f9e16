/** Whether an error means a shortage of memory and not a damaged file. */
export function isMemoryShort(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    code === 'ERR_MEMORY_ALLOCATION_FAILED' ||
    /allocation failed|invalid (?:array(?: buffer)?|string) length|out of memory/i.test(
      error.message,
    )
  );
}
