import { now, repeat } from '../../base/clock.ts';
import type { BatchId } from '../../base/ids.ts';
import type { BlobSource, ReceiveOptions } from '../../blobs/blob-source.ts';
import type { StagedBlob } from '../../blobs/blob-store.ts';
import type { UploadChunkTable } from '../../storage/upload-tables.ts';
import { type BlobServices, checkNaming, commitStaged, registerBlob } from './blobs.ts';
import { batchLifeMs, removeBatchRow, touchBatch } from './upload-batches.ts';
import { addFileRow, listChunks, removeFileRow, type UploadedFile } from './upload-files.ts';

/** The place of a file and what its sender says about it. */
export interface IncomingFile {
  readonly batchId: BatchId;
  readonly index: number;
  readonly name: string | null;
  readonly mimeType: string | null;
}

/**
 * Stores a whole file. It replaces the file at its index.
 *
 * @throws AppError batch.not-found when the batch was removed meanwhile; as `BlobStore.stage`
 */
export async function receiveFile(
  services: BlobServices,
  file: IncomingFile,
  source: BlobSource,
  options: ReceiveOptions = {},
): Promise<UploadedFile> {
  checkFile(file);
  const staged = await keepingAlive(services, file.batchId, () =>
    services.blobs.stage(source, options),
  );
  return storeWholeFile(services, file, staged);
}

/**
 * Makes staged content the file at its index.
 *
 * @throws AppError batch.not-found when the batch was removed meanwhile
 */
export async function storeWholeFile(
  services: BlobServices,
  file: IncomingFile,
  staged: StagedBlob,
): Promise<UploadedFile> {
  const whole: UploadedFile = {
    index: file.index,
    name: file.name,
    mimeType: file.mimeType,
    sizeBytes: staged.sizeBytes,
    type: 'normal',
    chunkCount: 1,
    chunks: [],
    blobKey: staged.key,
  };
  const replaced = await commitStaged(services, staged, async (handle) => {
    await touchBatch(handle, file.batchId, now());
    const chunks = await listChunks(handle, file.batchId, file.index);
    await removeFileRow(handle, file.batchId, file.index);
    await registerBlob(handle, staged, now());
    await addFileRow(handle, file.batchId, whole);
    return chunks;
  });
  await services.blobs.chunks.remove(file.batchId, replaced.map(stagedName));
  return whole;
}

/** Returns whether there was such a file. */
export async function removeFile(
  services: BlobServices,
  batchId: BatchId,
  index: number,
): Promise<boolean> {
  const { wasThere, chunks } = await services.database.write(async (handle) => {
    await touchBatch(handle, batchId, now());
    const chunks = await listChunks(handle, batchId, index);
    return { wasThere: await removeFileRow(handle, batchId, index), chunks };
  });
  await services.blobs.chunks.remove(batchId, chunks.map(stagedName));
  return wasThere;
}

export async function removeBatch(services: BlobServices, batchId: BatchId): Promise<void> {
  await services.database.write((handle) => removeBatchRow(handle, batchId));
  await services.blobs.chunks.removeBatch(batchId);
}

/** A transfer may outlast the life of an unused batch. */
export async function keepingAlive<T>(
  services: BlobServices,
  batchId: BatchId,
  transfer: () => Promise<T>,
): Promise<T> {
  const end = repeat(batchLifeMs / 4, () => {
    // If this fails, the transfer itself fails at its commit.
    services.database.write((handle) => touchBatch(handle, batchId, now())).catch(() => undefined);
  });
  try {
    return await transfer();
  } finally {
    end();
  }
}

function stagedName(row: UploadChunkTable): string {
  return row.staged_name;
}

export function checkFile(file: IncomingFile): void {
  checkNaming({ name: file.name, mimeType: file.mimeType, encoding: null });
}
