import type { FulltextIndex } from './fulltext-index.ts';
import type { FulltextGroup, FulltextQuery, FulltextTerm } from './query-syntax.ts';
import { stem } from './words.ts';

/**
 * The query in the language of FTS5. Every word is quoted and consists of letters and digits, so
 * none is read as an operator.
 */
export function sqliteMatch({ groups }: FulltextQuery, index: FulltextIndex): string {
  const text = groups.map(groupText).join(' OR ');
  return index === 'default' ? text : `{${index}} : (${text})`;
}

function groupText({ required, excluded }: FulltextGroup): string {
  const all = `(${required.map(termText).join(' AND ')})`;
  if (excluded.length === 0) return all;
  return `(${all} NOT (${excluded.map(termText).join(' OR ')}))`;
}

function termText({ words, isPrefix }: FulltextTerm): string {
  const phrase = `"${words.join(' ')}"`;
  if (!isPrefix) return phrase;
  const [only = ''] = words;
  const stemmed = stem(only);
  // Words are stored without a plural s, with which a prefix may end.
  if (words.length === 1 && stemmed !== only) return `(${phrase} * OR "${stemmed}")`;
  return `${phrase} *`;
}
