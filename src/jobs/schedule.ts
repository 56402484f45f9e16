import { now } from '../base/clock.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import type { JobKind } from './job-kind.ts';
import { enqueueJob } from './queue.ts';

type ScheduledKind = Pick<JobKind, 'kind' | 'schedule'>;

/**
 * Enqueues the next run, one interval from now. A waiting job keeps its time, or an earlier one if
 * the interval is shorter now. All have one key, so nodes that share a store take turns.
 */
export async function enqueueNext(
  handle: WriteHandle,
  { kind, schedule }: ScheduledKind,
): Promise<void> {
  if (!schedule || schedule.intervalMs === 0) return;
  const runAtMs = now() + schedule.intervalMs;
  await enqueueJob(handle, { kind, key: 'all', payload: {}, runAtMs });
}

/** When a worker starts: kinds with a schedule have a job that waits or runs from then on. */
export async function scheduleKinds(
  database: Database,
  kinds: readonly ScheduledKind[],
): Promise<void> {
  const scheduled = kinds.filter(({ schedule }) => (schedule?.intervalMs ?? 0) > 0);
  if (scheduled.length === 0) return;
  await database.write(async (handle) => {
    for (const kind of scheduled) await enqueueNext(handle, kind);
  });
}
