import { collectContents } from '../repository/attachments/blob-collection.ts';
import type { BlobServices } from '../repository/attachments/blobs.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

export const collectionKind = 'collect-contents';
const hourMs = 60 * 60 * 1000;

export interface CollectionSettings {
  /** 0: never. */
  readonly intervalHours: number;
  readonly graceHours: number;
}

/** Removes contents that nothing names. */
export function collectContentsKind(
  { blobs }: Pick<BlobServices, 'blobs'>,
  settings: CollectionSettings,
): JobKind {
  const intervalMs = settings.intervalHours * hourMs;
  return defineJobKind({
    kind: collectionKind,
    concurrency: 1,
    schedule: { intervalMs },
    retryAfterMs: hourMs / 4,
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      // Enqueued before collection was turned off.
      if (intervalMs === 0) return;
      const graceMs = settings.graceHours * hourMs;
      const collected = await collectContents({ blobs, database }, { graceMs, signal });
      if (collected.count > 0) log.info(collected, 'removed contents that nothing names');
    },
  });
}
