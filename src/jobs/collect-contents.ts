import { collectContents } from '../repository/attachments/blob-collection.ts';
import type { BlobServices } from '../repository/attachments/blobs.ts';
import { findFact, putFact } from '../repository/unit/server-facts.ts';
import type { Database } from '../storage/database.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

export const collectionKind = 'collect-contents';
const factName = 'contents-collected';
const hourMs = 60 * 60 * 1000;
/** The schedule comes every hour, not always at the same second. */
const toleranceMs = hourMs / 2;

export interface CollectionSettings {
  /** 0: never. */
  readonly intervalHours: number;
  readonly graceHours: number;
}

/** Removes contents that nothing names, when the last run began an interval ago. */
export function collectContentsKind(
  { blobs }: Pick<BlobServices, 'blobs'>,
  settings: CollectionSettings,
): JobKind {
  const intervalMs = settings.intervalHours * hourMs;
  return defineJobKind({
    kind: collectionKind,
    concurrency: 1,
    attemptsMax: 3,
    priority: 'bulk',
    parse: () => undefined,
    run: async ({ database, log, nowMs, signal }) => {
      // Enqueued before collection was turned off.
      if (intervalMs === 0 || !(await isDue(database, nowMs, intervalMs))) return;
      const graceMs = settings.graceHours * hourMs;
      const collected = await collectContents({ blobs, database }, { graceMs, signal });
      if (collected.count > 0) log.info(collected, 'removed contents that nothing names');
      await database.write((handle) => putFact(handle, factName, String(nowMs)));
    },
  });
}

async function isDue(database: Database, nowMs: number, intervalMs: number): Promise<boolean> {
  const last = await database.read((handle) => findFact(handle, factName));
  const elapsedMs = nowMs - Number(last ?? Number.NEGATIVE_INFINITY);
  // Below 0 the clock was set back.
  return elapsedMs < -toleranceMs || elapsedMs >= intervalMs - toleranceMs;
}
