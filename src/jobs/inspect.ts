import type { SelectQueryBuilder } from 'kysely';
import { announceAfterCommit } from '../repository/unit/notices.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { type Job, type JobId, type JobState, jobOf } from './job.ts';

/** Undefined also for a job that has succeeded. */
export async function findJob(handle: ReadHandle, id: JobId): Promise<Job | undefined> {
  const query = handle.builder.selectFrom('job').selectAll().where('id', '=', id);
  const row = await handle.first(query);
  return row && jobOf(row);
}

interface JobFilter {
  readonly kind?: string;
  readonly state?: JobState;
}

export async function countJobs(handle: ReadHandle, filter: JobFilter = {}): Promise<number> {
  let query = handle.builder.selectFrom('job').select((e) => e.fn.countAll<number>().as('count'));
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.state !== undefined) query = inState(query, filter.state);
  return (await handle.first(query))?.count ?? 0;
}

function inState<Row>(
  query: SelectQueryBuilder<Tables, 'job', Row>,
  state: JobState,
): SelectQueryBuilder<Tables, 'job', Row> {
  if (state === 'running') return query.where('lease_id', 'is not', null);
  const settled = query.where('lease_id', 'is', null);
  return settled.where('failed_at', state === 'failed' ? 'is not' : 'is', null);
}

const pageSizeDefault = 50;

interface FailedJobsOptions {
  readonly kind?: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** Jobs without further attempts, the latest failure first. */
export async function listFailedJobs(
  handle: ReadHandle,
  { kind, offset = 0, limit = pageSizeDefault }: FailedJobsOptions = {},
): Promise<readonly Job[]> {
  const query = handle.builder
    .selectFrom('job')
    .selectAll()
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  const rows = await handle.all(kind === undefined ? query : query.where('kind', '=', kind));
  return rows.map(jobOf);
}

/** Gives failed jobs all their attempts again: all jobs, one kind or one job. Returns how many. */
export async function retryFailedJobs(
  handle: WriteHandle,
  { kind, id }: { readonly kind?: string; readonly id?: JobId } = {},
): Promise<number> {
  const { dialect } = handle;
  const dueAt = dialect.clock.instant(dialect.clock.offset(0));
  let query = handle.builder
    .updateTable('job')
    .set({ due_at: dueAt, failed_at: null, last_error: null, attempts: 0 })
    .where('failed_at', 'is not', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (id !== undefined) query = query.where('id', '=', id);
  const changed = await handle.run(query);
  if (changed > 0) announceAfterCommit(handle, (listener) => listener.jobsAdded?.());
  return changed;
}
