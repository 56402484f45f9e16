import type { ContentMigration, MigrationStatus } from '../../model/content-migration.ts';
import type { MigrationDefinition } from './definition.ts';
import type { MigrationRow } from './migration-rows.ts';

/** The migration with its state and the steps that can be run. */
export function describeMigration(
  { id, description, label = `migration.${id}`, steps }: MigrationDefinition,
  row: MigrationRow,
): ContentMigration {
  const status = statusOf(row);
  const runnable = steps.filter(({ fromState }) => !status.run && fromState === status.state);
  return {
    id,
    description,
    label,
    status,
    steps: runnable.map((step) => ({ ...step, label: `${label}.${step.id}` })),
  };
}

/** A run whose job has failed, or was removed, has ended without being able to say so. */
export function statusOf(row: MigrationRow): MigrationStatus {
  const { state, step, error_message: message, error_status: status } = row;
  if (step === null) {
    const failure = message === null ? null : { message, status: status ?? 500 };
    return { state, run: null, failure };
  }
  if (row.live_job === null || row.job_failed_at !== null) {
    const reason = row.job_error ?? 'the job of the run was removed';
    return { state, run: null, failure: { message: reason, status: 500 } };
  }
  const run = {
    step,
    startMs: row.started_at ?? 0,
    pingMs: row.ping_at ?? 0,
    message: row.progress_message ?? '',
    done: row.progress_done,
    total: row.progress_total,
  };
  return { state, run, failure: null };
}
