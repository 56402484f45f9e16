import { textFormatOf } from '../../content/text-extraction/formats.ts';
import { collectBlobs } from '../../model/property-access.ts';
import type { BlobValue, Properties } from '../../model/value.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { SqlBuilder } from '../../storage/statement.ts';

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
 * the content later and completes the words of all documents that have it.
 */
export async function takeFileTexts(
  handle: WriteHandle,
  blobs: readonly BlobValue[],
): Promise<FileTexts> {
  const byKey = new Map(blobs.map((blob) => [blob.key, blob]));
  const keys = [...byKey.keys()];
  const texts = new Map<string, string>();
  for (let start = 0; start < keys.length; start += keysPerStatement) {
    const some = keys.slice(start, start + keysPerStatement);
    const rows = await handle.all(
      handle.builder
        .selectFrom('blob_text')
        .select(['blob_key', 'text'])
        .where('blob_key', 'in', some),
    );
    for (const { blob_key: key, text } of rows) {
      byKey.delete(key);
      if (text !== null) texts.set(key, text);
    }
  }
  await askForTexts(handle, [...byKey.values()]);
  return texts;
}

async function askForTexts(handle: WriteHandle, blobs: readonly BlobValue[]): Promise<void> {
  if (blobs.length === 0) return;
  for (let start = 0; start < blobs.length; start += keysPerStatement) {
    const rows = blobs.slice(start, start + keysPerStatement).map((blob) => ({
      blob_key: blob.key,
      state: 'waiting',
      mime_type: blob.mimeType,
      name: blob.name,
      attempts: 0,
    }));
    await handle.run(
      handle.builder
        .insertInto('blob_text')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
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
