import { now } from '../base/clock.ts';
import { randomId } from '../base/ids.ts';
import type { EngineName, ReadHandle, WriteHandle } from '../storage/database.ts';
import { defineStatement, type SqlBuilder, type Statement } from '../storage/statement.ts';
import { clockInstant, clockOffset, postgresClock } from '../storage/store-clock.ts';
import type { JobTable } from '../storage/tables.ts';

export interface ClaimRequest {
  readonly kind: string;
  readonly leaseMs: number;
  /** Jobs wanted at most. */
  readonly limit: number;
}

/**
 * Due are waiting jobs whose time has come and running ones whose lease has ended. A waiting one is
 * passed over while another of its key runs, so that an older state never overwrites a newer one.
 */
function dueJobs({ builder, engine }: WriteHandle, { kind, limit }: ClaimRequest) {
  return builder
    .selectFrom('job as candidate')
    .select('candidate.id')
    .where('candidate.kind', '=', kind)
    .where('candidate.due_at', '<=', clockInstant(engine, clockOffset(engine, 0)))
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
    .limit(limit);
}

/**
 * Takes due jobs of a kind, each for the length of a lease. Never waits for another worker. `running`
 * are leases whose jobs the worker runs itself: one that stood still must not claim its own jobs again.
 */
export function claimJobs(
  handle: WriteHandle,
  request: ClaimRequest,
  running: readonly string[] = [],
): Promise<JobTable[]> {
  const { builder, engine } = handle;
  const due = dueJobs(handle, request).$if(running.length > 0, (q) =>
    q.where((e) =>
      e.or([e('candidate.lease_id', 'is', null), e('candidate.lease_id', 'not in', running)]),
    ),
  );
  const claim = builder
    // Materialised, because a planner that ran the selection twice would lock more than it claims.
    .with(
      (cte) => cte('picked').materialized(),
      () => (engine === 'postgres' ? due.forUpdate().skipLocked() : due),
    )
    .updateTable('job')
    .set((e) => ({
      lease_id: randomId(),
      due_at: clockInstant(engine, clockOffset(engine, request.leaseMs)),
      attempts: e('attempts', '+', 1),
    }))
    .where('id', 'in', (e) => e.selectFrom('picked').select('picked.id'))
    .returningAll();
  return handle.all(claim);
}

/** How long until the earliest job of each kind is due, in the order of the kinds; null without one. */
export type DueTimes = (handle: ReadHandle) => Promise<readonly (number | null)[]>;

type DueRow = Record<string, number | null>;

/**
 * What an idle worker asks: one statement with one index seek for each kind, however many jobs wait
 * for later or have failed.
 */
export function createDueTimes(kinds: readonly string[]): DueTimes {
  if (kinds.length === 0) return async () => [];
  const statements = {
    sqlite: defineDueTimes('sqlite', kinds),
    postgres: defineDueTimes('postgres', kinds),
  };
  return async (handle) => {
    const row = (await handle.fetchFirst(statements[handle.engine], {})) ?? {};
    const clockMs =
      handle.engine === 'sqlite' ? now() : (row.clock ?? 0) + clockOffset('postgres', 0);
    return kinds.map((_kind, index) => {
      const dueAtMs = row[`due_${index}`] ?? null;
      return dueAtMs === null ? null : dueAtMs - clockMs;
    });
  };
}

function defineDueTimes(engine: EngineName, kinds: readonly string[]): Statement<object, DueRow> {
  return defineStatement<object, DueRow>((b: SqlBuilder) =>
    b.selectNoFrom((e) => [
      ...kinds.map((kind, index) =>
        e
          .selectFrom('job')
          .select((job) => job.fn.min('due_at').as('due'))
          .where('kind', '=', kind)
          .where('due_at', 'is not', null)
          .as(`due_${index}`),
      ),
      ...(engine === 'postgres' ? [postgresClock.as('clock')] : []),
    ]),
  );
}
