import { now } from '../base/clock.ts';
import { randomId } from '../base/ids.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { defineStatement, type SqlBuilder, type Statement } from '../storage/statement.ts';
import type { JobTable } from '../storage/tables.ts';

export interface ClaimRequest {
  readonly kind: string;
  readonly leaseMs: number;
  /** Jobs wanted at most. */
  readonly limit: number;
}

interface ClaimParams {
  readonly kind: string;
  readonly nowMs: number;
  readonly limit: number;
  readonly leaseId: string;
  readonly leaseEndsMs: number;
}

/**
 * Due are waiting jobs whose time has come and running ones whose lease has ended. A waiting one is
 * passed over while another of its key runs, so that an older state never overwrites a newer one.
 */
function dueJobs(b: SqlBuilder, p: ClaimParams) {
  return b
    .selectFrom('job as candidate')
    .select('candidate.id')
    .where('candidate.kind', '=', p.kind)
    .where('candidate.due_at', '<=', p.nowMs)
    .where((e) =>
      e.or([
        e('candidate.job_key', 'is', null),
        e('candidate.lease_id', 'is not', null),
        e.not(
          e.exists(
            e
              .selectFrom('job as other')
              .select('other.id')
              .whereRef('other.kind', '=', 'candidate.kind')
              .whereRef('other.job_key', '=', 'candidate.job_key')
              .where('other.lease_id', 'is not', null),
          ),
        ),
      ]),
    )
    .orderBy('candidate.due_at')
    .limit(p.limit);
}

/** Materialised, because a planner that ran the selection twice would lock more than it claims. */
function defineClaim(locksRows: boolean): Statement<ClaimParams, JobTable> {
  return defineStatement<ClaimParams, JobTable>((b, p) =>
    b
      .with(
        (cte) => cte('picked').materialized(),
        () => (locksRows ? dueJobs(b, p).forUpdate().skipLocked() : dueJobs(b, p)),
      )
      .updateTable('job')
      .set((e) => ({
        lease_id: p.leaseId,
        due_at: p.leaseEndsMs,
        attempts: e('attempts', '+', 1),
      }))
      .where('id', 'in', (e) => e.selectFrom('picked').select('picked.id'))
      .returningAll(),
  );
}

const claims = { sqlite: defineClaim(false), postgres: defineClaim(true) };

/** Takes due jobs of a kind, each for the length of a lease. Never waits for another worker. */
export function claimJobs(handle: WriteHandle, request: ClaimRequest): Promise<JobTable[]> {
  const nowMs = now();
  return handle.fetchAll(claims[handle.engine], {
    kind: request.kind,
    nowMs,
    limit: request.limit,
    leaseId: randomId(),
    leaseEndsMs: nowMs + request.leaseMs,
  });
}

/** When the earliest job of each kind is due, in the order of the kinds; null where there is none. */
export type DueTimes = (handle: ReadHandle) => Promise<readonly (number | null)[]>;

/**
 * What an idle worker asks: one statement with one index seek for each kind, however many jobs wait
 * for later or have failed.
 */
export function createDueTimes(kinds: readonly string[]): DueTimes {
  if (kinds.length === 0) return async () => [];
  const statement = defineStatement<object, Record<string, number | null>>((b) =>
    b.selectNoFrom((e) =>
      kinds.map((kind, index) =>
        e
          .selectFrom('job')
          .select((job) => job.fn.min('due_at').as('due'))
          .where('kind', '=', kind)
          .where('due_at', 'is not', null)
          .as(`due_${index}`),
      ),
    ),
  );
  return async (handle) => {
    const row = (await handle.fetchFirst(statement, {})) ?? {};
    return kinds.map((_kind, index) => row[`due_${index}`] ?? null);
  };
}
