import { parseJson } from '../base/json.ts';
import type { BulkCommand, BulkResult, BulkState } from '../model/bulk-command.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';

const commandById = defineStatement<{ id: string }, BulkCommandTable>((b, p) =>
  b.selectFrom('bulk_command').selectAll().where('id', '=', p.id),
);

const lockedCommandById = defineStatement<{ id: string }, BulkCommandTable>((b, p, dialect) =>
  dialect.locking(b.selectFrom('bulk_command').selectAll().where('id', '=', p.id), 'noKeyUpdate'),
);

export function findCommandRow(
  handle: ReadHandle,
  id: string,
): Promise<BulkCommandTable | undefined> {
  return handle.fetchFirst(commandById, { id });
}

/** No other unit changes the row until this one ends. */
export function lockCommandRow(
  handle: WriteHandle,
  id: string,
): Promise<BulkCommandTable | undefined> {
  return handle.fetchFirst(lockedCommandById, { id });
}

export function commandOf(row: BulkCommandTable): BulkCommand {
  return {
    id: row.id,
    action: row.action,
    username: row.username,
    isSystem: row.is_system === 1,
    state: row.state as BulkState,
    processed: row.processed,
    skipCount: row.skip_count,
    errorCount: row.error_count,
    errorMessage: row.error_message,
    errorStatus: row.error_status,
    total: row.total,
    submittedMs: row.submitted_at,
    scrollStartMs: row.scroll_start_at,
    scrollEndMs: row.scroll_end_at,
    processingStartMs: row.processing_start_at,
    processingEndMs: row.processing_end_at,
    completedMs: row.completed_at,
    processingMillis: row.processing_ms,
    result: resultOf(row),
  };
}

export function resultOf({ result }: Pick<BulkCommandTable, 'result'>): BulkResult | null {
  return result === null ? null : (parseJson(result) as BulkResult);
}

/** Key by key: numbers are summed, other values replaced. */
export function mergedResult(present: BulkResult | null, added: BulkResult): BulkResult {
  const merged: Record<string, string | number | boolean> = { ...present };
  for (const [key, value] of Object.entries(added)) {
    const known = merged[key];
    merged[key] = typeof known === 'number' && typeof value === 'number' ? known + value : value;
  }
  return merged;
}
