import { hash } from 'node:crypto';
import { descriptionKey, type IndexedText, titleKey } from './indexed-text.ts';
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

/** PostgreSQL's own bound of a `tsvector` is 1 MB with its positions; both engines keep to it. */
const distinctBytesMax = 700_000;
/** Characters of properties that are looked at, and again of files. */
const textLengthMax = 2_000_000;

/** The words of the texts, as many as an entry can hold: what comes later cannot be found. */
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
  let left = textLengthMax;
  for (const { key, text } of texts) {
    if (left <= 0) break;
    append(partOf[key] ?? other, text.slice(0, left));
    left -= text.length;
  }
  const files: string[] = [];
  left = textLengthMax;
  for (const text of fileTexts) {
    if (left <= 0) break;
    append(files, text.slice(0, left));
    left -= text.length;
  }
  return bounded({ title, description, other, files });
}

function append(words: string[], text: string): void {
  for (const word of wordsOf(text)) words.push(word);
}

/** Few documents have so many words that they must be counted. */
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
/** What PostgreSQL adds to each distinct word. */
const entryBytes = 12;

/** Equal exactly for equal words. */
export function digestOf({ title, description, other, files }: IndexedWords): string {
  const text = [title, description, other, files].map((part) => part.join(' ')).join('\n');
  return hash('sha256', text, 'base64url').slice(0, 22);
}

export interface SqliteEntry {
  readonly document_id: string;
  readonly digest: string;
  readonly title: string;
  readonly description: string;
  readonly other: string;
  readonly files: string;
}

export function sqliteEntry(id: string, words: IndexedWords): SqliteEntry {
  return {
    document_id: id,
    digest: digestOf(words),
    title: words.title.join(' '),
    description: words.description.join(' '),
    other: words.other.join(' '),
    files: words.files.join(' '),
  };
}

export interface PostgresEntry {
  readonly document_id: string;
  readonly digest: string;
  /** A `tsvector` as text. Words are letters and digits, so there is nothing to escape. */
  readonly words: string;
  readonly long_text: string | null;
}

/** PostgreSQL keeps positions up to this one, and so many of a word. */
const positionMax = 16_000;
const positionsPerWordMax = 255;

/** Between two parts, and not a word: a phrase is within one part. */
const partSeparator = ' | ';

/**
 * The weights A to D tell the parts. A `tsvector` holds only so many positions: of a longer text the
 * words are kept as text too, which is where its phrases are looked for.
 */
export function postgresEntry(id: string, words: IndexedWords): PostgresEntry {
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
  return { document_id: id, digest: digestOf(words), words: vector, long_text: longText };
}

function longTextOf({ title, description, other, files }: IndexedWords): string {
  const parts = [title, description, other, files].map((part) => part.join(' '));
  return ` ${parts.join(partSeparator)} `;
}
