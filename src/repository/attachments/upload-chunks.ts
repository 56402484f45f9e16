import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { BatchId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import type { BlobSource, ReceiveOptions } from '../../blobs/blob-source.ts';
import { isMissing } from '../../blobs/disk-errors.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { UploadChunkTable } from '../../storage/upload-tables.ts';
import { type BlobServices, commitStaged, registerBlob } from './blobs.ts';
import { batchNotFound, touchBatch } from './upload-batches.ts';
import {
  addFileRow,
  fileNotFound,
  findFile,
  isWhole,
  listChunks,
  type UploadedFile,
} from './upload-files.ts';
import { checkFile, type IncomingFile, keepingAlive } from './uploads.ts';

interface IncomingChunk extends IncomingFile {
  readonly chunkIndex: number;
  readonly chunkCount: number;
  /** Of the whole file, as announced; reported back and not checked. */
  readonly announcedBytes: number;
}

const insertChunk = defineStatement<UploadChunkTable, unknown>((b, p) =>
  b.insertInto('upload_chunk').values({
    batch_id: p.batch_id,
    file_index: p.file_index,
    chunk_index: p.chunk_index,
    size: p.size,
    staged_name: p.staged_name,
  }),
);

const setBlobKey = defineStatement<{ batchId: string; index: number; blobKey: string }, unknown>(
  (b, p) =>
    b
      .updateTable('upload_file')
      .set({ blob_key: p.blobKey })
      .where('batch_id', '=', p.batchId)
      .where('file_index', '=', p.index),
);

const deleteChunk = defineStatement<
  { batchId: string; index: number; chunkIndex: number },
  unknown
>((b, p) =>
  b
    .deleteFrom('upload_chunk')
    .where('batch_id', '=', p.batchId)
    .where('file_index', '=', p.index)
    .where('chunk_index', '=', p.chunkIndex),
);

/**
 * Stores one chunk; chunks arrive in any order and several at a time. The first complete one
 * defines the name, the size and the number of chunks of the file; the last one completes it.
 *
 * @throws AppError batch.not-found, request.invalid for an index out of range, request.conflict for
 *   a chunk that exists already; as `BlobStore.stage`
 */
export async function receiveChunk(
  services: BlobServices,
  chunk: IncomingChunk,
  source: BlobSource,
  options: ReceiveOptions = {},
): Promise<UploadedFile> {
  checkFile(chunk);
  checkChunkCount(chunk);
  // Refused before a byte is read; checked again below under the lock.
  await services.database.read(async (handle) =>
    checkChunk(chunk, await findFile(handle, chunk.batchId, chunk.index)),
  );
  const { chunks } = services.blobs;
  const stored = await keepingAlive(services, chunk.batchId, () =>
    chunks.write(chunk.batchId, source, options),
  ).catch((error) => {
    throw isMissing(error) ? batchNotFound(chunk.batchId) : error;
  });
  let file: UploadedFile;
  try {
    file = await services.database.write((handle) =>
      recordChunk(handle, chunk, { staged_name: stored.name, size: stored.sizeBytes }),
    );
  } catch (error) {
    await chunks.remove(chunk.batchId, [stored.name]);
    throw error;
  }
  return isWhole(file) ? assembleLast(services, chunk, stored.name) : file;
}

async function recordChunk(
  handle: WriteHandle,
  chunk: IncomingChunk,
  stored: Pick<UploadChunkTable, 'staged_name' | 'size'>,
): Promise<UploadedFile> {
  await touchBatch(handle, chunk.batchId, now());
  const known = await findFile(handle, chunk.batchId, chunk.index);
  checkChunk(chunk, known);
  if (!known) await addFileRow(handle, chunk.batchId, newFile(chunk));
  await handle.execute(insertChunk, {
    batch_id: chunk.batchId,
    file_index: chunk.index,
    chunk_index: chunk.chunkIndex,
    ...stored,
  });
  return withChunk(known ?? newFile(chunk), chunk.chunkIndex);
}

function newFile(chunk: IncomingChunk): UploadedFile {
  return {
    index: chunk.index,
    name: chunk.name,
    mimeType: chunk.mimeType,
    sizeBytes: chunk.announcedBytes,
    type: 'chunked',
    chunkCount: chunk.chunkCount,
    chunks: [],
    blobKey: null,
  };
}

function withChunk(file: UploadedFile, chunkIndex: number): UploadedFile {
  return { ...file, chunks: [...file.chunks, chunkIndex].sort((a, b) => a - b) };
}

/** A failed request leaves nothing: the client can send the last chunk again. */
async function assembleLast(
  services: BlobServices,
  chunk: IncomingChunk,
  storedName: string,
): Promise<UploadedFile> {
  try {
    return await assembleFile(services, chunk.batchId, chunk.index);
  } catch (error) {
    await services.database.write((handle) =>
      handle.execute(deleteChunk, {
        batchId: chunk.batchId,
        index: chunk.index,
        chunkIndex: chunk.chunkIndex,
      }),
    );
    await services.blobs.chunks.remove(chunk.batchId, [storedName]);
    throw error;
  }
}

/**
 * Joins the chunks of a complete file into its content. Safe to repeat: by two nodes, or after a
 * crash.
 *
 * @throws AppError batch.file-not-found; as `BlobStore.stage`
 */
export async function assembleFile(
  services: BlobServices,
  batchId: BatchId,
  index: number,
): Promise<UploadedFile> {
  const rows = await services.database.read((handle) => listChunks(handle, batchId, index));
  let file: UploadedFile;
  try {
    file = await joinChunks(services, { batchId, index, rows });
  } catch (error) {
    // Another request has joined and removed the chunks already.
    file = await readFile(services, batchId, index);
    if (file.blobKey === null) throw error;
    return file;
  }
  // The file is complete from here on: chunks left by a failure are removed with their batch.
  const names = rows.map((row) => row.staged_name);
  await services.blobs.chunks.remove(batchId, names).catch(() => undefined);
  return file;
}

async function joinChunks(
  services: BlobServices,
  file: {
    readonly batchId: BatchId;
    readonly index: number;
    readonly rows: readonly UploadChunkTable[];
  },
): Promise<UploadedFile> {
  const { batchId, index, rows } = file;
  const staged = await services.blobs.stage(contentOf(services, batchId, rows), {
    sizeBytes: rows.reduce((sum, row) => sum + row.size, 0),
    ownsChunks: true,
  });
  return commitStaged(services, staged, async (handle) => {
    await touchBatch(handle, batchId, now());
    // Meanwhile the file may have been removed and replaced by another one.
    const present = await listChunks(handle, batchId, index);
    if (present[0]?.staged_name !== rows[0]?.staged_name) throw fileNotFound(index);
    await registerBlob(handle, staged, now());
    await handle.execute(setBlobKey, { batchId, index, blobKey: staged.key });
    return getFile(handle, batchId, index);
  });
}

async function* contentOf(
  services: BlobServices,
  batchId: BatchId,
  rows: readonly UploadChunkTable[],
): AsyncIterable<Buffer> {
  for (const row of rows) {
    yield* await services.blobs.chunks.open(batchId, row.staged_name);
  }
}

function readFile(services: BlobServices, batchId: BatchId, index: number): Promise<UploadedFile> {
  return services.database.read((handle) => getFile(handle, batchId, index));
}

async function getFile(handle: ReadHandle, batchId: BatchId, index: number): Promise<UploadedFile> {
  const file = await findFile(handle, batchId, index);
  if (!file) throw fileNotFound(index);
  return file;
}

function checkChunkCount(chunk: IncomingChunk): void {
  if (chunk.chunkCount >= 1 && chunk.chunkCount <= limits.uploadChunksMax) return;
  throw new AppError(
    'request.invalid',
    `X-Upload-Chunk-Count ${chunk.chunkCount} is not between 1 and ${limits.uploadChunksMax}`,
  );
}

function checkChunk(chunk: IncomingChunk, file: UploadedFile | undefined): void {
  const { chunkIndex, index } = chunk;
  const count = file?.chunkCount ?? chunk.chunkCount;
  if (file?.type === 'normal') {
    throw new AppError(
      'request.conflict',
      `Cannot add a chunk to file entry ${index}: it was uploaded whole; delete it first`,
    );
  }
  if (chunkIndex < 0 || chunkIndex >= count) {
    throw new AppError(
      'request.invalid',
      `Cannot add chunk with index ${chunkIndex} to file entry ${index}: it has ${count} chunks, numbered from 0`,
    );
  }
  if (file?.chunks.includes(chunkIndex)) {
    throw new AppError(
      'request.conflict',
      `Cannot add chunk with index ${chunkIndex} to file entry ${index} as it already exists.`,
    );
  }
}
