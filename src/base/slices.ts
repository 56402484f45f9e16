/** The items in order, in slices of at most `size`, for statements with a bounded number of values. */
export function* slicesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
