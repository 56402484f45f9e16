/** Postponed rows, of which there may be a thousand: entries of the audit, for example. */
export const sentPerTurn = 50;
/** Characters of such rows, unless one alone has more: to store the words of so many takes some milliseconds. */
const charactersPerTurn = 32_768;

function charactersOf(params: object): number {
  let count = 0;
  for (const value of Object.values(params)) if (typeof value === 'string') count += value.length;
  return count;
}

/** Parts of which each is sent in one turn. */
export function* inParts(rows: readonly object[]): Generator<readonly object[]> {
  let part: object[] = [];
  let characters = 0;
  for (const params of rows) {
    const added = charactersOf(params);
    const isFull = part.length === sentPerTurn || characters + added > charactersPerTurn;
    if (isFull && part.length > 0) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(params);
    characters += added;
  }
  if (part.length > 0) yield part;
}
