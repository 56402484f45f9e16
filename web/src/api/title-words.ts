/** A condition of NXQL. Documents without a title are shown by their names. */
export const hasWords = '(dc:title ILIKE ? OR ecm:name ILIKE ?)';

/** What the condition needs to find titles with the words anywhere. */
export function wordsParams(words: string): string[] {
  const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return [pattern, pattern];
}
