import { now } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { collectContents } from '../repository/attachments/blob-collection.ts';
import type { BlobServices } from '../repository/attachments/blobs.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';
import { enqueueJob } from './queue.ts';

export const collectionKind = 'collect-contents';
const hourMs = 60 * 60 * 1000;

export interface CollectionServices extends BlobServices {
  readonly log: Logger;
}

export interface CollectionSchedule {
  /** 0: never. */
  readonly intervalHours: number;
  readonly graceHours: number;
}

/**
 * Removes contents that nothing names, again and again: each run leaves the row of the next with its
 * own end. Of one key, so nodes that share a store take turns.
 */
export function collectContentsKind(schedule: CollectionSchedule): JobKind<CollectionServices> {
  return defineJobKind({
    kind: collectionKind,
    concurrency: 1,
    // It never gives up for good: nothing would start it again before the server does.
    attemptsMax: 1_000_000,
    retryAfterMs: hourMs / 4,
    parse: () => ({}),
    run: async ({ services, signal, complete }) => {
      if (schedule.intervalHours === 0) return;
      const graceMs = schedule.graceHours * hourMs;
      const collected = await collectContents(services, { graceMs, signal });
      if (collected.count > 0) services.log.info(collected, 'removed contents that nothing names');
      await services.database.write(async (handle) => {
        await enqueueNext(handle, schedule);
        await complete(handle);
      });
    },
  });
}

/** At the start: the first run comes after one interval, one that waits already keeps its time. */
export async function scheduleCollection(
  database: Database,
  schedule: CollectionSchedule,
): Promise<void> {
  if (schedule.intervalHours === 0) return;
  await database.write((handle) => enqueueNext(handle, schedule));
}

async function enqueueNext(
  handle: WriteHandle,
  { intervalHours }: CollectionSchedule,
): Promise<void> {
  const runAtMs = now() + intervalHours * hourMs;
  await enqueueJob(handle, { kind: collectionKind, key: 'all', payload: {}, runAtMs });
}
