interface Collapsed<T> {
  readonly first: readonly T[];
  readonly hidden: readonly T[];
  readonly last: readonly T[];
}

/** Long paths are hidden in their middle: the top and the closest folders say most. */
export function collapsedPath<T>(path: readonly T[], shownMax: number): Collapsed<T> {
  if (path.length <= shownMax) return { first: [], hidden: [], last: path };
  const firstCount = shownMax > 1 ? 1 : 0;
  const lastFrom = path.length - (shownMax - firstCount);
  return {
    first: path.slice(0, firstCount),
    hidden: path.slice(firstCount, lastFrom),
    last: path.slice(lastFrom),
  };
}
