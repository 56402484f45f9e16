import { sql } from 'kysely';
import { present } from '../base/assert.ts';
import { now } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { randomId } from '../base/ids.ts';
import { stringifyJson } from '../base/json.ts';
import { announceAfterCommit } from '../repository/unit/notices.ts';
import type { WriteHandle } from '../storage/database.ts';
import type { JobTable } from '../storage/job-tables.ts';
import type { SqlDialect } from '../storage/sql-dialect.ts';
import {
  type Compilable,
  compilable,
  defineStatement,
  type SqlBuilder,
} from '../storage/statement.ts';
import { type JobId, stateOf } from './job.ts';

export interface NewJob {
  readonly kind: string;
  /**
   * Jobs of one kind and key never run at the same time, and at most one waits: a newer one takes
   * the place of one that waits or has failed. Short: the key is an index entry.
   */
  readonly key?: string;
  /** Stored as JSON; the kind's `parse` reads it. */
  readonly payload: object;
  /** The earliest start, within the next two hours (`ClockWatch`); at once when left out. */
  readonly runAtMs?: number;
  /** Instead of the kind's own. */
  readonly attemptsMax?: number;
  /** For jobs that callers ask for: with so many of the kind that wait, it is refused. */
  readonly waitingMax?: number;
}

type InsertParams = Omit<
  JobTable,
  'due_at' | 'lease_id' | 'attempts' | 'is_cancelled' | 'failed_at' | 'last_error'
> & { readonly start: number };

/**
 * A waiting job with the same key gets the newer payload and the earlier start of both, so that a
 * document that changes constantly is indexed nevertheless.
 */
const insertJob = defineStatement<InsertParams, { id: string }>((b, p, { clock }) =>
  b
    .insertInto('job')
    .values({ ...columnsOf(p), due_at: clock.instant(p.start) })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'job_key'])
        .where('lease_id', 'is', null)
        .doUpdateSet((e) => ({
          payload: e.ref('excluded.payload'),
          attempts: 0,
          attempts_max: e.ref('excluded.attempts_max'),
          is_cancelled: 0,
          failed_at: null,
          last_error: null,
          due_at: e
            .case()
            .when('job.due_at', '<', e.ref('excluded.due_at'))
            .then(e.ref('job.due_at'))
            .else(e.ref('excluded.due_at'))
            .end(),
        })),
    )
    .returning('id'),
);

/** Without a key there is no other job to take the place of, and its id is known: it can be sent with others. */
const insertUnkeyed = defineStatement<InsertParams, unknown>(
  (b, p, { clock }) =>
    b.insertInto('job').values({ ...columnsOf(p), due_at: clock.instant(p.start) }),
  { forMany: { postgres: ({ builder, dialect }, jobs) => [insertMany(builder, dialect, jobs)] } },
);

/** One text for any number of jobs. */
function insertMany(
  builder: SqlBuilder,
  { clock, rowsOf }: SqlDialect,
  jobs: readonly InsertParams[],
): Compilable<unknown> {
  const given = rowsOf(jobs, {
    id: 'text',
    kind: 'text',
    attempts_max: 'integer',
    created_at: 'integer',
    payload: 'text',
    start: 'integer',
  });
  const dueAt = clock.instant(sql<number>`given.start`);
  const insert = sql`insert into job
    (id, kind, attempts_max, created_at, payload, attempts, is_cancelled, due_at)
    select given.id, given.kind, given.attempts_max, given.created_at, given.payload, 0, 0, ${dueAt}
    from ${given} as given`;
  return compilable(builder, insert);
}

function columnsOf({ id, kind, job_key, attempts_max, created_at, payload }: InsertParams) {
  return { id, kind, job_key, attempts_max, created_at, payload, attempts: 0, is_cancelled: 0 };
}

interface BoundParams {
  readonly kind: string;
  readonly skipped: number;
}

/** Reads as many entries of an index as jobs wait, and no more than the bound. */
const waitingBeyond = defineStatement<BoundParams, { kind: string }>((b, p) =>
  b
    .selectFrom('job')
    .select('kind')
    .where('kind', '=', p.kind)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .offset(p.skipped),
);

const retryAfterSeconds = 5;

/** Running jobs count as well: they are few. @throws AppError job.too-many */
async function refuseTooMany(handle: WriteHandle, { kind, waitingMax }: NewJob): Promise<void> {
  if (waitingMax === undefined) return;
  const beyond = await handle.fetchFirst(waitingBeyond, { kind, skipped: waitingMax - 1 });
  if (!beyond) return;
  const text = `${waitingMax} jobs of the kind ${kind} wait already; try again when some are done`;
  throw new AppError('job.too-many', text, { detail: { retryAfterSeconds } });
}

/**
 * Enqueues work that is done if and only if the unit is committed, also if this process crashes
 * then. Returns the id of the job, which is that of a waiting job with the same key.
 *
 * @throws AppError job.too-many
 */
export async function enqueueJob(handle: WriteHandle, job: NewJob): Promise<JobId> {
  await refuseTooMany(handle, job);
  const nowMs = now();
  const row = {
    id: randomId(),
    kind: job.kind,
    job_key: job.key ?? null,
    start: handle.dialect.clock.offset((job.runAtMs ?? nowMs) - nowMs),
    attempts_max: job.attemptsMax ?? null,
    created_at: nowMs,
    payload: stringifyJson(job.payload),
  };
  announceAfterCommit(handle, (listener) => listener.jobsAdded?.());
  if (job.key === undefined) {
    handle.postpone(`job ${row.id}`, insertUnkeyed, row);
    return row.id as JobId;
  }
  const stored = await handle.fetchFirst(insertJob, row);
  return present(stored, 'an enqueued job has a row').id as JobId;
}

/** `requested`: it is running, and its worker is notified. */
type Cancellation = 'removed' | 'requested' | 'unknown';

/**
 * Removes a job that is not running. One that runs is marked: a worker of this process aborts its
 * signal once the unit is durable, another worker when it next renews the lease. The job may still
 * complete before that.
 */
export async function cancelJob(handle: WriteHandle, id: JobId): Promise<Cancellation> {
  const found = await lockJob(handle, id);
  if (!found) return 'unknown';
  announceAfterCommit(handle, (listener) => listener.jobCancelled?.(id));
  const isAbandoned = found.due_at !== null && found.due_at <= found.clock;
  if (stateOf(found) !== 'running' || isAbandoned) {
    await handle.run(handle.builder.deleteFrom('job').where('id', '=', id));
    return 'removed';
  }
  await handle.run(handle.builder.updateTable('job').set({ is_cancelled: 1 }).where('id', '=', id));
  return 'requested';
}

type LockedJob = Pick<JobTable, 'lease_id' | 'failed_at' | 'due_at'> & { readonly clock: number };

/** Until the unit ends no worker claims or finishes the job. SQLite has one writer anyway. */
function lockJob(handle: WriteHandle, id: JobId): Promise<LockedJob | undefined> {
  const { builder, dialect } = handle;
  const query = builder
    .selectFrom('job')
    .select(['lease_id', 'failed_at', 'due_at'])
    .select(dialect.clock.instant(dialect.clock.offset(0)).as('clock'))
    .where('id', '=', id);
  return handle.first(dialect.locking(query, 'update'));
}
