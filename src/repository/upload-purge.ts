import { now } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { WriteHandle } from '../storage/database.ts';
import { purgeExpiredLeases } from './blob-leases.ts';
import type { BlobServices } from './blobs.ts';
import { findExistingBatches, purgeExpiredBatches } from './upload-batches.ts';

export interface PurgeResult {
  readonly leases: number;
  readonly batches: number;
}

const purgeIntervalMs = 15 * 60 * 1000;

/** Removes the rows of what has expired. The content they named goes with the next collection. */
export async function purgeExpired(handle: WriteHandle, nowMs: number): Promise<PurgeResult> {
  const leases = await purgeExpiredLeases(handle, nowMs);
  const batches = await purgeExpiredBatches(handle, nowMs);
  return { leases, batches };
}

/** As `purgeExpired`, and removes the chunks of batches that are gone. */
export async function purgeUploads(services: BlobServices): Promise<PurgeResult> {
  const result = await services.database.write((handle) => purgeExpired(handle, now()));
  const { chunks } = services.blobs;
  // First the folders, then the rows: a batch made in between has its row and is not in the list.
  const candidates = await chunks.listBatches();
  const existing = await services.database.read((handle) =>
    findExistingBatches(handle, candidates),
  );
  for (const id of candidates) if (!existing.has(id)) await chunks.removeBatch(id);
  return result;
}

export interface UploadPurge {
  /** Resolves when a purge that is running has ended. */
  stop(): Promise<void>;
}

export interface PurgeOptions {
  readonly intervalMs?: number;
  /** What else expires in the store; each answers how many rows it removed. */
  readonly others?: readonly ((handle: WriteHandle, nowMs: number) => Promise<number>)[];
}

/** Purges every quarter of an hour; does not keep the process alive. */
export function startUploadPurge(
  services: BlobServices & { readonly log: Logger },
  options: PurgeOptions = {},
): UploadPurge {
  let running: Promise<void> = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      const result = await purgeUploads(services);
      for (const purgeOther of options.others ?? []) {
        await services.database.write((handle) => purgeOther(handle, now()));
      }
      if (result.leases + result.batches > 0) services.log.info(result, 'purged expired uploads');
    } catch (error) {
      services.log.error({ err: error }, 'expired uploads could not be purged');
    }
  };
  const timer = setInterval(() => {
    running = running.then(purge);
  }, options.intervalMs ?? purgeIntervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
