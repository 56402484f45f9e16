import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import type { JobId } from './job.ts';
import { announceAfterCommit } from './notices.ts';

/** The right to run a job: worthless once another worker has claimed it. */
export interface Lease {
  readonly jobId: JobId;
  readonly leaseId: string;
}

type RenewParams = Lease & { readonly leaseEndsMs: number };

const renew = defineStatement<RenewParams, { is_cancelled: number }>((b, p) =>
  b
    .updateTable('job')
    .set({ due_at: p.leaseEndsMs })
    .where('id', '=', p.jobId)
    .where('lease_id', '=', p.leaseId)
    .returning('is_cancelled'),
);

const removeLeased = defineStatement<Lease, unknown>((b, p) =>
  b.deleteFrom('job').where('id', '=', p.jobId).where('lease_id', '=', p.leaseId),
);

export type Renewal = 'kept' | 'cancelled' | 'lost';

export async function renewLease(
  handle: WriteHandle,
  lease: Lease,
  leaseEndsMs: number,
): Promise<Renewal> {
  const row = await handle.fetchFirst(renew, { ...lease, leaseEndsMs });
  if (!row) return 'lost';
  return row.is_cancelled === 1 ? 'cancelled' : 'kept';
}

/** Ends the job; false when it is another worker's by now, or gone. */
export async function removeJob(handle: WriteHandle, lease: Lease): Promise<boolean> {
  return (await handle.execute(removeLeased, lease)) > 0;
}

/** @throws AppError request.conflict when the job is another worker's by now, or gone */
export async function completeJob(handle: WriteHandle, lease: Lease): Promise<void> {
  if (await removeJob(handle, lease)) return;
  const text = `the job ${lease.jobId} was taken over by another worker; leave it to that one`;
  throw new AppError('request.conflict', text);
}

/** What becomes of a job that was run and is not done. */
export interface Release {
  readonly attempts: number;
  /** Null when it has failed for good. */
  readonly dueAtMs: number | null;
  readonly failedAtMs: number | null;
  /** Undefined leaves what is there. */
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
      // A newer job of the key came at this very moment, and will be found the next time.
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
  const { attempts, dueAtMs, failedAtMs, lastError } = release;
  const query = handle.builder
    .updateTable('job')
    .set({ attempts, due_at: dueAtMs, failed_at: failedAtMs, lease_id: null })
    .where('id', '=', lease.jobId)
    .where('lease_id', '=', lease.leaseId);
  const changed = await handle.run(
    lastError === undefined ? query : query.set({ last_error: lastError }),
  );
  if (changed === 0) return 'lost';
  if (dueAtMs !== null) announceAfterCommit(handle, (listener) => listener.jobsAdded());
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
