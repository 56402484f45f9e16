import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FulltextIndex } from './fulltext-index.ts';
import type { FulltextGroup, FulltextQuery, FulltextTerm } from './query-syntax.ts';
import { stem } from './words.ts';

const weights: Readonly<Record<FulltextIndex, string>> = {
  default: '',
  title: 'A',
  description: 'B',
};

/** The condition on a row of `document_fulltext`. The query must have a group. */
export function postgresMatch(
  { groups }: FulltextQuery,
  index: FulltextIndex,
): RawBuilder<SqlBool> {
  const alternatives = groups.map((group) => groupCondition(group, index));
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

/** The words of all groups, for the score. */
export function postgresScoreQuery({ groups }: FulltextQuery, index: FulltextIndex): string {
  const terms = groups.flatMap(({ required }) => required);
  return terms.map((term) => `(${allWords(term, index)})`).join(' | ');
}

/**
 * The index finds the words; positions are checked in its results, for long texts in the text
 * itself.
 */
function groupCondition(
  { required, excluded }: FulltextGroup,
  index: FulltextIndex,
): RawBuilder<SqlBool> {
  const words = [
    ...required.map((term) => `(${allWords(term, index)})`),
    ...excluded.filter(isWord).map((term) => `!(${allWords(term, index)})`),
  ];
  const conditions = [
    sql<SqlBool>`words @@ ${words.join(' & ')}::tsquery`,
    ...required.filter(isPhrase).map((term) => phraseCondition(term, index)),
    ...excluded.filter(isPhrase).map((term) => sql`not ${phraseCondition(term, index)}`),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function isWord({ words }: FulltextTerm): boolean {
  return words.length === 1;
}

function isPhrase(term: FulltextTerm): boolean {
  return !isWord(term);
}

function phraseCondition(term: FulltextTerm, index: FulltextIndex): RawBuilder<SqlBool> {
  const exact = sql<SqlBool>`words @@ ${wordsOfTerm(term, index).join(' <-> ')}::tsquery`;
  if (index !== 'default') return sql<SqlBool>`(${exact})`;
  // Words are letters and digits, so none of them is a wildcard.
  const pattern = `% ${term.words.join(' ')}${term.isPrefix ? '' : ' '}%`;
  return sql<SqlBool>`(${exact} or coalesce(long_text, '') like ${pattern})`;
}

function allWords(term: FulltextTerm, index: FulltextIndex): string {
  return wordsOfTerm(term, index).join(' & ');
}

/** Every word is quoted and consists of letters and digits. */
function wordsOfTerm({ words, isPrefix }: FulltextTerm, index: FulltextIndex): string[] {
  const weight = weights[index];
  const last = words.length - 1;
  return words.map((word, at) => {
    if (!isPrefix || at !== last) return `'${word}'${weight && `:${weight}`}`;
    const stemmed = stem(word);
    const beginning = `'${word}':*${weight}`;
    // Words are stored without a plural s, with which a prefix may end.
    if (last > 0 || stemmed === word) return beginning;
    return `(${beginning} | '${stemmed}'${weight && `:${weight}`})`;
  });
}
