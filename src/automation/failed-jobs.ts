import { countJobs, countLeft } from '../jobs/inspect.ts';
import { retryFailedJobs } from '../jobs/manage.ts';
import type { ReadHandle } from '../storage/database.ts';
import type { OperationContext } from './operation-context.ts';

/** Of one call. */
export const failedJobsMax = 1_000;

/** All failed jobs, and those of the kinds among them; of all kinds without `kinds`. */
export async function countFailedJobs(handle: ReadHandle, kinds: readonly string[]) {
  const total = await countJobs(handle, { state: 'failed' });
  if (kinds.length === 0) return { total, matching: total };
  let matching = 0;
  for (const kind of new Set(kinds)) {
    matching += await countJobs(handle, { state: 'failed', kind });
  }
  return { total, matching };
}

/** Gives failed jobs their attempts again and waits for their end; returns how many have succeeded. */
export async function runFailedJobs(
  context: OperationContext,
  { kinds, timeoutMs }: { readonly kinds: readonly string[]; readonly timeoutMs: number },
): Promise<number> {
  const ids = await context.write((unit) => retryFailedJobs(unit, { kinds, limit: failedJobsMax }));
  if (ids.length === 0) return 0;
  await context.awaitStored({
    timeoutMs,
    isDone: async (handle) => (await countLeft(handle, ids)).open === 0,
  });
  const { left } = await context.read(({ handle }) => countLeft(handle, ids));
  return ids.length - left;
}
