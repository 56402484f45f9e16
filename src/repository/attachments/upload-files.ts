import { AppError } from '../../base/errors/app-error.ts';
import type { BatchId, BlobKey } from '../../base/ids.ts';
import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { BlobTable } from '../../storage/tables.ts';
import type { UploadChunkTable, UploadFileTable } from '../../storage/upload-tables.ts';
import { type BatchCaller, findBatch } from './upload-batches.ts';

type UploadType = 'normal' | 'chunked';

/** A file of a batch, whole or still arriving. */
export interface UploadedFile {
  readonly index: number;
  readonly name: string | null;
  readonly mimeType: string | null;
  /** Announced for chunked files, real for normal ones. */
  readonly sizeBytes: number;
  readonly type: UploadType;
  readonly chunkCount: number;
  /** Indexes of the chunks that have arrived, ascending. */
  readonly chunks: readonly number[];
  /** Null until the content is whole. */
  readonly blobKey: BlobKey | null;
}

const filesOfBatch = defineStatement<{ batchId: string }, UploadFileTable>((b, p) =>
  b.selectFrom('upload_file').selectAll().where('batch_id', '=', p.batchId).orderBy('file_index'),
);

const chunksOfBatch = defineStatement<{ batchId: string }, UploadChunkTable>((b, p) =>
  b.selectFrom('upload_chunk').selectAll().where('batch_id', '=', p.batchId).orderBy('chunk_index'),
);

const fileByIndex = defineStatement<{ batchId: string; index: number }, UploadFileTable>((b, p) =>
  b
    .selectFrom('upload_file')
    .selectAll()
    .where('batch_id', '=', p.batchId)
    .where('file_index', '=', p.index),
);

const chunksOfFile = defineStatement<{ batchId: string; index: number }, UploadChunkTable>((b, p) =>
  b
    .selectFrom('upload_chunk')
    .selectAll()
    .where('batch_id', '=', p.batchId)
    .where('file_index', '=', p.index)
    .orderBy('chunk_index'),
);

type BlobOfBatch = Pick<UploadFileTable, 'file_index' | 'name' | 'mime_type'> & {
  [Column in 'key' | 'size' | 'digest' | 'digest_algorithm']: BlobTable[Column] | null;
};

const blobsOfBatch = defineStatement<{ batchId: string }, BlobOfBatch>((b, p) =>
  b
    .selectFrom('upload_file')
    .leftJoin('blob', 'blob.key', 'upload_file.blob_key')
    .select(['blob.key', 'blob.size', 'blob.digest', 'blob.digest_algorithm'])
    .select(['upload_file.file_index', 'upload_file.name', 'upload_file.mime_type'])
    .where('batch_id', '=', p.batchId)
    .orderBy('file_index'),
);

type BlobOfFile = Pick<UploadFileTable, 'name' | 'mime_type'> & BlobTable;

const blobOfFile = defineStatement<{ batchId: string; index: number }, BlobOfFile>((b, p) =>
  b
    .selectFrom('upload_file')
    .innerJoin('blob', 'blob.key', 'upload_file.blob_key')
    .selectAll('blob')
    .select(['upload_file.name', 'upload_file.mime_type'])
    .where('batch_id', '=', p.batchId)
    .where('file_index', '=', p.index),
);

const insertFile = defineStatement<UploadFileTable, unknown>((b, p) =>
  b.insertInto('upload_file').values({
    batch_id: p.batch_id,
    file_index: p.file_index,
    name: p.name,
    mime_type: p.mime_type,
    size: p.size,
    upload_type: p.upload_type,
    chunk_count: p.chunk_count,
    blob_key: p.blob_key,
  }),
);

const deleteFile = defineStatement<{ batchId: string; index: number }, unknown>((b, p) =>
  b.deleteFrom('upload_file').where('batch_id', '=', p.batchId).where('file_index', '=', p.index),
);

const fileIndexMax = 2_147_483_647;

/** Undefined unless it has only digits and is small enough for its column. */
export function parseFileIndex(text: string): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const index = Number(text);
  return index <= fileIndexMax ? index : undefined;
}

