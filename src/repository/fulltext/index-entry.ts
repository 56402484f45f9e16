import { hash } from 'node:crypto';
import { limits } from '../../base/limits.ts';
import type { EngineName } from '../../storage/sql-dialect.ts';
import { versionedDigest } from './analysis-version.ts';
import { descriptionKey, type IndexedText, titleKey, visibleText } from './indexed-text.ts';
import { wordsOf } from './words.ts';

/** The words of a document, each part in the order of its text. */
export interface IndexedWords {
  readonly title: readonly string[];
  readonly description: readonly string[];
  /** Of all other properties. */
  readonly other: readonly string[];
  /** In its files. */
  readonly files: readonly string[];
}

/** PostgreSQL limits a `tsvector` to 1 MB with its positions; used for both engines. */
const distinctBytesMax = 700_000;
/**
 * Characters of properties that are indexed, and the same number of files. The words of a document are
 * stored by one statement, on SQLite within the event loop: a million characters take about 50 ms.
 */
export const textLengthMax = 1_000_000;

/** The words of the texts, as many as an entry can hold: later ones cannot be found. */
export function indexedWords(
  texts: readonly IndexedText[],
  fileTexts: readonly string[] = [],
): IndexedWords {
  const title: string[] = [];
  const description: string[] = [];
  const other: string[] = [];
  const partOf: Readonly<Record<string, string[]>> = {
    [titleKey]: title,
    [descriptionKey]: description,
  };
  const budget = { words: limits.indexedWordsMax, characters: textLengthMax };
  for (const each of texts) append(partOf[each.key] ?? other, each, budget);
  const files: string[] = [];
  const fileBudget = { words: budget.words, characters: textLengthMax };
  for (const text of fileTexts) append(files, { key: '', text }, fileBudget);
  return bounded({ title, description, other, files });
}

/** The remaining room of an entry. */
interface Budget {
  words: number;
  characters: number;
}

function append(words: string[], source: IndexedText, budget: Budget): void {
  if (budget.words <= 0 || budget.characters <= 0) return;
  const text = visibleText(source, budget.characters);
  budget.characters -= text.length;
  const found = wordsOf(text, budget.words);
  budget.words -= found.length;
  for (const word of found) words.push(word);
}

/** Counts only for the few documents that may have too many words. */
function bounded(words: IndexedWords): IndexedWords {
  const parts = [words.title, words.description, words.other, words.files];
  const countMax = distinctBytesMax / (bytesOfWordMax + entryBytes);
  if (parts.reduce((count, part) => count + part.length, 0) <= countMax) return words;
  const seen = new Set<string>();
  let bytes = 0;
  const fits = (word: string): boolean => {
    if (seen.has(word)) return true;
    bytes += Buffer.byteLength(word) + entryBytes;
    if (bytes > distinctBytesMax) return false;
    seen.add(word);
    return true;
  };
  const beginning = (part: readonly string[]): readonly string[] => {
    const end = part.findIndex((word) => !fits(word));
    return end === -1 ? part : part.slice(0, end);
  };
  const [title, description, other, files] = parts.map(beginning);
  return {
    title: title ?? [],
    description: description ?? [],
    other: other ?? [],
    files: files ?? [],
  };
}

const bytesOfWordMax = 192;
/** Overhead of PostgreSQL for each distinct word. */
const entryBytes = 12;

/** Equal if and only if the words are equal, and the present analysis gave them. */
export function digestOf(words: IndexedWords): string {
  return digestOfParts(joinedParts(words));
}

/** The words of each part as a text. */
type JoinedParts = Readonly<Record<keyof IndexedWords, string>>;

function joinedParts({ title, description, other, files }: IndexedWords): JoinedParts {
  return {
    title: title.join(' '),
    description: description.join(' '),
    other: other.join(' '),
    files: files.join(' '),
  };
}

function digestOfParts({ title, description, other, files }: JoinedParts): string {
  const text = `${title}\n${description}\n${other}\n${files}`;
  return versionedDigest(hash('sha256', text, 'base64url').slice(0, 22));
}

export interface SqliteEntry {
  readonly document_id: string;
  readonly digest: string;
  readonly title: string;
  readonly description: string;
  readonly other: string;
  readonly files: string;
}

export interface PostgresEntry {
  readonly document_id: string;
  readonly digest: string;
  /** A `tsvector` as text. Words are letters and digits, so there is nothing to escape. */
  readonly words: string;
  readonly long_text: string | null;
}

/** The stored words of a document: the index of each engine has its own columns. */
export type FulltextEntry =
  | { readonly engine: 'sqlite'; readonly row: SqliteEntry }
  | { readonly engine: 'postgres'; readonly row: PostgresEntry };

export function fulltextEntry(
  engine: EngineName,
  id: string,
  words: IndexedWords,
  knownDigest?: string,
): FulltextEntry {
  const parts = joinedParts(words);
  const digest = knownDigest ?? digestOfParts(parts);
  return engine === 'sqlite'
    ? { engine, row: { document_id: id, digest, ...parts } }
    : { engine, row: { ...postgresEntry(id, words), digest } };
}

/** PostgreSQL keeps positions up to this one, and this many of a word. */
const positionMax = 16_000;
const positionsPerWordMax = 255;

/** Separates parts and is not a word: phrases do not cross parts. */
const partSeparator = ' | ';

/**
 * The weights A to D identify the parts. The positions in a `tsvector` are bounded: for longer
 * texts the words are also stored as text, where phrases are searched.
 */
function postgresEntry(id: string, words: IndexedWords): Omit<PostgresEntry, 'digest'> {
  const positions = new Map<string, string[]>();
  let at = 0;
  let isExact = true;
  const add = (part: readonly string[], weight: string): void => {
    for (const word of part) {
      at += 1;
      const known = positions.get(word);
      const position = `${Math.min(at, positionMax)}${weight}`;
      if (!known) positions.set(word, [position]);
      else if (known.length < positionsPerWordMax && at <= positionMax) known.push(position);
      else isExact = false;
    }
    at += 1;
  };
  add(words.title, 'A');
  add(words.description, 'B');
  add(words.other, 'C');
  add(words.files, '');
  const vector = [...positions].map(([word, places]) => `${word}:${places.join()}`).join(' ');
  const longText = isExact && at <= positionMax ? null : longTextOf(words);
  return { document_id: id, words: vector, long_text: longText };
}

function longTextOf({ title, description, other, files }: IndexedWords): string {
  const parts = [title, description, other, files].map((part) => part.join(' '));
  return ` ${parts.join(partSeparator)} `;
}
