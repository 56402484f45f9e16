import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { BlobInput } from '../../model/blob-input.ts';
import type { Principal } from '../../model/principal.ts';
import type { BlobValue } from '../../model/value.ts';
import { stageWithLease } from './blob-leases.ts';
import type { BlobServices } from './blobs.ts';
import { encodeText } from './inline-text.ts';
import { findBatch } from './upload-batches.ts';
import { assembleFile } from './upload-chunks.ts';
import { findFile, isWhole, parseFileIndex, resolveBatchBlob } from './upload-files.ts';

interface BlobInputContext {
  readonly principal: Principal;
  /**
   * The blob of a document at an xpath, which the caller may read; undefined or a not-found or
   * permission error when it may not or there is none.
   */
  readDocumentBlob(
    repository: string,
    documentId: string,
    xpath: string,
  ): Promise<BlobValue | undefined>;
}

interface ResolvedBlob {
  readonly blob: BlobValue;
  /** Released by the unit that refers to the blob. */
  readonly leaseId?: string;
}

/**
 * Resolves a client's blob input to a stored blob; undefined when it names nothing. Done before the
 * writer is taken, as it may store content. Blobs of batches and documents are held by these; if
 * they are removed before the caller's unit refers to the blob, that unit fails by the foreign key
 * of the reference.
 *
 * @throws AppError blob.reference-invalid, permission.denied (401), request.invalid; as
 *   `BlobStore.stage`
 */
export async function resolveBlobInput(
  services: BlobServices,
  input: BlobInput,
  context: BlobInputContext,
): Promise<ResolvedBlob | undefined> {
  switch (input.kind) {
    case 'batch':
      return fromBatch(services, input, context.principal);
    case 'inline':
      return fromText(services, input);
    case 'document':
      return fromDocument(input, context);
    case 'storage':
      throw new AppError(
        'permission.denied',
        `providerId: content cannot be named by its key (${input.providerId}); upload it instead`,
        { status: 401 },
      );
    case 'unusable':
      return undefined;
  }
}

type InputOf<Kind extends BlobInput['kind']> = Extract<BlobInput, { readonly kind: Kind }>;

async function fromBatch(
  services: BlobServices,
  input: InputOf<'batch'>,
  principal: Principal,
): Promise<ResolvedBlob | undefined> {
  const index = parseFileIndex(input.fileId);
  if (index === undefined) return undefined;
  const caller = { principal, nowMs: now() };
  const file = { batchId: input.batchId, index };
  const read = () => services.database.read((handle) => resolveBatchBlob(handle, file, caller));
  let blob = await read();
  if (!blob && (await assembleIfInterrupted(services, file, caller))) blob = await read();
  return blob && { blob };
}

/** A crash after the last chunk leaves a file with all chunks that are not joined. */
async function assembleIfInterrupted(
  services: BlobServices,
  file: { readonly batchId: string; readonly index: number },
  caller: { readonly principal: Principal; readonly nowMs: number },
): Promise<boolean> {
  const batchId = await services.database.read((handle) => findBatch(handle, file.batchId, caller));
  if (batchId === undefined) return false;
  const found = await services.database.read((handle) => findFile(handle, batchId, file.index));
  if (!found || found.blobKey !== null || !isWhole(found)) return false;
  await assembleFile(services, batchId, file.index);
  return true;
}

async function fromText(services: BlobServices, input: InputOf<'inline'>): Promise<ResolvedBlob> {
  const { name, mimeType, encoding } = input;
  const bytes = encodeText(input.text, encoding);
  return stageWithLease(services, bytes, { name, mimeType, encoding });
}

async function fromDocument(
  input: InputOf<'document'>,
  context: BlobInputContext,
): Promise<ResolvedBlob> {
  const { repository, documentId, xpath } = input;
  const blob = await readDocumentBlob(input, context);
  if (blob) return { blob };
  throw new AppError(
    'blob.reference-invalid',
    `data: there is no blob you may read at ${repository}/${documentId}/${xpath}`,
  );
}

async function readDocumentBlob(
  { repository, documentId, xpath }: InputOf<'document'>,
  context: BlobInputContext,
): Promise<BlobValue | undefined> {
  try {
    return await context.readDocumentBlob(repository, documentId, xpath);
  } catch (error) {
    // The caller cannot distinguish a document that it may not read from a missing one.
    if (error instanceof AppError && (error.status === 403 || error.status === 404))
      return undefined;
    throw error;
  }
}
