import { randomId } from '../base/ids.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import type { JobTable } from '../storage/job-tables.ts';
import { defineStatement, type Statement } from '../storage/statement.ts';

export interface ClaimRequest {
  readonly kind: string;
  readonly leaseMs: number;
  /** The most jobs to claim. */
  readonly limit: number;
}

/**
 * Due are waiting jobs whose start has passed and running ones whose lease has ended. A waiting one
 * is skipped while another of its key runs: an older state must not overwrite a newer one.
 */
function dueJobs({ builder, dialect }: WriteHandle, { kind, limit }: ClaimRequest) {
  return builder
    .selectFrom('job as candidate')
    .select('candidate.id')
    .where('candidate.kind', '=', kind)
    .where('candidate.due_at', '<=', dialect.clock.instant(dialect.clock.offset(0)))
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
 * Claims due jobs of a kind, each for the length of a lease. Never waits for another worker.
 * `running` are leases of this worker: after a suspension it must not claim its own jobs again.
 */
export function claimJobs(
  handle: WriteHandle,
  request: ClaimRequest,
  running: readonly string[] = [],
): Promise<JobTable[]> {
  const { builder, dialect } = handle;
  const due = dueJobs(handle, request).$if(running.length > 0, (q) =>
    q.where((e) =>
      e.or([e('candidate.lease_id', 'is', null), e('candidate.lease_id', 'not in', running)]),
    ),
  );
  const claim = builder
    // Materialised, because a planner that ran the selection twice would lock more than it claims.
    .with(
      (cte) => cte('picked').materialized(),
      () => dialect.claiming(due),
    )
    .updateTable('job')
    .set((e) => ({
      lease_id: randomId(),
      due_at: dialect.clock.instant(dialect.clock.offset(request.leaseMs)),
      attempts: e('attempts', '+', 1),
    }))
    .where('id', 'in', (e) => e.selectFrom('picked').select('picked.id'))
    .returningAll();
  return handle.all(claim);
}

/** The time until the earliest job of each kind is due, in the order of the kinds; null without one. */
export type DueTimes = (handle: ReadHandle) => Promise<readonly (number | null)[]>;

type DueRow = Record<string, number | null>;

/**
 * The query of an idle worker: one statement with one index seek for each kind, however many jobs
 * wait for later or have failed.
 */
export function createDueTimes(kinds: readonly string[]): DueTimes {
  if (kinds.length === 0) return async () => [];
  const statement = defineDueTimes(kinds);
  return async (handle) => {
    const { clock } = handle.dialect;
    const row = await handle.fetchFirst(statement, { offset: clock.offset(0) });
    return kinds.map((_kind, index) => {
      const dueAtMs = row?.[`due_${index}`] ?? null;
      return dueAtMs === null ? null : dueAtMs - (row?.clock ?? 0);
    });
  };
}

function defineDueTimes(kinds: readonly string[]): Statement<{ offset: number }, DueRow> {
  return defineStatement<{ offset: number }, DueRow>((b, p, { clock }) =>
    b.selectNoFrom((e) => [
      ...kinds.map((kind, index) =>
        e
          .selectFrom('job')
          .select((job) => job.fn.min('due_at').as('due'))
          .where('kind', '=', kind)
          .where('due_at', 'is not', null)
          .as(`due_${index}`),
      ),
      clock.instant(p.offset).as('clock'),
    ]),
  );
}
