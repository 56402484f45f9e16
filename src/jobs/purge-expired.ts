import type { BlobServices } from '../repository/attachments/blobs.ts';
import { purgeExpiredUploads } from '../repository/attachments/purge-uploads.ts';
import type { WriteHandle } from '../storage/database.ts';
import { defineJobKind, type JobContext, type JobKind } from './job-kind.ts';

export const purgeKind = 'purge-expired';

/**
 * Removes expired rows: a bounded number, as it holds the writer. It returns how many, and is called
 * again until there are none.
 */
type PurgeRows = (handle: WriteHandle, nowMs: number) => Promise<number>;

/** Removes uploads and other rows that have expired. */
export function purgeExpiredKind(
  { blobs }: Pick<BlobServices, 'blobs'>,
  { others }: { readonly others: readonly PurgeRows[] },
): JobKind {
  return purging(purgeKind, [purgeUploads(blobs), ...others.map(purgeAll)]);
}

/** Removes rows of one kind that have expired. */
export function purgeRowsKind(kind: string, purge: PurgeRows): JobKind {
  return purging(kind, [purgeAll(purge)]);
}

type Purge = (context: JobContext) => Promise<void>;

function purging(kind: string, purges: readonly Purge[]): JobKind {
  return defineJobKind({
    kind,
    concurrency: 1,
    attemptsMax: 3,
    parse: () => undefined,
    run: async (context) => {
      const failures: unknown[] = [];
      // A failure does not stop the other purges.
      for (const purge of purges) {
        await purge(context).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) {
        throw new AggregateError(failures, 'what has expired could not all be purged');
      }
    },
  });
}

function purgeUploads(blobs: BlobServices['blobs']): Purge {
  return async ({ database, log }) => {
    const purged = await purgeExpiredUploads({ blobs, database });
    if (purged.leases + purged.batches > 0) log.info(purged, 'purged expired uploads');
  };
}

function purgeAll(purge: PurgeRows): Purge {
  return async ({ database, nowMs, signal }) => {
    while ((await database.write((handle) => purge(handle, nowMs))) > 0) signal.throwIfAborted();
  };
}
