import { now } from '../base/clock.ts';
import { stringifyJson } from '../base/json.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { BulkResult } from '../model/bulk-command.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import type { WriteHandle } from '../storage/database.ts';
import { lockCommandRow, mergedResult, resultOf } from './command-rows.ts';
import type { BulkEnvironment } from './environment.ts';
import { cleanKind, commandPayload } from './job-names.ts';

interface Failure {
  readonly message: string;
  readonly status: number;
  /** The reason, for the list of errors. */
  readonly reason: string;
}

interface Ending {
  readonly commandId: string;
  readonly environment: BulkEnvironment;
}

/** The name of the command itself in the list of its errors. */
const commandItem = 'command';

/** Completes a command whose items are all done. Without an effect on one that was aborted. */
export async function completeCommand(
  handle: WriteHandle,
  { commandId, environment }: Ending,
  result?: BulkResult,
): Promise<void> {
  const row = await lockCommandRow(handle, commandId);
  if (row?.state !== 'RUNNING') return;
  const nowMs = now();
  const keptMs =
    row.error_count > 0 ? environment.retention.failedMs : environment.retention.completedMs;
  const merged = result && mergedResult(resultOf(row), result);
  await handle.run(
    handle.builder
      .updateTable('bulk_command')
      .set({
        state: 'COMPLETED',
        completed_at: nowMs,
        exclusive_key: null,
        expires_at: nowMs + keptMs,
        ...(merged && { result: stringifyJson(merged) }),
      })
      .where('id', '=', commandId),
  );
  logAfterCommit(handle, environment, { ...row, state: 'COMPLETED' });
}

/**
 * Completes a command that cannot be done, or whose last step failed: one more error, and nothing is
 * left to do. Without an effect on one that has ended.
 */
export async function failCommand(
  handle: WriteHandle,
  { commandId, environment }: Ending,
  { message, status, reason }: Failure,
): Promise<void> {
  const row = await lockCommandRow(handle, commandId);
  if (!row || row.state === 'COMPLETED' || row.state === 'ABORTED') return;
  const nowMs = now();
  await handle.run(
    handle.builder
      .updateTable('bulk_command')
      .set({
        state: 'COMPLETED',
        error_count: row.error_count + 1,
        error_message: row.error_message ?? message,
        error_status: status,
        completed_at: nowMs,
        exclusive_key: null,
        expires_at: nowMs + environment.retention.failedMs,
      })
      .where('id', '=', commandId),
  );
  await handle.run(
    handle.builder
      .insertInto('bulk_error')
      .values({ command_id: commandId, item_id: commandItem, message: reason })
      .onConflict((conflict) => conflict.columns(['command_id', 'item_id']).doNothing()),
  );
  logAfterCommit(handle, environment, {
    ...row,
    state: 'COMPLETED',
    error_count: row.error_count + 1,
  });
  await enqueueJob(handle, { kind: cleanKind, key: commandId, payload: { commandId } });
}

/**
 * Aborts the command. What its jobs have stored stays; they stop before the next batch, as they look at
 * the state in each of their units. Returns the row as it is then, also when it had ended before; undefined without one.
 */
export async function abortCommand(handle: WriteHandle, { commandId, environment }: Ending) {
  const row = await lockCommandRow(handle, commandId);
  if (!row || row.state === 'COMPLETED' || row.state === 'ABORTED') return row;
  const nowMs = now();
  const changes = {
    state: 'ABORTED',
    completed_at: nowMs,
    exclusive_key: null,
    expires_at: nowMs + environment.retention.abortedMs,
  };
  await handle.run(
    handle.builder.updateTable('bulk_command').set(changes).where('id', '=', commandId),
  );
  await enqueueJob(handle, { kind: cleanKind, key: commandId, payload: { commandId } });
  logAfterCommit(handle, environment, { ...row, ...changes });
  return { ...row, ...changes };
}

/** For kinds of jobs without which a command cannot go on: an administrator who removes one aborts the command. */
export function abortedBy(environment: BulkEnvironment): Pick<JobKind, 'whenDiscarded'> {
  return {
    whenDiscarded: async (handle, value) => {
      const { commandId } = commandPayload.parse(value);
      await abortCommand(handle, { commandId, environment });
    },
  };
}

function logAfterCommit(
  handle: WriteHandle,
  { services: { log } }: BulkEnvironment,
  row: BulkCommandTable,
): void {
  const { id: commandId, action, username, state, processed, total, error_count: errors } = row;
  handle.afterCommit(() =>
    log.info(
      { commandId, action, username, state, processed, total, errors },
      'a bulk command has ended',
    ),
  );
}
