const max = 20;

function storageKey(user: string): string {
  return `cartulary.queries.${user}`;
}

/** The last queries of a user in this browser, the last one first. */
export function recentQueries(user: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((each): each is string => typeof each === 'string').slice(0, max)
      : [];
  } catch {
    return [];
  }
}

export function rememberQuery(user: string, query: string): void {
  const others = recentQueries(user).filter((each) => each !== query);
  try {
    localStorage.setItem(storageKey(user), JSON.stringify([query, ...others].slice(0, max)));
  } catch {
    // The storage is full or not allowed: there is no history then.
  }
}
