import { now } from '../../base/clock.ts';
import { purgeExpiredLeases } from './blob-leases.ts';
import type { BlobServices } from './blobs.ts';
import { findExistingBatches, purgeExpiredBatches } from './upload-batches.ts';

interface PurgedUploads {
  readonly leases: number;
  readonly batches: number;
}

/**
 * Removes the rows of leases and upload batches that have expired, and the chunks of batches that
 * are gone. Contents that the rows named are removed by the next collection.
 */
export async function purgeExpiredUploads(services: BlobServices): Promise<PurgedUploads> {
  const purged = await services.database.write(async (handle) => ({
    leases: await purgeExpiredLeases(handle, now()),
    batches: await purgeExpiredBatches(handle, now()),
  }));
  const { chunks } = services.blobs;
  // First the folders, then the rows: a batch created in between has a row and is not in the list.
  const candidates = await chunks.listBatches();
  const existing = await services.database.read((handle) =>
    findExistingBatches(handle, candidates),
  );
  for (const id of candidates) if (!existing.has(id)) await chunks.removeBatch(id);
  return purged;
}
