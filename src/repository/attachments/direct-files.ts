import { AppError } from '../../base/errors/app-error.ts';
import type { BatchId } from '../../base/ids.ts';
import type { StagedBlob } from '../../blobs/blob-store.ts';
import type { DirectObject, DirectUploads } from '../../blobs/direct-uploads.ts';
import type { BlobServices } from './blobs.ts';
import type { UploadClaim } from './upload-completion.ts';
import { findFile, type UploadedFile } from './upload-files.ts';
import { checkFile, type IncomingFile, keepingAlive, storeWholeFile } from './uploads.ts';

/** What a client states about an object that it has put into the object storage. */
interface DirectClaim extends UploadClaim {
  /** The name of the object in its bucket. */
  readonly key: string | null;
  readonly bucket: string | null;
  readonly etag: string | null;
  readonly name: string | null;
}

interface Completion {
  readonly batchId: BatchId;
  readonly index: number;
  readonly claim: DirectClaim;
}

/** @throws AppError server.not-implemented where clients cannot do this, or not any more */
export function directUploadsOf({ blobs }: Pick<BlobServices, 'blobs'>): DirectUploads<StagedBlob> {
  if (blobs.directUploads) return blobs.directUploads;
  throw new AppError(
    'server.not-implemented',
    'This server does not let clients write to the object storage: the setting directUploadRole is not set',
  );
}

/**
 * Makes an object that the client has put into the object storage a file of its batch. A request that is sent
 * again, because its response was lost or took too long for the client, has the same result.
 *
 * @throws AppError permission.denied for objects of others, request.invalid, batch.mismatch when the object is
 *   missing or is not as stated, batch.not-found when the batch was removed meanwhile
 */
export async function completeDirectFile(
  services: BlobServices,
  { batchId, index, claim }: Completion,
): Promise<UploadedFile> {
  const uploads = directUploadsOf(services);
  if (claim.key === null || claim.key === '') {
    throw new AppError('request.invalid', 'key: missing; send the name of the uploaded object');
  }
  if (claim.bucket !== null && claim.bucket !== uploads.bucket) {
    throw new AppError(
      'request.invalid',
      `bucket: is not ${uploads.bucket}, which this server reads; upload the object there`,
    );
  }
  const file = { batchId, index, name: claim.name, mimeType: claim.mimeType };
  checkFile(file);
  const object = await uploads.find(batchId, claim.key);
  if (object === undefined) return completedBefore(services, file, claim);
  checkObject(object, claim);
  const typedFile = typed(file, object);
  checkFile(typedFile);
  const whole = await keepingAlive(services, batchId, () =>
    storeObject(services, { file: typedFile, object, claim }),
  );
  // A failure leaves the object until its batch is purged.
  await uploads.remove(object).catch(() => undefined);
  return whole;
}

/** What the client has told the storage about the type, unless it tells the server another one. */
function typed(file: IncomingFile, { mimeType }: DirectObject): IncomingFile {
  const known = mimeType !== null && genericTypes.includes(mimeType) ? null : mimeType;
  return { ...file, mimeType: file.mimeType ?? known };
}

/** Storages name these where the client named no type. */
const genericTypes = ['binary/octet-stream', 'application/octet-stream'];

async function storeObject(
  services: BlobServices,
  { file, object, claim }: Pick<Completion, 'claim'> & { file: IncomingFile; object: DirectObject },
): Promise<UploadedFile> {
  const { staged, md5 } = await directUploadsOf(services).stage(object);
  if (claim.md5 !== null && claim.md5 !== md5) {
    await staged.discard();
    throw mismatch(`md5 is ${md5}`);
  }
  return storeWholeFile(services, file, staged);
}

function checkObject(object: DirectObject, claim: DirectClaim): void {
  if (claim.fileSize !== null && claim.fileSize !== object.sizeBytes) {
    throw mismatch(`fileSize is ${object.sizeBytes}`);
  }
  if (claim.etag !== null && claim.etag !== object.etag) throw mismatch(`etag is ${object.etag}`);
}

async function completedBefore(
  services: BlobServices,
  { batchId, index, name }: IncomingFile,
  claim: DirectClaim,
): Promise<UploadedFile> {
  const file = await services.database.read((handle) => findFile(handle, batchId, index));
  const isSame =
    file?.blobKey && file.name === name && (claim.fileSize ?? file.sizeBytes) === file.sizeBytes;
  if (isSame) return file;
  throw mismatch(`there is no object ${claim.key} in the bucket; upload it first`);
}

function mismatch(reason: string): AppError {
  return new AppError('batch.mismatch', `The uploaded object is not as announced: ${reason}`);
}
