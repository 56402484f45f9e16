import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';

/** Columns of work on a large folder whose last attempt did not fail. */
export const withoutFailures = { failures: 0, last_error: null, retry_at: null } as const;

/** A pending change or a task. */
export type SubtreeWorkKey = { readonly seq: number } | { readonly taskId: string };

export interface StoredFailure {
  /** Since the last success. */
  readonly failures: number;
  /** Until the next attempt. */
  readonly pauseMs: number;
}

const pauseMsLeast = 1_000;
const pauseMsMost = 5 * 60 * 1_000;

/** Whether work must not be tried yet, as its last attempt failed; 1 or 0, by the clock of the store. */
export function isHeldBack({ dialect: { clock } }: ReadHandle): RawBuilder<number> {
  return sql`case when retry_at > ${clock.instant(clock.offset(0))} then 1 else 0 end`;
}

/**
 * Holds work back that failed: twice as long after each further failure. Undefined when it is gone.
 * `text` is shown to administrators.
 */
export async function storeFailure(
  handle: WriteHandle,
  key: SubtreeWorkKey,
  text: string,
): Promise<StoredFailure | undefined> {
  const before = await readFailures(handle, key);
  if (before === undefined) return undefined;
  const failures = before + 1;
  const pauseMs = Math.min(pauseMsMost, pauseMsLeast * 2 ** Math.min(before, 30));
  const { clock } = handle.dialect;
  const retryAt = clock.instant(clock.offset(pauseMs));
  await store(handle, key, { failures, last_error: text, retry_at: retryAt });
  return { failures, pauseMs };
}

export async function clearFailures(handle: WriteHandle, key: SubtreeWorkKey): Promise<void> {
  await store(handle, key, withoutFailures);
}

async function readFailures(handle: ReadHandle, key: SubtreeWorkKey): Promise<number | undefined> {
  const change = handle.rows.selectFrom('pending_change').select('failures');
  const task = handle.rows.selectFrom('subtree_task').select('failures');
  const row = await handle.first(
    'seq' in key ? change.where('seq', '=', key.seq) : task.where('id', '=', key.taskId),
  );
  return row?.failures;
}

interface FailureValues {
  readonly failures: number;
  readonly last_error: string | null;
  readonly retry_at: RawBuilder<number> | null;
}

async function store(
  handle: WriteHandle,
  key: SubtreeWorkKey,
  values: FailureValues,
): Promise<void> {
  const change = handle.rows.updateTable('pending_change').set(values);
  const task = handle.rows.updateTable('subtree_task').set(values);
  await handle.run(
    'seq' in key ? change.where('seq', '=', key.seq) : task.where('id', '=', key.taskId),
  );
}
