import { stringifyJson } from '../base/json.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { BulkItemError } from '../model/bulk-command.ts';
import type { WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import type { BatchOutcome, BulkAction } from './action.ts';
import { findCommandRow, lockCommandRow, mergedResult, resultOf } from './command-rows.ts';
import { completeCommand } from './ending.ts';
import type { BulkEnvironment } from './environment.ts';
import { finishKind } from './job-names.ts';
import { type Slice, takeItems } from './slice-rows.ts';

/** The command does not run any more: the unit is undone, and the job ends. */
export class Stopped extends Error {}

/**
 * The items are done already, by a unit of which it was not known whether it was stored: this one is
 * undone, and the job reads what is left.
 */
export class AlreadyDone extends Error {}

/** A batch that has run in the unit. */
interface FinishedBatch {
  readonly slice: Slice;
  /** How many items of the slice are done with it. */
  readonly to: number;
  readonly outcome: BatchOutcome;
  readonly startedMs: number;
  readonly tookMs: number;
  /** The text of the status for an item. */
  readonly describe: (error: BulkItemError) => string;
}

interface Counting {
  readonly action: BulkAction;
  readonly environment: BulkEnvironment;
}

interface CountParams {
  id: string;
  processed: number;
  skipped: number;
  failed: number;
  message: string | null;
  startedMs: number;
  endedMs: number;
  tookMs: number;
}

/** The last statement of a batch but the check of the lease: other batches wait for the row. */
const addCounts = defineStatement<CountParams, unknown>((b, p) =>
  b
    .updateTable('bulk_command')
    .set((e) => ({
      processed: e('processed', '+', p.processed),
      skip_count: e('skip_count', '+', p.skipped),
      error_count: e('error_count', '+', p.failed),
      error_message: e.fn.coalesce('error_message', e.val(p.message)),
      processing_start_at: e
        .case()
        .when('processing_start_at', '<=', p.startedMs)
        .then(e.ref('processing_start_at'))
        .else(p.startedMs)
        .end(),
      processing_end_at: e
        .case()
        .when('processing_end_at', '>=', p.endedMs)
        .then(e.ref('processing_end_at'))
        .else(p.endedMs)
        .end(),
      processing_ms: e('processing_ms', '+', p.tookMs),
    }))
    .where('id', '=', p.id),
);

/** Listed errors of one command; all are counted. */
export const listedErrorsMax = 1_000;

/** PostgreSQL takes neither NUL nor unpaired surrogates. */
const textLengthMax = 1_000;

function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, textLengthMax).toWellFormed();
}

/**
 * Before a batch, in its unit: its items are taken from the slice, so that they are done exactly once.
 *
 * @throws Stopped, AlreadyDone
 */
export async function beginBatch(handle: WriteHandle, slice: Slice, to: number): Promise<void> {
  const row = await findCommandRow(handle, slice.commandId);
  if (row?.state !== 'RUNNING') throw new Stopped();
  if (!(await takeItems(handle, slice, to))) throw new AlreadyDone();
}

/** After a batch, in its unit: counts its items, and after the last one completes the command. */
export async function settleBatch(
  handle: WriteHandle,
  batch: FinishedBatch,
  counting: Counting,
): Promise<void> {
  const { slice, to, outcome, startedMs, tookMs, describe } = batch;
  const { skipped = 0, errors = [], result } = outcome;
  const { commandId } = slice;
  if (errors.length > 0) await addErrors(handle, commandId, errors);
  const [first] = errors;
  if (result) await addResult(handle, commandId, result);
  await handle.execute(addCounts, {
    id: commandId,
    processed: to - slice.done,
    skipped,
    failed: errors.length,
    message: first ? storable(describe(first)) : null,
    startedMs,
    endedMs: startedMs + Math.round(tookMs),
    tookMs: Math.round(tookMs),
  });
  const row = await findCommandRow(handle, commandId);
  if (row && row.processed >= row.total) await endItems(handle, commandId, counting);
}

/** All items are done. */
export async function endItems(
  handle: WriteHandle,
  commandId: string,
  { action, environment }: Counting,
): Promise<void> {
  if (!action.finish) return completeCommand(handle, { commandId, environment });
  await enqueueJob(handle, { kind: finishKind, key: commandId, payload: { commandId } });
}

async function addErrors(
  handle: WriteHandle,
  commandId: string,
  errors: readonly BulkItemError[],
): Promise<void> {
  const row = await findCommandRow(handle, commandId);
  const room = listedErrorsMax - (row?.error_count ?? 0);
  if (room <= 0) return;
  const rows = errors.slice(0, room).map(({ itemId, message }) => ({
    command_id: commandId,
    item_id: storable(itemId),
    message: storable(message),
  }));
  await handle.run(
    handle.builder
      .insertInto('bulk_error')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['command_id', 'item_id']).doNothing()),
  );
}

/** Locks the row, as other batches add to the result, too. */
async function addResult(
  handle: WriteHandle,
  commandId: string,
  result: NonNullable<BatchOutcome['result']>,
): Promise<void> {
  const row = await lockCommandRow(handle, commandId);
  if (!row) return;
  const merged = stringifyJson(mergedResult(resultOf(row), result));
  await handle.run(
    handle.builder.updateTable('bulk_command').set({ result: merged }).where('id', '=', commandId),
  );
}
