import type { BlobServices } from '../repository/attachments/blobs.ts';
import { purgeExpiredUploads } from '../repository/attachments/purge-uploads.ts';
import type { WriteHandle } from '../storage/database.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

export const purgeKind = 'purge-expired';
const intervalDefaultMs = 15 * 60 * 1000;

export interface PurgeOptions {
  /**
   * Purges of other expired rows than uploads. Each removes a bounded number of rows, as it holds
   * the writer, returns how many, and is called again until there are none.
   */
  readonly others: readonly ((handle: WriteHandle, nowMs: number) => Promise<number>)[];
  readonly intervalMs?: number;
}

/** Removes every quarter of an hour what has expired. */
export function purgeExpiredKind(
  { blobs }: Pick<BlobServices, 'blobs'>,
  { others, intervalMs = intervalDefaultMs }: PurgeOptions,
): JobKind {
  return defineJobKind({
    kind: purgeKind,
    concurrency: 1,
    schedule: { intervalMs },
    retryAfterMs: intervalMs,
    parse: () => undefined,
    run: async ({ database, log, nowMs, signal }) => {
      const failures: unknown[] = [];
      const attempt = async (purge: () => Promise<unknown>): Promise<void> => {
        // A failure does not stop the other purges.
        await purge().catch((error: unknown) => failures.push(error));
      };
      await attempt(async () => {
        const purged = await purgeExpiredUploads({ blobs, database });
        if (purged.leases + purged.batches > 0) log.info(purged, 'purged expired uploads');
      });
      for (const purge of others) {
        await attempt(async () => {
          while ((await database.write((handle) => purge(handle, nowMs))) > 0) {
            signal.throwIfAborted();
          }
        });
      }
      if (failures.length > 0) {
        throw new AggregateError(failures, 'what has expired could not all be purged');
      }
    },
  });
}
