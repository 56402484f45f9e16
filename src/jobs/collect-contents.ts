import type { Logger } from '../base/log.ts';
import { collectContents } from '../repository/attachments/blob-collection.ts';
import type { BlobServices } from '../repository/attachments/blobs.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

export const collectionKind = 'collect-contents';
const hourMs = 60 * 60 * 1000;

interface CollectionServices extends BlobServices {
  readonly log: Logger;
}

export interface CollectionSettings {
  /** 0: never. */
  readonly intervalHours: number;
  readonly graceHours: number;
}

/** Removes contents that nothing names. */
export function collectContentsKind(settings: CollectionSettings): JobKind<CollectionServices> {
  const intervalMs = settings.intervalHours * hourMs;
  return defineJobKind({
    kind: collectionKind,
    concurrency: 1,
    schedule: { intervalMs },
    retryAfterMs: hourMs / 4,
    parse: () => undefined,
    run: async ({ services, signal }) => {
      // It waited since before it was turned off.
      if (intervalMs === 0) return;
      const graceMs = settings.graceHours * hourMs;
      const collected = await collectContents(services, { graceMs, signal });
      if (collected.count > 0) services.log.info(collected, 'removed contents that nothing names');
    },
  });
}
