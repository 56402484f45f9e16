import { AppError } from '../base/errors/app-error.ts';
import { recordManagementEvent } from '../repository/audit/audit-events.ts';
import { announceAfterCommit } from '../repository/unit/notices.ts';
import type { WriteUnit } from '../repository/unit/unit.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { keyList } from '../storage/sql-dialect.ts';
import { type Job, type JobId, jobOf } from './job.ts';
import type { JobKind } from './job-kind.ts';
import { cancelJob } from './queue.ts';

/**
 * Gives a failed job all its attempts again, and lets a waiting one begin at once. Recorded in the
 * audit.
 *
 * @throws AppError job.not-found, request.conflict for one that runs
 */
export async function retryJob(unit: WriteUnit, id: JobId): Promise<Job> {
  const { handle } = unit;
  const job = await getLocked(handle, id);
  if (job.state === 'running') {
    throw new AppError('request.conflict', `The job ${id} is running`);
  }
  const row = await handle.first(
    handle.builder.updateTable('job').set(renewed(handle)).where('id', '=', id).returningAll(),
  );
  announceAfterCommit(handle, (listener) => listener.jobsAdded?.());
  recordManagementEvent(unit, { eventId: 'jobRetried', extended: factsOf(job) });
  return row ? jobOf(row) : job;
}

/**
 * As `retryJob`, for those that failed first, up to the limit; of all kinds without `kinds`. Returns their ids.
 * One entry of the audit tells of all.
 */
export async function retryFailedJobs(
  unit: WriteUnit,
  { kinds, limit }: { readonly kinds: readonly string[]; readonly limit: number },
): Promise<readonly string[]> {
  const { handle } = unit;
  const failed = handle.builder
    .selectFrom('job')
    .select('id')
    .where('lease_id', 'is', null)
    .where('failed_at', 'is not', null)
    .$if(kinds.length > 0, (query) => query.where('kind', 'in', kinds))
    .orderBy('failed_at')
    .limit(limit);
  const rows = await handle.all(
    handle.builder
      .updateTable('job')
      .set(renewed(handle))
      .where('id', 'in', failed)
      .returning('id'),
  );
  if (rows.length === 0) return [];
  announceAfterCommit(handle, (listener) => listener.jobsAdded?.());
  recordManagementEvent(unit, { eventId: 'jobRetried', extended: { count: rows.length, kinds } });
  return rows.map(({ id }) => id);
}

function renewed({ dialect }: WriteHandle) {
  const { clock } = dialect;
  const due_at = clock.instant(clock.offset(0));
  return { due_at, failed_at: null, last_error: null, attempts: 0, is_cancelled: 0 };
}

/**
 * Removes a job, or asks one that runs to stop: it is removed by its worker then. Recorded in the audit.
 *
 * @param kinds those of this server; a job of another kind is only removed
 * @throws AppError job.not-found
 */
export async function discardJob(
  unit: WriteUnit,
  id: JobId,
  kinds: readonly JobKind[],
): Promise<'removed' | 'requested'> {
  const { handle } = unit;
  const job = await getLocked(handle, id);
  const outcome = await cancelJob(handle, id);
  if (outcome === 'unknown') throw notFound(id);
  const kind = kinds.find((each) => each.kind === job.kind);
  if (job.payload !== undefined) await kind?.whenDiscarded?.(handle, job.payload);
  recordManagementEvent(unit, { eventId: 'jobDiscarded', extended: factsOf(job) });
  return outcome;
}

function factsOf({ id, kind, key, lastError }: Job): object {
  return { id, kind, key, lastError };
}

async function getLocked(handle: WriteHandle, id: JobId): Promise<Job> {
  const query = handle.builder.selectFrom('job').selectAll().where('id', '=', id);
  const row = await handle.first(handle.dialect.locking(query, 'update'));
  if (row) return jobOf(row);
  throw notFound(id);
}

function notFound(id: string): AppError {
  return new AppError('job.not-found', `There is no job ${id.slice(0, 100)}`);
}

/** The next failed jobs, the oldest failure first. */
export async function retrySomeFailed(
  unit: WriteUnit,
  { limit }: { readonly limit: number },
): Promise<readonly string[]> {
  const { handle } = unit;
  const { builder, dialect } = handle;
  const failed = await handle.all(
    dialect.claiming(
      builder
        .selectFrom('job')
        .select('id')
        .where('failed_at', 'is not', null)
        .orderBy('failed_at')
        .orderBy('id')
        .limit(limit),
    ),
  );
  const ids = failed.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await handle.run(
    builder.updateTable('job').set(renewed(handle)).where('id', 'in', keyList(dialect, ids)),
  );
  announceAfterCommit(handle, (listener) => listener.jobsAdded?.());
  recordManagementEvent(unit, { eventId: 'failedJobsRetried', extended: { count: ids.length } });
  return ids;
}

/** Which of the jobs wait, run or have failed again; the others are done. */
export async function unfinishedOf(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly hasFailed: boolean }[]> {
  if (ids.length === 0) return [];
  const { builder, dialect } = handle;
  const rows = await handle.all(
    builder.selectFrom('job').select(['id', 'failed_at']).where('id', 'in', keyList(dialect, ids)),
  );
  return rows.map(({ id, failed_at }) => ({ id, hasFailed: failed_at !== null }));
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Bounded, as the unit holds the writer. */
const jobsPerPurge = 200;

/** For the periodic purge: removes some jobs that failed long ago; returns how many. Null keeps all. */
export function failedJobPurge(
  retentionDays: number | null,
): (handle: WriteHandle, nowMs: number) => Promise<number> {
  return async (handle, nowMs) => {
    if (retentionDays === null) return 0;
    const old = handle.builder
      .selectFrom('job')
      .select('id')
      .where('failed_at', '<', nowMs - retentionDays * dayMs)
      .orderBy('failed_at')
      .limit(jobsPerPurge);
    const condition = handle.builder.deleteFrom('job').where('id', 'in', old);
    return handle.run(condition.where('failed_at', 'is not', null));
  };
}
