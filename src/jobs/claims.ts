import { randomId } from '../base/ids.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import type { JobTable } from '../storage/job-tables.ts';
import type { SqlDialect } from '../storage/sql-dialect.ts';
import { defineStatement, type SqlBuilder, type Statement } from '../storage/statement.ts';
import { listStoppedKinds } from './stopped-kinds.ts';

export interface ClaimRequest {
  readonly kind: string;
  readonly leaseMs: number;
  /** The most jobs to claim. */
  readonly limit: number;
  /** Only jobs that were not attempted yet, and may be twice. */
  readonly isFirstOfSeveral?: boolean;
}

interface ClaimParams {
  readonly kind: string;
  readonly limit: number;
  readonly leaseId: string;
  /** Instants of the store's clock. */
  readonly present: number;
  readonly leaseEnd: number;
  readonly [lease: LeaseName]: string;
}

/** Of the leases of jobs that run here. */
type LeaseName = `running${number}`;

function leaseName(at: number): LeaseName {
  return `running${at}`;
}

/**
 * Due are waiting jobs whose start has passed and running ones whose lease has ended. A waiting one
 * is skipped while another of its key runs: an older state must not overwrite a newer one.
 */
function dueJobs(builder: SqlBuilder, dialect: SqlDialect, p: ClaimParams) {
  return builder
    .selectFrom('job as candidate')
    .select('candidate.id')
    .where('candidate.kind', '=', p.kind)
    .where('candidate.due_at', '<=', dialect.clock.instant(p.present))
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('stopped_kind').select('stopped_kind.kind').where('kind', '=', p.kind),
        ),
      ),
    )
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

interface ClaimVariant {
  /** Of leases of jobs that run here. */
  readonly leases: number;
  readonly isFirstOfSeveral: boolean;
}

function claim(
  builder: SqlBuilder,
  dialect: SqlDialect,
  p: ClaimParams,
  { leases, isFirstOfSeveral }: ClaimVariant,
) {
  const running = Array.from({ length: leases }, (_, at) => p[leaseName(at)] ?? '');
  const due = dueJobs(builder, dialect, p)
    .$if(running.length > 0, (q) =>
      q.where((e) =>
        e.or([e('candidate.lease_id', 'is', null), e('candidate.lease_id', 'not in', running)]),
      ),
    )
    .$if(isFirstOfSeveral, (q) =>
      q
        .where('candidate.attempts', '=', 0)
        .where((e) =>
          e.or([e('candidate.attempts_max', 'is', null), e('candidate.attempts_max', '>', 1)]),
        ),
    );
  return (
    builder
      // Materialised, because a planner that ran the selection twice would lock more than it claims.
      .with(
        (cte) => cte('picked').materialized(),
        () => dialect.claiming(due),
      )
      .updateTable('job')
      .set((e) => ({
        lease_id: p.leaseId,
        due_at: dialect.clock.instant(p.leaseEnd),
        attempts: e('attempts', '+', 1),
      }))
      .where('id', 'in', (e) => e.selectFrom('picked').select('picked.id'))
      .returningAll()
  );
}

type ClaimStatement = Statement<ClaimParams, JobTable>;

/** Few of them, because building a statement takes longer than running it. */
const claimStatements = new Map<string, ClaimStatement>();

function statementOf(variant: ClaimVariant): ClaimStatement {
  const key = `${variant.leases} ${variant.isFirstOfSeveral}`;
  const known = claimStatements.get(key);
  if (known) return known;
  const fresh: ClaimStatement = defineStatement((b, p, dialect) => claim(b, dialect, p, variant));
  claimStatements.set(key, fresh);
  return fresh;
}

/** A statement has so many leases more than another one; those that are left over are empty. */
const leasesStep = 8;

/**
 * Claims due jobs of a kind, each for the length of a lease. Never waits for another worker.
 * `running` are leases of this worker: after a suspension it must not claim its own jobs again.
 */
export async function claimJobs(
  handle: WriteHandle,
  { kind, limit, leaseMs, isFirstOfSeveral = false }: ClaimRequest,
  running: readonly string[] = [],
): Promise<JobTable[]> {
  const { clock } = handle.dialect;
  const leaseEnd = clock.offset(leaseMs);
  const count = Math.ceil(running.length / leasesStep) * leasesStep;
  const names = Array.from({ length: count }, (_, at) => [leaseName(at), running[at] ?? '']);
  const present = clock.offset(0);
  const p = { kind, limit, leaseId: randomId(), present, leaseEnd, ...Object.fromEntries(names) };
  const rows = await handle.fetchAll(statementOf({ leases: count, isFirstOfSeveral }), p);
  // The store returns them in any order.
  return rows.sort((one, other) => one.created_at - other.created_at);
}

interface Due {
  /** The clock of the store. */
  readonly clockMs: number;
  /**
   * The time until the earliest job of each kind is due, in the order of the kinds; null without one
   * and for kinds that are stopped.
   */
  readonly waits: readonly (number | null)[];
}

/** Undefined without kinds. */
export type DueTimes = (handle: ReadHandle) => Promise<Due | undefined>;

type DueRow = Record<string, number | null>;

/**
 * The query of an idle worker: one statement with one index seek for each kind, however many jobs
 * wait for later or have failed.
 */
export function createDueTimes(kinds: readonly string[]): DueTimes {
  if (kinds.length === 0) return async () => undefined;
  const statement = defineDueTimes(kinds);
  return async (handle) => {
    const { clock } = handle.dialect;
    const row = await handle.fetchFirst(statement, { offset: clock.offset(0) });
    const clockMs = row?.clock ?? 0;
    // Rarely any: only then they are read.
    const stopped = new Set(row?.stopped ? await listStoppedKinds(handle) : []);
    const waits = kinds.map((kind, index) => {
      const dueAtMs = row?.[`due_${index}`] ?? null;
      return dueAtMs === null || stopped.has(kind) ? null : dueAtMs - clockMs;
    });
    return { clockMs, waits };
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
      e
        .selectFrom('stopped_kind')
        .select((all) => all.fn.countAll<number>().as('stopped'))
        .as('stopped'),
    ]),
  );
}
