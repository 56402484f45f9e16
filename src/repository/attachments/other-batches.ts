import { now } from '../../base/clock.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { BlobInput } from '../../model/blob-input.ts';
import type { Principal } from '../../model/principal.ts';
import { type LeasedBlob, stageWithLease } from './blob-leases.ts';
import type { BlobServices } from './blobs.ts';
import { dropBatches } from './upload-batches.ts';
import { parseFileIndex, resolveBatchBlob } from './upload-files.ts';

type BatchInput = Extract<BlobInput, { readonly kind: 'batch' }>;

/** A file of a batch that is in another repository, stored here. */
interface FetchedFile {
  readonly leased: LeasedBlob;
  /** Removes the batch there. */
  drop(): Promise<void>;
}

/**
 * Clients upload files before they name the repository of the document: the file is copied from the
 * repository in which the batch is. Undefined when it is in none of the others.
 *
 * @throws AppError as `BlobStore.stage`
 */
export async function fetchFromOthers(
  services: BlobServices,
  input: BatchInput,
  {
    others,
    principal,
  }: { readonly others: readonly BlobServices[]; readonly principal: Principal },
): Promise<FetchedFile | undefined> {
  const index = parseFileIndex(input.fileId);
  if (index === undefined) return undefined;
  const file = { batchId: input.batchId, index };
  for (const { database, blobs } of others) {
    const caller = { principal, nowMs: now() };
    const blob = await database.read((handle) => resolveBatchBlob(handle, file, caller));
    if (!blob) continue;
    const { name, mimeType, encoding } = blob;
    const stream = await blobs.open(blob.key as BlobKey);
    return {
      leased: await stageWithLease(services, stream, { name, mimeType, encoding }),
      drop: () => database.write((handle) => dropBatches(handle, [file.batchId], principal)),
    };
  }
  return undefined;
}
