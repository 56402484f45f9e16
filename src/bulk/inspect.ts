import { AppError } from '../base/errors/app-error.ts';
import { isUuid } from '../base/ids.ts';
import type { BulkCommand, BulkItemError, BulkState } from '../model/bulk-command.ts';
import { bulkStates } from '../model/bulk-command.ts';
import type { Principal } from '../model/principal.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { commandOf, findCommandRow } from './command-rows.ts';
import { abortCommand } from './ending.ts';
import type { BulkEnvironment } from './environment.ts';
import { listedErrorsMax } from './settle-batch.ts';

/** With one query. Undefined also once it is not kept any longer. */
export async function findCommand(
  handle: ReadHandle,
  id: string,
  nowMs: number,
): Promise<BulkCommand | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await findCommandRow(handle, id);
  if (!row || (row.expires_at !== null && row.expires_at <= nowMs)) return undefined;
  return commandOf(row);
}

/** Commands of the server itself are for administrators only. */
export function isVisible(command: BulkCommand, principal: Principal): boolean {
  if (principal.isAdministrator) return true;
  return !command.isSystem && command.username === principal.username;
}

/**
 * Aborts the command, at once for readers of its status. Returns it as it is then: unchanged when it had ended.
 *
 * @throws AppError bulk.command-not-found
 */
export async function abort(
  handle: WriteHandle,
  commandId: string,
  environment: BulkEnvironment,
): Promise<BulkCommand> {
  const row = await abortCommand(handle, { commandId, environment });
  if (!row) throw new AppError('bulk.command-not-found', `commandId doesn't exist: ${commandId}`);
  return commandOf(row);
}

/** The items that failed, of many only the first ones, in the order of their ids. */
export async function listErrors(
  handle: ReadHandle,
  commandId: string,
): Promise<readonly BulkItemError[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('bulk_error')
      .select(['item_id', 'message'])
      .where('command_id', '=', commandId)
      .orderBy('item_id')
      .limit(listedErrorsMax),
  );
  return rows.map(({ item_id: itemId, message }) => ({ itemId, message }));
}

/** How many commands are in each state. */
export type BulkFigures = Readonly<Record<BulkState, number>>;

export async function readBulkFigures(handle: ReadHandle): Promise<BulkFigures> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('bulk_command')
      .select((e) => ['state', e.fn.countAll<number>().as('count')])
      .groupBy('state'),
  );
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(
    bulkStates.map((state) => [state, counts.get(state) ?? 0]),
  ) as BulkFigures;
}
