import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/errors/app-error.ts';
import type { BatchId, BlobKey } from '../../base/ids.ts';
import type { BlobServices } from './blobs.ts';
import { assembleFile } from './upload-chunks.ts';
import { isWhole, type UploadedFile } from './upload-files.ts';

/** What the sender states about its upload; null where it states nothing. */
export interface UploadClaim {
  readonly fileSize: number | null;
  readonly mimeType: string | null;
  readonly md5: string | null;
}

/**
 * Compares a file with what its sender states about it.
 *
 * @throws AppError batch.mismatch naming what differs
 */
export async function checkCompletion(
  services: BlobServices,
  batchId: BatchId,
  { file, claim }: { readonly file: UploadedFile; readonly claim: UploadClaim },
): Promise<void> {
  if (!isWhole(file)) throw mismatch('chunks are missing');
  if (claim.fileSize !== file.sizeBytes) throw mismatch(`fileSize is ${file.sizeBytes}`);
  if (claim.mimeType !== file.mimeType) throw mismatch(`mimeType is ${file.mimeType}`);
  const key = file.blobKey ?? (await assembleFile(services, batchId, file.index)).blobKey;
  const md5 = key === null ? null : await md5Of(services, key);
  if (claim.md5 !== md5) throw mismatch(`md5 is ${md5}`);
}

function mismatch(reason: string): AppError {
  return new AppError('batch.mismatch', `The uploaded file is not as announced: ${reason}`);
}

/** Computed from the content, as the stored digest may use another algorithm. */
async function md5Of(services: BlobServices, key: BlobKey): Promise<string> {
  const hash = createHash('md5');
  await pipeline(await services.blobs.open(key), hash);
  return hash.digest('hex');
}
