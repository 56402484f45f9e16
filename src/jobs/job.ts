import { parseJson } from '../base/json.ts';
import type { JobTable } from '../storage/job-tables.ts';

declare const brand: unique symbol;
export type JobId = string & { readonly [brand]: 'JobId' };

/** A job that has succeeded or was cancelled has no row any more. */
export type JobState = 'waiting' | 'running' | 'failed';

export interface Job {
  readonly id: JobId;
  readonly kind: string;
  readonly key: string | null;
  readonly state: JobState;
  /** Undefined when the row holds no JSON. */
  readonly payload: unknown;
  /** Attempts begun so far. */
  readonly attempts: number;
  /** It was cancelled, and its worker has not stopped it yet. */
  readonly isCancelled: boolean;
  readonly createdAtMs: number;
  /** The earliest start of a waiting job, the end of a running one's lease. */
  readonly dueAtMs: number | null;
  readonly failedAtMs: number | null;
  /** The last error, in a form that every caller may read. */
  readonly lastError: string | null;
}

export function jobOf(row: JobTable): Job {
  return {
    id: row.id as JobId,
    kind: row.kind,
    key: row.job_key,
    state: stateOf(row),
    payload: payloadOf(row),
    attempts: row.attempts,
    isCancelled: row.is_cancelled === 1,
    createdAtMs: row.created_at,
    dueAtMs: row.due_at,
    failedAtMs: row.failed_at,
    lastError: row.last_error,
  };
}

export function stateOf(row: Pick<JobTable, 'lease_id' | 'failed_at'>): JobState {
  if (row.lease_id !== null) return 'running';
  return row.failed_at === null ? 'waiting' : 'failed';
}

function payloadOf({ payload }: JobTable): unknown {
  try {
    return parseJson(payload);
  } catch {
    return undefined;
  }
}
