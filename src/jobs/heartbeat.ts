import { monotonicMs, sleepUnlessAborted } from '../base/clock.ts';
import { isAppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';
import type { Database } from '../storage/database.ts';
import { type Lease, type LeaseState, renewLease } from './leases.ts';

/** Renewals within the length of a lease: two may fail, or be late, before it ends. */
const renewalsPerLease = 3;

interface HeartbeatOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly lease: Lease;
  readonly leaseMs: number;
  /** Ends the heartbeat. */
  readonly signal: AbortSignal;
  /** Called after each renewal; `lost` is the last. */
  onState(state: LeaseState): void;
}

/**
 * Renews the lease of a running job periodically, independent of the job's work. A store that does
 * not respond for the length of the lease means that it is lost. One that is only busy does not:
 * the renewal waits for another unit, perhaps of the job itself, and if the lease is lost meanwhile
 * the job can commit nothing (`LeasedDatabase`). Never rejects.
 */
export async function keepLease(options: HeartbeatOptions): Promise<void> {
  const { leaseMs, signal, onState } = options;
  let renewedAtMs = monotonicMs();
  for (;;) {
    await sleepUnlessAborted(leaseMs / renewalsPerLease, signal);
    if (signal.aborted) return;
    const beganAtMs = monotonicMs();
    const state = await beat(options);
    if (state !== 'failed') renewedAtMs = beganAtMs;
    const isOver = state === 'lost' || monotonicMs() - renewedAtMs >= leaseMs;
    if (isOver || state === 'cancelled') onState(isOver ? 'lost' : 'cancelled');
    if (isOver) return;
  }
}

async function beat({
  database,
  log,
  lease,
  leaseMs,
}: HeartbeatOptions): Promise<LeaseState | 'failed'> {
  try {
    return await database.write((handle) => renewLease(handle, lease, leaseMs));
  } catch (error) {
    log.warn({ err: error, jobId: lease.jobId }, 'the lease of a job could not be renewed');
    return isAppError(error, 'store.busy') ? 'kept' : 'failed';
  }
}
