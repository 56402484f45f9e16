import { AppError } from '../../base/errors/app-error.ts';
import { type SearchedWords, searchedWordsOf } from './words.ts';

/** Consecutive words; with `isPrefix` the last one is a prefix. */
export type FulltextTerm = SearchedWords;

/** All of the required terms and none of the excluded ones. */
export interface FulltextGroup {
  /** Never empty. */
  readonly required: readonly FulltextTerm[];
  readonly excluded: readonly FulltextTerm[];
}

/** Alternatives; without any nothing is found. */
export interface FulltextQuery {
  readonly groups: readonly FulltextGroup[];
}

/** More would only cost time of the store. */
const termsMax = 200;
const shownLengthMax = 100;

const space = /\s*/y;
const phrase = /([-+]?)"([^"]*)("?)/y;
const word = /\S+/y;

interface Item {
  readonly text: string;
  readonly isExcluded: boolean;
  readonly isPhrase: boolean;
}

/**
 * Parses user input: words and "phrases" that must all occur, `-` before those that must not, `OR`
 * between alternatives, `*` or `%` after a prefix.
 *
 * @throws AppError request.invalid, with what is wrong
 */
export function parseFulltextQuery(text: string): FulltextQuery {
  const refuse = (what: string): never => {
    const shown = text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
    throw new AppError('request.invalid', `Invalid fulltext query (${what}): ${shown}`);
  };
  const alternatives: Item[][] = [[]];
  let count = 0;
  for (const item of readItems(text, refuse)) {
    const group = alternatives.at(-1) ?? [];
    count += 1;
    if (count > termsMax) refuse(`more than ${termsMax} words`);
    if (!isOr(item)) group.push(item);
    else if (group.length > 0) alternatives.push([]);
    else refuse(alternatives.length === 1 ? 'standalone OR' : 'OR OR');
  }
  if (alternatives.length > 1 && alternatives.at(-1)?.length === 0) refuse('final OR');
  return { groups: alternatives.map(groupOf).filter(({ required }) => required.length > 0) };
}

function isOr({ text, isPhrase, isExcluded }: Item): boolean {
  return !isPhrase && !isExcluded && text.toUpperCase() === 'OR';
}

function* readItems(text: string, refuse: (what: string) => never): Generator<Item> {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at += match?.[0].length ?? 0;
    return match;
  };
  for (take(space); at < text.length; take(space)) {
    const quoted = take(phrase);
    if (quoted) {
      const [, sign, inside = '', end] = quoted;
      if (end === '') refuse('unterminated phrase');
      if (/\S/.test(text.charAt(at))) refuse('double quotes in word');
      yield { text: inside, isExcluded: sign === '-', isPhrase: true };
      continue;
    }
    const [bare = ''] = take(word) ?? [];
    if (bare === '-' || bare === '+') refuse(`standalone ${bare}`);
    if (bare.includes('"')) refuse('double quotes in word');
    const isSigned = bare.startsWith('-') || bare.startsWith('+');
    const isExcluded = bare.startsWith('-');
    yield { text: isSigned ? bare.slice(1) : bare, isExcluded, isPhrase: false };
  }
}

/** A word with a hyphen or another sign inside is a phrase; without any letter it is ignored. */
function groupOf(items: readonly Item[]): FulltextGroup {
  const required: FulltextTerm[] = [];
  const excluded: FulltextTerm[] = [];
  for (const { text, isExcluded, isPhrase } of items) {
    const term = searchedWordsOf(text, !isPhrase && /[*%]$/.test(text));
    if (term.words.length > 0) (isExcluded ? excluded : required).push(term);
  }
  return { required, excluded };
}
