import { sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import { slicesOf } from '../../base/slices.ts';
import { textFormatOf } from '../../content/text-extraction/formats.ts';
import { collectBlobs } from '../../model/property-access.ts';
import type { BlobValue, Properties } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { FileTexts, TakenTexts } from '../unit/known-rows.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import { textLengthMax } from './index-entry.ts';
import { isIndexedKey } from './indexed-text.ts';

/** Keys in one statement; below the limits of parameters of both engines. */
const keysPerStatement = 1_000;

/** The blobs of a document whose text can be read, each content once, the main one first. */
export function readableBlobs(properties: Properties): readonly BlobValue[] {
  const byKey = new Map<string, BlobValue>();
  for (const { xpath, blob } of collectBlobs(properties)) {
    const [key = ''] = xpath.split('/', 1);
    if (!isIndexedKey(key) || byKey.has(blob.key)) continue;
    if (textFormatOf(blob) !== undefined) byKey.set(blob.key, blob);
  }
  return [...byKey.values()];
}

/** Bytes of texts that one statement reads. */
const bytesPerStatement = 4 * 1024 * 1024;

/**
 * The texts of the blobs that are already extracted. The others are requested: a job extracts them
 * later and completes the words of all documents that have the content. The rows stay locked, so
 * that the job either finds the documents of this unit or this unit finds the text.
 */
export async function takeFileTexts(
  handle: WriteHandle,
  blobs: readonly BlobValue[],
): Promise<TakenTexts> {
  const byKey = new Map(blobs.map((blob) => [blob.key, blob]));
  const texts = new Map<string, string>();
  const tooLong = new Set<string>();
  for (const some of slicesOf([...byKey.values()], keysPerStatement)) {
    let rows = await readTexts(handle, some);
    if (rows.length < some.length) {
      await requestTexts(handle, some);
      // Other units may have requested them at the same time, and the job may be done already.
      if (handle.dialect.hasRowLocks) rows = await readTexts(handle, some);
    }
    for (const { blob_key: key, text, bytes } of rows) {
      if (text !== null) texts.set(key, text);
      else if (bytes !== null) tooLong.add(key);
    }
  }
  return { texts, tooLong };
}

interface TextRow {
  readonly blob_key: string;
  readonly bytes: number | null;
  readonly text: string | null;
}

function readTexts(handle: WriteHandle, blobs: readonly BlobValue[]): Promise<TextRow[]> {
  const keys = blobs.map(({ key }) => key);
  const bytesMax = Math.min(
    limits.indexedAtOnceBytesMax,
    Math.floor(bytesPerStatement / keys.length),
  );
  const query = handle.builder
    .selectFrom('blob_text')
    .select('blob_key')
    .select([
      sql<number | null>`octet_length(text)`.as('bytes'),
      sql<string | null>`case when octet_length(text) <= ${sql.lit(bytesMax)} then text end`.as(
        'text',
      ),
    ])
    .where('blob_key', 'in', keys)
    .orderBy('blob_key');
  return handle.all(handle.dialect.locking(query, 'share'));
}

/** Bytes of texts of files beyond which nothing more of a document is indexed. */
const indexedBytesMax = 3 * textLengthMax;

/** The extracted texts of the first files of documents, as much as is indexed of one document. */
export async function findFileTexts(
  handle: ReadHandle,
  documents: readonly { readonly properties: Properties }[],
): Promise<FileTexts> {
  const blobs = documents.flatMap(({ properties }) => readableBlobs(properties));
  const keys = [...new Set(blobs.map(({ key }) => key))];
  const texts = new Map<string, string>();
  const wanted = await indexedKeys(handle, keys);
  for (const some of slicesOf(wanted, keysPerStatement)) {
    const rows = await handle.all(
      handle.builder
        .selectFrom('blob_text')
        .select(['blob_key', 'text'])
        .where('blob_key', 'in', some),
    );
    for (const { blob_key: key, text } of rows) if (text !== null) texts.set(key, text);
  }
  return texts;
}

/** The first keys with texts, up to the bound of what is indexed of one document. */
async function indexedKeys(handle: ReadHandle, keys: readonly string[]): Promise<string[]> {
  const indexed: string[] = [];
  let bytesLeft = indexedBytesMax;
  for (const some of slicesOf(keys, keysPerStatement)) {
    if (bytesLeft <= 0) break;
    const rows = await handle.all(
      handle.builder
        .selectFrom('blob_text')
        .select(['blob_key', sql<number>`octet_length(text)`.as('bytes')])
        .where('text', 'is not', null)
        .where('blob_key', 'in', some),
    );
    const sizes = new Map(rows.map(({ blob_key: key, bytes }) => [key, bytes]));
    for (const key of some) {
      if (bytesLeft > 0 && sizes.has(key)) indexed.push(key);
      bytesLeft -= sizes.get(key) ?? 0;
    }
  }
  return indexed;
}

/** Requests the texts of the blobs again, also those that are known. */
export function renewTexts(handle: WriteHandle, blobs: readonly BlobValue[]): Promise<void> {
  return requestAgain(handle, blobs, ['done', 'failed']);
}

/** Requests the texts that could not be read, and those that were never requested. */
export function requestMissingTexts(
  handle: WriteHandle,
  blobs: readonly BlobValue[],
): Promise<void> {
  return requestAgain(handle, blobs, ['failed']);
}

async function requestAgain(
  handle: WriteHandle,
  blobs: readonly BlobValue[],
  states: readonly string[],
): Promise<void> {
  const byKey = new Map(blobs.map((blob) => [blob.key, blob]));
  const sorted = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const some of slicesOf(sorted, keysPerStatement)) {
    const keys = some.map(({ key }) => key);
    await handle.run(
      handle.builder
        .updateTable('blob_text')
        .set({ state: 'waiting', attempts: 0, failure: null, failed_at: null })
        .where('blob_key', 'in', keys)
        .where('state', 'in', states),
    );
    await requestTexts(handle, some);
  }
}

/** In the order of the keys, as otherwise two units could deadlock. */
async function requestTexts(handle: WriteHandle, blobs: readonly BlobValue[]): Promise<void> {
  const rows = blobs
    .map((blob) => ({
      blob_key: blob.key,
      state: 'waiting',
      mime_type: blob.mimeType,
      name: blob.name,
      encoding: blob.encoding,
      attempts: 0,
    }))
    .sort((a, b) => (a.blob_key < b.blob_key ? -1 : 1));
  await handle.run(
    handle.builder
      .insertInto('blob_text')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  );
  announceWaitingTexts(handle);
}

/** Wakes the jobs that complete the words of documents, once the unit is durable. */
export function announceWaitingTexts(handle: WriteHandle): void {
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
}
