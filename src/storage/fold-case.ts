/**
 * Lower case, one character for one: Unicode's simple mapping. In statements it is the function
 * `cartulary_fold`, on PostgreSQL as that of migration 49.
 */
export function foldCase(text: string): string {
  if (/^[\p{ASCII}]*$/u.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

/** İ, the only letter whose lower case has two characters, maps to the first of them. */
function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return String.fromCodePoint(lower.codePointAt(0) ?? 0);
}
