import type { ReadHandle } from '../storage/database.ts';

/** A lease that has ended so long ago would have been claimed by any worker that runs. */
const lostAfterMs = 60_000;
const countMax = 1_000;

/** Jobs whose worker has stopped, and which no other has taken over: up to a thousand. */
export async function countLostJobs(handle: ReadHandle): Promise<number> {
  const { clock } = handle.dialect;
  const lost = handle.builder
    .selectFrom('job')
    .select('id')
    .where('lease_id', 'is not', null)
    .where('due_at', '<', clock.instant(clock.offset(-lostAfterMs)))
    .limit(countMax);
  return (await handle.all(lost)).length;
}

/** Up to a thousand. */
export async function countFailedJobs(handle: ReadHandle): Promise<number> {
  const failed = handle.builder
    .selectFrom('job')
    .select('id')
    .where('failed_at', 'is not', null)
    .limit(countMax);
  return (await handle.all(failed)).length;
}
