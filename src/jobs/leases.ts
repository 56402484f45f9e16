import { AppError, isAppError } from '../base/errors/app-error.ts';
import { slicesOf } from '../base/slices.ts';
import { announceAfterCommit } from '../repository/unit/notices.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import type { JobId } from './job.ts';

/** The right to run a job: invalid once another worker has claimed it. */
export interface Lease {
  readonly jobId: JobId;
  readonly leaseId: string;
}

type RenewParams = Lease & { readonly leaseEnd: number };

interface LeasedRow {
  readonly is_cancelled: number;
}

const renewal = defineStatement<RenewParams, LeasedRow>((b, p, { clock }) =>
  b
    .updateTable('job')
    .set({ due_at: clock.instant(p.leaseEnd) })
    .where('id', '=', p.jobId)
    .where('lease_id', '=', p.leaseId)
    .returning('is_cancelled'),
);

/**
 * The lock prevents claims of the job until the unit ends, and does not block the heartbeat or
 * other units of the job. SQLite has one writer anyway.
 */
const leaseCheck = defineStatement<Lease, LeasedRow>((b, p, dialect) => {
  const query = b
    .selectFrom('job')
    .select('is_cancelled')
    .where('id', '=', p.jobId)
    .where('lease_id', '=', p.leaseId);
  return dialect.locking(query, 'keyShare');
});

const removeLeased = defineStatement<Lease, unknown>((b, p) =>
  b.deleteFrom('job').where('id', '=', p.jobId).where('lease_id', '=', p.leaseId),
);

const removedTogether = 16;

/** Jobs of one lease, that is of one claim; the names of jobs that are not there are empty. */
interface RemovalParams {
  readonly leaseId: string;
  readonly [job: `job${number}`]: string;
}

const removeOfLease = defineStatement<RemovalParams, { id: JobId }>((b, p) => {
  const ids = Array.from({ length: removedTogether }, (_, at) => p[`job${at}`] ?? '');
  return b
    .deleteFrom('job')
    .where('lease_id', '=', p.leaseId)
    .where('id', 'in', ids)
    .returning('id')
    .$castTo<{ id: JobId }>();
});

/** The state of a lease as its worker finds it. */
export type LeaseState = 'kept' | 'cancelled' | 'lost';

/** Sets the end of the lease to `leaseMs` from now. */
export async function renewLease(
  handle: WriteHandle,
  lease: Lease,
  leaseMs: number,
): Promise<LeaseState> {
  const leaseEnd = handle.dialect.clock.offset(leaseMs);
  return stateOf(await handle.fetchFirst(renewal, { ...lease, leaseEnd }));
}

/**
 * As the last statement of a unit: unless it returns `lost` no other worker runs the job before the
 * unit has ended. A lease that has run out is still good until the job is claimed.
 */
export async function checkLease(handle: WriteHandle, lease: Lease): Promise<LeaseState> {
  return stateOf(await handle.fetchFirst(leaseCheck, lease));
}

function stateOf(row: LeasedRow | undefined): LeaseState {
  if (!row) return 'lost';
  return row.is_cancelled === 1 ? 'cancelled' : 'kept';
}

export function lostLease({ jobId }: Lease): AppError {
  const text = `the job ${jobId} was taken over by another worker; leave it to that one`;
  return new AppError('request.conflict', text);
}

/** Ends jobs. Left out of the result are those that another worker has claimed, or that are gone. */
export async function removeJobs(
  handle: WriteHandle,
  leases: readonly Lease[],
): Promise<ReadonlySet<JobId>> {
  const removed = new Set<JobId>();
  for (const [leaseId, group] of Map.groupBy(leases, (lease) => lease.leaseId)) {
    for (const some of slicesOf(group, removedTogether)) {
      const ids = Array.from({ length: removedTogether }, (_, at) => some[at]?.jobId ?? '');
      const jobs = Object.fromEntries(ids.map((id, at) => [`job${at}`, id]));
      for (const { id } of await handle.fetchAll(removeOfLease, { leaseId, ...jobs })) {
        removed.add(id);
      }
    }
  }
  return removed;
}

/** Ends the job; false when another worker has claimed it, or it is gone. */
async function removeJob(handle: WriteHandle, lease: Lease): Promise<boolean> {
  return (await handle.execute(removeLeased, lease)) > 0;
}

/** @throws AppError request.conflict when another worker has claimed the job, or it is gone */
export async function completeJob(handle: WriteHandle, lease: Lease): Promise<void> {
  if (!(await removeJob(handle, lease))) throw lostLease(lease);
}

/** The next state of a job that was run and is not done. */
export interface Release {
  readonly attempts: number;
  /** Until the next attempt; null when it has failed for good. */
  readonly pauseMs: number | null;
  readonly failedAtMs: number | null;
  /** Undefined leaves it unchanged. */
  readonly lastError?: string;
}

/** `dropped`: it was cancelled meanwhile, or a newer one of its key does the work. */
export type Released = 'released' | 'dropped' | 'lost';

const releaseTriesMax = 3;

/** Ends the lease of a job that is not done, in a unit of its own. */
export async function releaseJob(
  database: Database,
  lease: Lease,
  release: Release,
): Promise<Released> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.write((handle) => releaseInUnit(handle, lease, release));
    } catch (error) {
      // A newer job of the key was inserted at the same time, and is found by the next attempt.
      if (!isAppError(error, 'store.unique') || attempt === releaseTriesMax) throw error;
    }
  }
}

async function releaseInUnit(
  handle: WriteHandle,
  lease: Lease,
  release: Release,
): Promise<Released> {
  if (await removeUnwanted(handle, lease)) return 'dropped';
  const { attempts, pauseMs, failedAtMs, lastError } = release;
  const { dialect } = handle;
  const dueAt = pauseMs === null ? null : dialect.clock.instant(dialect.clock.offset(pauseMs));
  const query = handle.builder
    .updateTable('job')
    .set({ attempts, due_at: dueAt, failed_at: failedAtMs, lease_id: null })
    .where('id', '=', lease.jobId)
    .where('lease_id', '=', lease.leaseId);
  const changed = await handle.run(
    lastError === undefined ? query : query.set({ last_error: lastError }),
  );
  if (changed === 0) return 'lost';
  if (pauseMs !== null) announceAfterCommit(handle, (listener) => listener.jobsAdded?.());
  return 'released';
}

async function removeUnwanted(handle: WriteHandle, lease: Lease): Promise<boolean> {
  const query = handle.builder
    .deleteFrom('job')
    .where('id', '=', lease.jobId)
    .where('lease_id', '=', lease.leaseId)
    .where((e) =>
      e.or([
        e('is_cancelled', '=', 1),
        e.exists(
          e
            .selectFrom('job as newer')
            .select('newer.id')
            .whereRef('newer.kind', '=', 'job.kind')
            .whereRef('newer.job_key', '=', 'job.job_key')
            .where('newer.lease_id', 'is', null),
        ),
      ]),
    );
  return (await handle.run(query)) > 0;
}
