import { now } from '../../base/clock.ts';
import type { ContentMigrationTable } from '../../storage/content-migration-table.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';

/** The row of a migration with what has become of the job of its run. */
export interface MigrationRow extends ContentMigrationTable {
  /** Null when the run has no job any more. */
  readonly live_job: string | null;
  readonly job_failed_at: number | null;
  readonly job_error: string | null;
}

function selectRows({ builder }: ReadHandle) {
  return builder
    .selectFrom('content_migration')
    .leftJoin('job', 'job.id', 'content_migration.job_id')
    .selectAll('content_migration')
    .select([
      'job.id as live_job',
      'job.failed_at as job_failed_at',
      'job.last_error as job_error',
    ]);
}

export function listMigrationRows(handle: ReadHandle): Promise<readonly MigrationRow[]> {
  return handle.all(selectRows(handle));
}

export function findMigrationRow(
  handle: ReadHandle,
  id: string,
): Promise<MigrationRow | undefined> {
  return handle.first(selectRows(handle).where('content_migration.id', '=', id));
}

/** The row, which no other unit changes until this one ends. */
export async function lockMigrationRow(
  handle: WriteHandle,
  id: string,
): Promise<MigrationRow | undefined> {
  const row = handle.builder.selectFrom('content_migration').select('id').where('id', '=', id);
  await handle.first(handle.dialect.locking(row, 'update'));
  return findMigrationRow(handle, id);
}

const idle = {
  step: null,
  run_id: null,
  job_id: null,
  started_at: null,
  ping_at: null,
  progress_message: null,
  progress_done: 0,
  progress_total: null,
  position: null,
} as const;

/** The state that a probe has found; forgets how the last run ended. */
export async function storeProbedState(
  handle: WriteHandle,
  id: string,
  state: string,
): Promise<void> {
  const values = { ...idle, state, error_message: null, error_status: null };
  await handle.run(
    handle.builder
      .insertInto('content_migration')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values)),
  );
}

interface NewRun {
  readonly id: string;
  readonly step: string;
  readonly runId: string;
  readonly jobId: string;
}

export async function storeRun(
  handle: WriteHandle,
  { id, step, runId, jobId }: NewRun,
): Promise<void> {
  const nowMs = now();
  await handle.run(
    handle.builder
      .updateTable('content_migration')
      .set({
        ...idle,
        step,
        run_id: runId,
        job_id: jobId,
        started_at: nowMs,
        ping_at: nowMs,
        progress_message: '',
        error_message: null,
        error_status: null,
      })
      .where('id', '=', id),
  );
}

interface Progress
  extends Partial<Pick<ContentMigrationTable, 'progress_message' | 'progress_total' | 'position'>> {
  /** Items that are done since the last time. */
  readonly added?: number;
}

/** Shows that the run is alive, and how far it is; false when it is not that run any more. */
export async function storeProgress(
  handle: WriteHandle,
  runId: string,
  { added = 0, ...progress }: Progress = {},
): Promise<boolean> {
  const changed = await handle.run(
    handle.builder
      .updateTable('content_migration')
      .set((e) => ({
        ...progress,
        progress_done: e('progress_done', '+', added),
        ping_at: now(),
      }))
      .where('run_id', '=', runId),
  );
  return changed > 0;
}

export interface RunFailure {
  readonly message: string;
  readonly status: number;
}

/** Ends the run in that state; false when it is not that run any more. */
export async function storeEnd(
  handle: WriteHandle,
  runId: string,
  { state, failure }: { readonly state: string; readonly failure: RunFailure | undefined },
): Promise<boolean> {
  const changed = await handle.run(
    handle.builder
      .updateTable('content_migration')
      .set({
        ...idle,
        state,
        error_message: failure?.message ?? null,
        error_status: failure?.status ?? null,
      })
      .where('run_id', '=', runId),
  );
  return changed > 0;
}
