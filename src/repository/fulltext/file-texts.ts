import { textFormatOf } from '../../content/text-extraction/formats.ts';
import { collectBlobs } from '../../model/property-access.ts';
import type { BlobValue, Properties } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { SqlBuilder } from '../../storage/statement.ts';
import type { BlobTextTable } from '../../storage/tables.ts';

/** Of one statement; below the limits of parameters of both engines. */
const keysPerStatement = 1_000;

/** The blobs of a document whose text can be read, each content once, the main one first. */
export function readableBlobs(properties: Properties): readonly BlobValue[] {
  const byKey = new Map<string, BlobValue>();
  for (const { blob } of collectBlobs(properties)) {
    if (!byKey.has(blob.key) && textFormatOf(blob) !== undefined) byKey.set(blob.key, blob);
  }
  return [...byKey.values()];
}

/** Content → its text, where that is known. */
export type FileTexts = ReadonlyMap<string, string>;

/**
 * The texts of the blobs as far as they are known. The others are asked for: a job takes them out of
 * the content later and completes the words of all documents that have it. The rows stay locked, so
 * that the job either finds the documents of this unit or this unit finds the text.
 */
export async function takeFileTexts(
  handle: WriteHandle,
  blobs: readonly BlobValue[],
): Promise<FileTexts> {
  const byKey = new Map(blobs.map((blob) => [blob.key, blob]));
  const texts = new Map<string, string>();
  for (let start = 0; start < byKey.size; start += keysPerStatement) {
    const some = [...byKey.values()].slice(start, start + keysPerStatement);
    let rows = await readTexts(handle, some);
    if (rows.length < some.length) {
      await askForTexts(handle, some);
      // Others may have asked for them at the same time, and the job may be done already.
      if (handle.engine === 'postgres') rows = await readTexts(handle, some);
    }
    for (const { blob_key: key, text } of rows) if (text !== null) texts.set(key, text);
  }
  return texts;
}

function readTexts(
  handle: WriteHandle,
  blobs: readonly BlobValue[],
): Promise<Pick<BlobTextTable, 'blob_key' | 'text'>[]> {
  const keys = blobs.map(({ key }) => key);
  const query = handle.builder
    .selectFrom('blob_text')
    .select(['blob_key', 'text'])
    .where('blob_key', 'in', keys)
    .orderBy('blob_key');
  return handle.all(handle.engine === 'sqlite' ? query : query.forShare());
}

/** The known texts of the files of documents, with one query for a page of them: for highlighting. */
export async function findFileTexts(
  handle: ReadHandle,
  documents: readonly { readonly properties: Properties }[],
): Promise<FileTexts> {
  const blobs = documents.flatMap(({ properties }) => readableBlobs(properties));
  const keys = [...new Set(blobs.map(({ key }) => key))];
  const texts = new Map<string, string>();
  for (let start = 0; start < keys.length; start += keysPerStatement) {
    const rows = await handle.all(
      handle.builder
        .selectFrom('blob_text')
        .select(['blob_key', 'text'])
        .where('blob_key', 'in', keys.slice(start, start + keysPerStatement)),
    );
    for (const { blob_key: key, text } of rows) if (text !== null) texts.set(key, text);
  }
  return texts;
}

/** In the order of the keys, or two units could wait for each other. */
async function askForTexts(handle: WriteHandle, blobs: readonly BlobValue[]): Promise<void> {
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

/** A store has one builder, which every one of its handles carries: it tells stores apart. */
const listeners = new WeakMap<SqlBuilder, Set<() => void>>();

/** Told once texts are asked for, when that is durable. Calling the answer ends it. */
export function listenForWaitingTexts(builder: SqlBuilder, listener: () => void): () => void {
  const known = listeners.get(builder) ?? new Set();
  listeners.set(builder, known.add(listener));
  return () => {
    known.delete(listener);
  };
}

function announceWaitingTexts(handle: WriteHandle): void {
  const { builder } = handle;
  handle.afterCommit(() => {
    for (const tell of listeners.get(builder) ?? []) tell();
  });
}