/** In the order of their indexes. */
export async function listFiles(handle: ReadHandle, batchId: BatchId): Promise<UploadedFile[]> {
  const files = await handle.fetchAll(filesOfBatch, { batchId });
  const chunks = files.some((file) => file.upload_type === 'chunked')
    ? await handle.fetchAll(chunksOfBatch, { batchId })
    : [];
  const byFile = Map.groupBy(chunks, (chunk) => chunk.file_index);
  return files.map((file) => uploadedFile(file, byFile.get(file.file_index) ?? []));
}

export async function findFile(
  handle: ReadHandle,
  batchId: BatchId,
  index: number,
): Promise<UploadedFile | undefined> {
  const row = await handle.fetchFirst(fileByIndex, { batchId, index });
  if (!row) return undefined;
  const isChunked = row.upload_type === 'chunked';
  return uploadedFile(row, isChunked ? await listChunks(handle, batchId, index) : []);
}

function uploadedFile(row: UploadFileTable, chunks: readonly UploadChunkTable[]): UploadedFile {
  return {
    index: row.file_index,
    name: row.name,
    mimeType: row.mime_type,
    sizeBytes: row.size,
    type: row.upload_type as UploadType,
    chunkCount: row.chunk_count,
    chunks: chunks.map((chunk) => chunk.chunk_index),
    blobKey: row.blob_key as BlobKey | null,
  };
}

export function isWhole(file: UploadedFile): boolean {
  return file.blobKey !== null || file.chunks.length === file.chunkCount;
}

/** Rows of the chunks that have arrived, in the order of the content. */
export function listChunks(
  handle: ReadHandle,
  batchId: BatchId,
  index: number,
): Promise<UploadChunkTable[]> {
  return handle.fetchAll(chunksOfFile, { batchId, index });
}

export function fileNotFound(index: number | string): AppError {
  return new AppError('batch.file-not-found', `The upload batch has no file at index ${index}`);
}

/** The blob of a file of a batch; undefined unless the file is whole and the batch the caller's. */
export async function resolveBatchBlob(
  handle: ReadHandle,
  file: { readonly batchId: string; readonly index: number },
  caller: BatchCaller,
): Promise<BlobValue | undefined> {
  const batchId = await findBatch(handle, file.batchId, caller);
  if (batchId === undefined) return undefined;
  const row = await handle.fetchFirst(blobOfFile, { batchId, index: file.index });
  return row && blobFromRow(row);
}

function blobFromRow(row: BlobOfBatch | BlobOfFile): BlobValue | undefined {
  const { key, size, digest, digest_algorithm: digestAlgorithm } = row;
  if (key === null || size === null || digest === null || digestAlgorithm === null) {
    return undefined;
  }
  const naming = { name: row.name, mimeType: row.mime_type, encoding: null };
  return { key, ...naming, digest, digestAlgorithm, length: size };
}

/** The files of a batch by index, each with its blob once it is whole. */
export async function listBatchBlobs(
  handle: ReadHandle,
  batchId: BatchId,
): Promise<readonly { readonly index: number; readonly blob: BlobValue | undefined }[]> {
  const rows = await handle.fetchAll(blobsOfBatch, { batchId });
  return rows.map((row) => ({ index: row.file_index, blob: blobFromRow(row) }));
}

/** There is none at the index yet. */
export async function addFileRow(
  handle: WriteHandle,
  batchId: BatchId,
  file: UploadedFile,
): Promise<void> {
  await handle.execute(insertFile, {
    batch_id: batchId,
    file_index: file.index,
    name: file.name,
    mime_type: file.mimeType,
    size: file.sizeBytes,
    upload_type: file.type,
    chunk_count: file.chunkCount,
    blob_key: file.blobKey,
  });
}

/** Returns whether there was such a file. Its chunks stay until the caller removes them. */
export async function removeFileRow(
  handle: WriteHandle,
  batchId: BatchId,
  index: number,
): Promise<boolean> {
  return (await handle.execute(deleteFile, { batchId, index })) > 0;
}
