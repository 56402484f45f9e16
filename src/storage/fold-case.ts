/**
 * Lower case, one character for one: Unicode's simple mapping, as PostgreSQL's collation `pg_c_utf8`
 * has it. SQLite knows it as the function `cartulary_fold`.
 */
export function foldCase(text: string): string {
  if (/^[\p{ASCII}]*$/u.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

/** Of the one letter whose lower case is two characters, İ, the first is the simple mapping. */
function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return String.fromCodePoint(lower.codePointAt(0) ?? 0);
}
