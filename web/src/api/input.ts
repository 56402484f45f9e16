/** The input of an operation that works on one document, or on several of them together. */
export function inputOf(uids: readonly string[]): string {
  return uids.length === 1 ? String(uids[0]) : `docs:${uids.join(',')}`;
}
