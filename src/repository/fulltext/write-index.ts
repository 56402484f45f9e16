import { limits } from '../../base/limits.ts';
import { slicesOf } from '../../base/slices.ts';
import { isLargeValue } from '../../base/stringify-in-turns.ts';
import { giveTurn } from '../../base/turns.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { FileTexts, TakenTexts } from '../unit/known-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { announceWaitingTexts, readableBlobs, takeFileTexts } from './file-texts.ts';
import {
  type FulltextEntry,
  fulltextEntry,
  type IndexedWords,
  indexedWords,
} from './index-entry.ts';
import {
  beginningsOf,
  type IndexedDocument,
  type IndexedText,
  indexedTexts,
  isIndexable,
  withReadTogether,
} from './indexed-text.ts';
import { insertEntries, postponeEntry } from './store-entry.ts';
import { markUnfinished, unfinishedDigest } from './unfinished-mark.ts';

const removeEntry = defineStatement<{ id: string }, unknown>((b, p) =>
  b.deleteFrom('document_fulltext').where('document_id', '=', p.id),
);

/**
 * Stores the words of a document in the unit that stores the document, or removes them when it is
 * not searchable. Of long texts the beginning is stored, and a job completes the words. Without
 * full text nothing is stored; `settleWords` repairs that when it is enabled again.
 */
export async function indexDocument(unit: WriteUnit, document: IndexedDocument): Promise<void> {
  if (!unit.hasFulltext) return;
  const key = `words of ${document.id}`;
  if (!isIndexable(document.shape)) {
    unit.handle.postpone(key, removeEntry, { id: document.id });
    return;
  }
  const taken = await fileTextsOf(unit, [document]);
  // Of long lists each text is examined.
  if (isLargeValue(document.properties)) await giveTurn();
  postponeEntry(unit.handle, key, entryOf(unit.handle, document, taken));
}

/**
 * As `indexDocument` for documents that are not changed: those with long texts keep their words
 * until the job stores the new ones.
 */
export async function refreshWords(unit: WriteUnit, document: IndexedDocument): Promise<void> {
  if (unit.hasFulltext && isIndexable(document.shape)) {
    const taken = await fileTextsOf(unit, [document]);
    if (hasLongTexts(document, indexedTexts(document), taken)) {
      announceWaitingTexts(unit.handle);
      if (await markUnfinished(unit.handle, document.id)) return;
    }
  }
  await indexDocument(unit, document);
}

function entryOf(handle: WriteHandle, document: IndexedDocument, taken: TakenTexts): FulltextEntry {
  const { engine } = handle.dialect;
  const texts = indexedTexts(document);
  if (!hasLongTexts(document, texts, taken)) {
    const words = indexedWords(texts, filesOf(document, taken.texts));
    return fulltextEntry(engine, document.id, words);
  }
  announceWaitingTexts(handle);
  const words = indexedWords(beginningsOf(texts, limits.indexedBeginningMax));
  return fulltextEntry(engine, document.id, words, unfinishedDigest());
}

function hasLongTexts(
  { properties }: IndexedDocument,
  texts: readonly IndexedText[],
  { texts: files, tooLong }: TakenTexts,
): boolean {
  const hasFiles = files.size > 0 || tooLong.size > 0;
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  // A character has three bytes at most.
  if (!hasFiles && length * 3 <= limits.indexedAtOnceBytesMax) return false;
  let bytes = 0;
  const add = (text: string): boolean => {
    // A text has at least as many bytes as characters.
    bytes += text.length > limits.indexedAtOnceBytesMax ? text.length : Buffer.byteLength(text);
    return bytes > limits.indexedAtOnceBytesMax;
  };
  return (
    texts.some(({ text }) => add(text)) ||
    readableBlobs(properties).some(({ key }) => tooLong.has(key) || add(files.get(key) ?? ''))
  );
}

/** As `indexDocument` where a document was saved, if that changed any of its texts. */
export async function indexChange(
  unit: WriteUnit,
  { before, after }: { before: Document; after: Document },
): Promise<void> {
  if (after.proxyTarget || !unit.hasFulltext || hasSameWords(before, after)) return;
  if (!isIndexable(before.shape) && !isIndexable(after.shape)) return;
  await indexDocument(unit, after);
}

function hasSameWords(before: Document, after: Document): boolean {
  const isSameShape = before.shape === after.shape;
  if (isSameShape && before.properties === after.properties) return true;
  if (!isSameShape && isIndexable(before.shape) !== isIndexable(after.shape)) return false;
  // Most values are the same ones: long lists need not be compared.
  const keys = isSameShape ? differingKeys(before.properties, after.properties) : undefined;
  const old = sourceList(before, keys);
  const fresh = sourceList(after, keys);
  return old.length === fresh.length && old.every((text, index) => text === fresh[index]);
}

/** Equal if the document has the same texts and files in those properties; in all without keys. */
function sourceList({ shape, properties }: Document, keys?: readonly string[]) {
  const list: (string | true | undefined)[] = [];
  for (const { key, text, isHtml } of indexedTexts({ shape, properties }, keys)) {
    list.push(key, text, isHtml);
  }
  for (const { key } of readableBlobs(keys ? pick(properties, keys) : properties)) list.push(key);
  return list;
}

function differingKeys(before: Properties, after: Properties): readonly string[] {
  const keys = Object.keys(after).filter((key) => before[key] !== after[key]);
  for (const key in before) if (!(key in after)) keys.push(key);
  return withReadTogether(keys);
}

function pick(properties: Properties, keys: readonly string[]): Properties {
  const picked: Record<string, Properties[string]> = {};
  for (const key of keys) picked[key] = properties[key] ?? null;
  return picked;
}

/** Six parameters each at most; below the limits of both engines. */
const rowsPerInsert = 500;

/** As `indexDocument` for documents that are new, with few statements. */
export async function indexDocuments(
  unit: WriteUnit,
  documents: readonly IndexedDocument[],
): Promise<void> {
  if (!unit.hasFulltext) return;
  const indexable = documents.filter(({ shape }) => isIndexable(shape));
  for (const some of slicesOf(indexable, rowsPerInsert)) {
    const taken = await fileTextsOf(unit, some);
    await insertEntries(
      unit.handle,
      some.map((document) => entryOf(unit.handle, document, taken)),
    );
  }
}

function fileTextsOf(unit: WriteUnit, documents: readonly IndexedDocument[]): Promise<TakenTexts> {
  const blobs = documents.flatMap(({ properties }) => readableBlobs(properties));
  const keys = blobs.map(({ key }) => key);
  return unit.known.fileTextsOf(keys, () => takeFileTexts(unit, blobs));
}

/** The texts of which the words of a document are computed. */
export interface SourceTexts {
  readonly texts: readonly IndexedText[];
  /** In the order of the files. */
  readonly files: readonly string[];
}

export function sourcesOf(document: IndexedDocument, texts: FileTexts): SourceTexts {
  return { texts: indexedTexts(document), files: filesOf(document, texts) };
}

function filesOf({ properties }: IndexedDocument, texts: FileTexts): readonly string[] {
  if (texts.size === 0) return [];
  return readableBlobs(properties).flatMap(({ key }) => texts.get(key) ?? []);
}

/** The words of a document, given the texts of its files. */
export function wordsOfDocument(document: IndexedDocument, texts: FileTexts): IndexedWords {
  const sources = sourcesOf(document, texts);
  return indexedWords(sources.texts, sources.files);
}
