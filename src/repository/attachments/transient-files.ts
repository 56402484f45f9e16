import { type BatchId, isUuid } from '../../base/ids.ts';
import type { StoredChunk } from '../../blobs/chunk-store.ts';
import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { UploadChunkTable, UploadFileTable } from '../../storage/upload-tables.ts';
import { registerBlob, type StoredContent } from './blobs.ts';
import { type BatchCaller, batchLifeMs, touchBatch } from './upload-batches.ts';
import { listChunks } from './upload-files.ts';

/**
 * A file that the server makes for one user, in parts, and that is downloaded once. It is kept as an
 * upload batch of that user with one file: what is not fetched expires like uploads, and its parts
 * survive a restart.
 */
interface TransientFile {
  /** A random id, which is also its address. */
  readonly key: string;
  readonly username: string;
}

const fileIndex = 0;

/** More than there can be: the file is whole when it has its content, and never by its parts. */
const partsMax = 2_147_483_647;

type NewRow = Omit<UploadFileTable, 'batch_id'>;

const newFile: NewRow = {
  file_index: fileIndex,
  name: null,
  mime_type: null,
  size: 0,
  upload_type: 'chunked',
  chunk_count: partsMax,
  blob_key: null,
};

const insertPart = defineStatement<UploadChunkTable, unknown>((b, p) =>
  b.insertInto('upload_chunk').values({
    batch_id: p.batch_id,
    file_index: p.file_index,
    chunk_index: p.chunk_index,
    size: p.size,
    staged_name: p.staged_name,
  }),
);

/** The batch with its parts, for the store of chunks. */
export function batchOfTransientFile(key: string): BatchId {
  return `batchId-${key}` as BatchId;
}

/** Begins the file unless it was begun already. */
export async function beginTransientFile(
  handle: WriteHandle,
  { key, username }: TransientFile,
  nowMs: number,
): Promise<void> {
  const id = batchOfTransientFile(key);
  const batch = { id, username, provider: 'default', created_at: nowMs, used_at: nowMs };
  await handle.run(
    handle.builder
      .insertInto('upload_batch')
      .values(batch)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: nowMs })),
  );
  await handle.run(
    handle.builder
      .insertInto('upload_file')
      .values({ batch_id: id, ...newFile })
      .onConflict((conflict) => conflict.columns(['batch_id', 'file_index']).doNothing()),
  );
}

/** Adds a part behind those that are there. @throws AppError batch.not-found */
export async function addTransientPart(
  handle: WriteHandle,
  key: string,
  { part, nowMs }: { readonly part: StoredChunk; readonly nowMs: number },
): Promise<void> {
  const batchId = batchOfTransientFile(key);
  // Locks the batch: parts are added one after the other.
  await touchBatch(handle, batchId, nowMs);
  const last = await handle.first(
    handle.builder
      .selectFrom('upload_chunk')
      .select((e) => e.fn.max('chunk_index').as('last'))
      .where('batch_id', '=', batchId),
  );
  const index = last?.last === null || last === undefined ? 0 : Number(last.last) + 1;
  await handle.execute(insertPart, {
    batch_id: batchId,
    file_index: fileIndex,
    chunk_index: index,
    size: part.sizeBytes,
    staged_name: part.name,
  });
}

/** The names of the parts in their order. */
export async function listTransientParts(
  handle: ReadHandle,
  key: string,
): Promise<readonly string[]> {
  const rows = await listChunks(handle, batchOfTransientFile(key), fileIndex);
  return rows.map((row) => row.staged_name);
}

interface FinishedFile {
  readonly name: string;
  readonly mimeType: string;
  /** Committed to the blob store; see `commitStaged`. */
  readonly content: StoredContent;
}

/** Makes the file available. Its parts are removed with it. */
export async function completeTransientFile(
  handle: WriteHandle,
  key: string,
  { file, nowMs }: { readonly file: FinishedFile; readonly nowMs: number },
): Promise<void> {
  const batchId = batchOfTransientFile(key);
  await touchBatch(handle, batchId, nowMs);
  await registerBlob(handle, file.content, nowMs);
  await handle.run(
    handle.builder
      .updateTable('upload_file')
      .set({
        name: file.name,
        mime_type: file.mimeType,
        size: file.content.sizeBytes,
        blob_key: file.content.key,
      })
      .where('batch_id', '=', batchId)
      .where('file_index', '=', fileIndex),
  );
}

/** The file, whose content is null while it is being made. */
interface FoundTransientFile {
  readonly blob: BlobValue | null;
}

/** Undefined also when it is another user's or has expired. */
export async function findTransientFile(
  handle: ReadHandle,
  key: string,
  { principal, nowMs }: BatchCaller,
): Promise<FoundTransientFile | undefined> {
  if (!isUuid(key)) return undefined;
  const row = await handle.first(
    handle.builder
      .selectFrom('upload_batch')
      .innerJoin('upload_file', 'upload_file.batch_id', 'upload_batch.id')
      .leftJoin('blob', 'blob.key', 'upload_file.blob_key')
      .select(['blob.key', 'blob.size', 'blob.digest', 'blob.digest_algorithm'])
      .select(['upload_file.name', 'upload_file.mime_type'])
      .where('upload_batch.id', '=', batchOfTransientFile(key))
      .where('upload_batch.username', '=', principal.username)
      .where('upload_batch.used_at', '>', nowMs - batchLifeMs)
      .where('upload_file.file_index', '=', fileIndex),
  );
  if (!row) return undefined;
  const { key: blobKey, size, digest, digest_algorithm: digestAlgorithm, name } = row;
  if (blobKey === null || size === null || digest === null || digestAlgorithm === null) {
    return { blob: null };
  }
  const naming = { name, mimeType: row.mime_type, encoding: null };
  return { blob: { key: blobKey, ...naming, digest, digestAlgorithm, length: size } };
}

/** False when another request has taken it first. The content stays until the next collection. */
export async function removeTransientFile(handle: WriteHandle, key: string): Promise<boolean> {
  const id = batchOfTransientFile(key);
  const removed = await handle.run(handle.builder.deleteFrom('upload_batch').where('id', '=', id));
  return removed === 1;
}
