import { now } from '../../base/clock.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { purgeExpiredLeases } from './blob-leases.ts';
import type { BlobServices } from './blobs.ts';
import { findExistingBatches, purgeExpiredBatches } from './upload-batches.ts';

interface PurgedUploads {
  readonly leases: number;
  readonly batches: number;
}

/**
 * Removes the rows of leases and upload batches that have expired, and the chunks and directly uploaded
 * objects of batches that are gone. Contents that the rows named are removed by the next collection.
 */
export async function purgeExpiredUploads(services: BlobServices): Promise<PurgedUploads> {
  const purged = {
    leases: await purgeAll(services, purgeExpiredLeases),
    batches: await purgeAll(services, purgeExpiredBatches),
  };
  await removeLeft(services, services.blobs.chunks);
  const { directUploads } = services.blobs;
  if (directUploads !== undefined) await removeLeft(services, directUploads);
  return purged;
}

/** What is kept beside the rows of batches, by batch. */
interface BatchPlaces {
  listBatches(): Promise<readonly string[]>;
  removeBatch(batchId: string): Promise<void>;
}

async function removeLeft(
  { database }: Pick<BlobServices, 'database'>,
  places: BatchPlaces,
): Promise<void> {
  // First the places, then the rows: a batch created in between has a row and is not in the list.
  const candidates = await places.listBatches();
  const existing = await database.read((handle) => findExistingBatches(handle, candidates));
  for (const id of candidates) if (!existing.has(id)) await places.removeBatch(id);
}

/** Some in each unit, as it holds the writer. Returns how many there were. */
async function purgeAll(
  { database }: Pick<BlobServices, 'database'>,
  purge: (handle: WriteHandle, nowMs: number) => Promise<number>,
): Promise<number> {
  const nowMs = now();
  for (let total = 0; ; ) {
    const removed = await database.write((handle) => purge(handle, nowMs));
    if (removed === 0) return total;
    total += removed;
  }
}
