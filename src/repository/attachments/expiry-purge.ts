import { now } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { purgeExpiredLeases } from './blob-leases.ts';
import type { BlobServices } from './blobs.ts';
import { findExistingBatches, purgeExpiredBatches } from './upload-batches.ts';

export interface PurgedUploads {
  readonly leases: number;
  readonly batches: number;
}

const purgeIntervalMs = 15 * 60 * 1000;

/**
 * Removes the rows of leases and upload batches that have expired, and the chunks of batches that are
 * gone. Contents that the rows named go with the next collection.
 */
export async function purgeExpiredUploads(services: BlobServices): Promise<PurgedUploads> {
  const purged = await services.database.write(async (handle) => ({
    leases: await purgeExpiredLeases(handle, now()),
    batches: await purgeExpiredBatches(handle, now()),
  }));
  const { chunks } = services.blobs;
  // First the folders, then the rows: a batch made in between has its row and is not in the list.
  const candidates = await chunks.listBatches();
  const existing = await services.database.read((handle) =>
    findExistingBatches(handle, candidates),
  );
  for (const id of candidates) if (!existing.has(id)) await chunks.removeBatch(id);
  return purged;
}

export interface ExpiryPurge {
  /** Resolves when a purge that is running has ended. */
  stop(): Promise<void>;
}

export interface ExpiryPurgeOptions {
  readonly intervalMs?: number;
  /** What else expires in the store; each answers how many rows it removed. */
  readonly others?: readonly ((handle: WriteHandle, nowMs: number) => Promise<number>)[];
}

/** Removes every quarter of an hour what has expired; does not keep the process alive. */
export function startExpiryPurge(
  services: BlobServices & { readonly log: Logger },
  options: ExpiryPurgeOptions = {},
): ExpiryPurge {
  const { database, log } = services;
  const purges = [
    async () => {
      const purged = await purgeExpiredUploads(services);
      if (purged.leases + purged.batches > 0) log.info(purged, 'purged expired uploads');
    },
    ...(options.others ?? []).map((purge) => async () => {
      await database.write((handle) => purge(handle, now()));
    }),
  ];
  let running: Promise<void> = Promise.resolve();
  const purgeAll = async (): Promise<void> => {
    for (const purge of purges) {
      // One that fails keeps none of the others from their turn.
      await purge().catch((error: unknown) => {
        log.error({ err: error }, 'what has expired could not all be purged');
      });
    }
  };
  const timer = setInterval(() => {
    running = running.then(purgeAll);
  }, options.intervalMs ?? purgeIntervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
