/** The items in their order, so many at a time, for statements that take no more. */
export function* slicesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
