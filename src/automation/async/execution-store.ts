import { randomId } from '../../base/ids.ts';
import type { JobId } from '../../jobs/job.ts';
import type { Principal } from '../../model/principal.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { OperationExecutionTable } from '../../storage/tables.ts';

/** How long a result that has not been read is kept. */
const resultLifeMs = 2 * 60 * 60 * 1000;

/** After the first read, as clients follow the link to the result and then download it again. */
const readResultLifeMs = 10 * 60 * 1000;

/** An execution that has neither ended nor been read by then is lost. */
export const executionLifeMs = 48 * 60 * 60 * 1000;

const insertExecution = defineStatement<Omit<OperationExecutionTable, 'result'>, unknown>((b, p) =>
  b.insertInto('operation_execution').values({
    id: p.id,
    username: p.username,
    operation: p.operation,
    job_id: p.job_id,
    expires_at: p.expires_at,
  }),
);

const executionById = defineStatement<{ id: string }, OperationExecutionTable>((b, p) =>
  b.selectFrom('operation_execution').selectAll().where('id', '=', p.id),
);

const setResult = defineStatement<{ id: string; result: string; expires_at: number }, unknown>(
  (b, p) =>
    b
      .updateTable('operation_execution')
      .set({ result: p.result, expires_at: p.expires_at })
      .where('id', '=', p.id),
);

const setExpiry = defineStatement<{ id: string; expires_at: number }, unknown>((b, p) =>
  b.updateTable('operation_execution').set({ expires_at: p.expires_at }).where('id', '=', p.id),
);

const deleteExecution = defineStatement<{ id: string }, unknown>((b, p) =>
  b.deleteFrom('operation_execution').where('id', '=', p.id),
);

export function newExecutionId(): string {
  return randomId();
}

interface NewExecution {
  readonly id: string;
  readonly username: string;
  readonly operation: string;
  readonly jobId: JobId;
}

export async function addExecution(
  handle: WriteHandle,
  { id, username, operation, jobId }: NewExecution,
  nowMs: number,
): Promise<void> {
  await handle.execute(insertExecution, {
    id,
    username,
    operation,
    job_id: jobId,
    expires_at: nowMs + executionLifeMs,
  });
}

/** The caller's, or for administrators any user's; undefined also once it has expired. */
export async function findExecution(
  handle: ReadHandle,
  id: string,
  { principal, nowMs }: { readonly principal: Principal; readonly nowMs: number },
): Promise<OperationExecutionTable | undefined> {
  const row = await handle.fetchFirst(executionById, { id });
  if (!row || row.expires_at <= nowMs) return undefined;
  return row.username === principal.username || principal.isAdministrator ? row : undefined;
}

/** False when the execution was aborted meanwhile. */
export async function finishExecution(
  handle: WriteHandle,
  id: string,
  { result, nowMs }: { readonly result: string; readonly nowMs: number },
): Promise<boolean> {
  return (await handle.execute(setResult, { id, result, expires_at: nowMs + resultLifeMs })) === 1;
}

/** The result was read: it is kept a little longer. */
export async function markRead(
  handle: WriteHandle,
  execution: OperationExecutionTable,
  nowMs: number,
): Promise<void> {
  await handle.execute(setExpiry, { id: execution.id, expires_at: nowMs + readResultLifeMs });
}

export async function removeExecution(handle: WriteHandle, id: string): Promise<void> {
  await handle.execute(deleteExecution, { id });
}

/** Results may be large. */
const executionsPerPurge = 20;

/** Removes some expired ones; returns how many. */
export function purgeExpiredExecutions(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('operation_execution')
    .select('id')
    .where('expires_at', '<=', nowMs)
    .limit(executionsPerPurge);
  return handle.run(builder.deleteFrom('operation_execution').where('id', 'in', expired));
}
