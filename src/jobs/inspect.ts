import { type SelectQueryBuilder, sql } from 'kysely';
import { isInTime } from '../repository/sql/time-check.ts';
import type { ReadHandle } from '../storage/database.ts';
import { keyList } from '../storage/sql-dialect.ts';
import type { Tables } from '../storage/tables.ts';
import { type Job, type JobId, type JobState, jobOf } from './job.ts';

/** Undefined also for a job that has succeeded. */
export async function findJob(handle: ReadHandle, id: JobId): Promise<Job | undefined> {
  const query = handle.builder.selectFrom('job').selectAll().where('id', '=', id);
  const row = await handle.first(query);
  return row && jobOf(row);
}

interface JobFilter {
  readonly kind?: string | undefined;
  readonly state?: JobState | undefined;
}

type JobQuery<Row> = SelectQueryBuilder<Tables, 'job', Row>;

function matching<Row>(query: JobQuery<Row>, { kind, state }: JobFilter): JobQuery<Row> {
  const ofKind = kind === undefined ? query : query.where('kind', '=', kind);
  return state === undefined ? ofKind : inState(ofKind, state);
}

function inState<Row>(query: JobQuery<Row>, state: JobState): JobQuery<Row> {
  if (state === 'running') return query.where('lease_id', 'is not', null);
  const settled = query.where('lease_id', 'is', null);
  return settled.where('failed_at', state === 'failed' ? 'is not' : 'is', null);
}

export async function countJobs(handle: ReadHandle, filter: JobFilter = {}): Promise<number> {
  const query = handle.builder.selectFrom('job').select((e) => e.fn.countAll<number>().as('count'));
  return (await handle.first(matching(query, filter)))?.count ?? 0;
}

/** How many of the jobs have not ended in success, and how many of those have not ended. */
export async function countLeft(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<{ readonly left: number; readonly open: number }> {
  const query = handle.builder
    .selectFrom('job')
    .select('failed_at')
    .where('id', 'in', keyList(handle.dialect, ids));
  const rows = await handle.all(query);
  return { left: rows.length, open: rows.filter((row) => row.failed_at === null).length };
}

interface JobList extends JobFilter {
  readonly offset: number;
  readonly limit: number;
}

/** Payloads may be large, and are for the workers only. */
type ListedJob = Omit<Job, 'payload'>;

const listed = [
  'id',
  'kind',
  'job_key',
  'due_at',
  'lease_id',
  'attempts',
  'attempts_max',
  'is_cancelled',
  'created_at',
  'failed_at',
  'last_error',
] as const;

/** Failed ones begin with the latest failure, others with the oldest job. */
export async function listJobs(
  handle: ReadHandle,
  { offset, limit, ...filter }: JobList,
): Promise<readonly ListedJob[]> {
  const all = handle.builder.selectFrom('job').select(listed).where(isInTime(handle, 'job'));
  const sorted =
    filter.state === 'failed'
      ? all.orderBy('failed_at', 'desc').orderBy('id', 'desc')
      : all.orderBy('created_at').orderBy('id');
  const rows = await handle.all(matching(sorted, filter).limit(limit).offset(offset));
  return rows.map((row) => {
    const { payload: _payload, ...job } = jobOf({ ...row, payload: 'null' });
    return job;
  });
}

/** Jobs of one kind. */
export interface JobCounts extends Readonly<Record<JobState, number>> {
  readonly kind: string;
}

/** All kinds that have jobs, with one statement. */
export async function countJobsByKind(handle: ReadHandle): Promise<readonly JobCounts[]> {
  const sumOf = (condition: string) =>
    sql<number>`cast(sum(case when ${sql.raw(condition)} then 1 else 0 end) as bigint)`;
  const rows = await handle.all(
    handle.builder
      .selectFrom('job')
      .select([
        'kind',
        sumOf('lease_id is null and failed_at is null').as('waiting'),
        sumOf('lease_id is not null').as('running'),
        sumOf('lease_id is null and failed_at is not null').as('failed'),
      ])
      .where(isInTime(handle, 'job'))
      .groupBy('kind')
      .orderBy('kind'),
  );
  return rows.map(({ kind, waiting, running, failed }) => ({ kind, waiting, running, failed }));
}
