import { fold } from './fold.ts';
import { stopWords } from './stop-words.ts';

/** A word in a text, in its indexed form, and its position. */
export interface LocatedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const lengthMin = 3;
const stopWordLengthMax = Math.max(...[...stopWords].map(({ length }) => length));
/** Longer words are cut: they are not typed in searches, and index entries have a maximum size. */
const lengthMax = 64;

// Scripts that are written without spaces between words, or searched without them.
const spaceless = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\uff9e\uff9f]&&[\p{L}\p{N}\p{M}]]`;
const pieces = new RegExp(`(${spaceless}+)|[[\\p{L}\\p{N}\\p{M}]--${spaceless}]+`, 'gv');
/** A character with its combining marks. */
const characters = /[\s\S][\p{M}\uff9e\uff9f]*/gu;
const signs = /[\p{M}\uff9e\uff9f]/u;
const asciiOnly = /^[\0-\x7f]*$/;
const asciiWords = /[a-z0-9]+/g;

/**
 * The words of a text as they are indexed: in lower case without accents, without short words and
 * stop words, without a plural s. Where words are not separated by spaces, pairs of characters.
 * Only the first `countMax`.
 */
export function wordsOf(text: string, countMax = Number.POSITIVE_INFINITY): string[] {
  const words: string[] = [];
  if (asciiOnly.test(text)) {
    for (const piece of text.toLowerCase().match(asciiWords) ?? []) addWord(words, piece);
  } else {
    for (const [piece, run] of text.normalize('NFC').matchAll(pieces)) {
      if (words.length >= countMax) break;
      if (run === undefined) addWord(words, fold(piece));
      else addPairs(words, run, countMax);
    }
  }
  if (words.length > countMax) words.length = countMax;
  return words;
}

/** As `wordsOf`, with the positions in `text`, which must be in the normal form NFC. */
export function* locateWords(text: string): Generator<LocatedWord> {
  for (const match of text.matchAll(pieces)) {
    const [piece, run] = match;
    const start = match.index;
    if (run !== undefined) {
      yield* locatePairs(run, start);
      continue;
    }
    const word = indexedWord(fold(piece));
    if (word !== undefined) yield { word, start, end: start + piece.length };
  }
}

export interface SearchedWords {
  readonly words: readonly string[];
  /** Any word that begins with the last one matches. */
  readonly isPrefix: boolean;
}

/**
 * The consecutive words to search. With `isPrefix` words that begin with the last one match; of a
 * run of characters without spaces any part matches.
 */
export function searchedWordsOf(text: string, isPrefix = false): SearchedWords {
  const found = [...text.normalize('NFC').matchAll(pieces)];
  const words: string[] = [];
  for (const [index, [piece, run]] of found.entries()) {
    const isLast = index === found.length - 1;
    if (run !== undefined) {
      const pairs = [...locatePairs(run, 0)].map(({ word }) => word);
      if (!isLast || pairs.length === 1) words.push(...pairs);
      else words.push(...pairs.slice(0, -1));
      if (isLast) return { words, isPrefix: pairs.length === 1 || isPrefix };
    } else if (isLast && isPrefix) {
      const prefix = cut(fold(piece));
      if (prefix !== '') return { words: [...words, prefix], isPrefix: true };
    } else addWord(words, fold(piece));
  }
  return { words, isPrefix: false };
}

function addWord(words: string[], folded: string): void {
  const word = indexedWord(folded);
  if (word !== undefined) words.push(word);
}

function indexedWord(folded: string): string | undefined {
  if (folded.length < lengthMin) return undefined;
  // Looking up a text computes its hash first, which costs more than all else here.
  if (folded.length <= stopWordLengthMax && stopWords.has(folded)) return undefined;
  return stem(cut(folded));
}

function cut(folded: string): string {
  return folded.length > lengthMax ? folded.slice(0, lengthMax).toWellFormed() : folded;
}

/** Without the s of a plural: `reports` is found by `report`, `class` stays. */
export function stem(word: string): string {
  const isPlural = word.length > lengthMin && word.endsWith('s') && !word.endsWith('ss');
  return isPlural ? word.slice(0, -1) : word;
}

/** As `locatePairs`, without the positions: a text of two million characters has as many pairs. */
function addPairs(words: string[], run: string, countMax: number): void {
  let previous: string | undefined;
  // Without combining marks each code point is a character, without a regular expression.
  for (const character of signs.test(run) ? charactersOf(run) : run) {
    const folded = foldCached(character);
    if (words.length >= countMax) return;
    if (previous !== undefined) words.push(previous + folded);
    previous = folded;
  }
  if (previous) words.push(previous);
}

function charactersOf(run: string): readonly string[] {
  return run.match(characters) ?? [];
}

const foldedCharacters = new Map<string, string>();
const foldedCharactersMax = 20_000;

/** Cached, as a text repeats a few hundred of the thousands of characters of such scripts. */
function foldCached(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = fold(character);
  if (foldedCharacters.size < foldedCharactersMax && character.length <= 4) {
    foldedCharacters.set(character, folded);
  }
  return folded;
}

/** Every pair of neighbours, and the last character alone, so that each character begins a word. */
function* locatePairs(run: string, offset: number): Generator<LocatedWord> {
  const found = [...run.matchAll(characters)].map((match) => ({
    folded: fold(match[0]),
    start: offset + match.index,
    end: offset + match.index + match[0].length,
  }));
  for (const [index, { folded, start, end }] of found.entries()) {
    const next = found[index + 1];
    if (next) yield { word: folded + next.folded, start, end: next.end };
    else if (folded !== '') yield { word: folded, start, end };
  }
}
