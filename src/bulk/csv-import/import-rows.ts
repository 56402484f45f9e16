import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type BlobKey, randomId } from '../../base/ids.ts';
import { enqueueJob } from '../../jobs/queue.ts';
import type { Principal } from '../../model/principal.ts';
import {
  extendLeases,
  leaseBlob,
  releaseLeases,
} from '../../repository/attachments/blob-leases.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import type { CsvImportLineTable, CsvImportTable } from '../../storage/csv-import-tables.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

export const csvImportKind = 'csv-import';

/** Imports that wait for their turn. */
const waitingMax = 100;

/** After the end, for those who read the log; and the longest time that the content is kept. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

type CsvImportState = 'SCHEDULED' | 'RUNNING' | 'COMPLETED' | 'ERROR';

interface NewImport {
  /** Of the folder. */
  readonly path: string;
  readonly blobKey: BlobKey;
  readonly isDocumentMode: boolean;
  readonly sendsReport: boolean;
}

const insertImport = defineStatement<CsvImportTable, unknown>((b, p) =>
  b.insertInto('csv_import').values({
    id: p.id,
    username: p.username,
    path: p.path,
    is_document_mode: p.is_document_mode,
    sends_report: p.sends_report,
    blob_key: p.blob_key,
    lease_id: p.lease_id,
    state: p.state,
    total: p.total,
    processed: p.processed,
    succeeded: p.succeeded,
    skipped: p.skipped,
    failed: p.failed,
    created_at: p.created_at,
    expires_at: p.expires_at,
  }),
);

const importById = defineStatement<{ id: string }, CsvImportTable>((b, p) =>
  b.selectFrom('csv_import').selectAll().where('id', '=', p.id),
);

/** Begins an import that runs if and only if the unit is committed. @throws AppError job.too-many */
export async function addImport(unit: WriteUnit, given: NewImport): Promise<string> {
  const { handle, nowMs, principal } = unit;
  const id = randomId();
  const leaseId = await leaseBlob(handle, given.blobKey, nowMs);
  await extendLeases(handle, [leaseId], now() + keptMs);
  await handle.execute(insertImport, {
    id,
    username: principal.username,
    path: given.path,
    is_document_mode: given.isDocumentMode ? 1 : 0,
    sends_report: given.sendsReport ? 1 : 0,
    blob_key: given.blobKey,
    lease_id: leaseId,
    state: 'SCHEDULED' satisfies CsvImportState,
    total: null,
    processed: 0,
    succeeded: 0,
    skipped: 0,
    failed: 0,
    created_at: nowMs,
    expires_at: null,
  });
  await enqueueJob(handle, { kind: csvImportKind, key: id, payload: { importId: id }, waitingMax });
  return id;
}

export function findImport(handle: ReadHandle, id: string): Promise<CsvImportTable | undefined> {
  return handle.fetchFirst(importById, { id });
}

/** The caller's, or for administrators any user's. @throws AppError csv-import.not-found */
export async function getImport(
  handle: ReadHandle,
  id: string,
  { username, isAdministrator }: Principal,
): Promise<CsvImportTable> {
  const row = await findImport(handle, id);
  if (row && (row.username === username || isAdministrator)) return row;
  throw new AppError('csv-import.not-found', `There is no import ${id.slice(0, 100)}`);
}

/** The records are counted: the import begins. */
export async function beginImport(handle: WriteHandle, id: string, total: number): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('csv_import')
      .set({ state: 'RUNNING' satisfies CsvImportState, total })
      .where('id', '=', id)
      .where('state', '=', 'SCHEDULED' satisfies CsvImportState),
  );
}

/** Some records that are done in the unit, from the number `processed` on. */
interface DoneRecords {
  readonly importId: string;
  readonly processed: number;
  readonly lines: readonly Omit<CsvImportLineTable, 'import_id' | 'is_success'>[];
}

export type LineStatus = 'SUCCESS' | 'SKIPPED' | 'ERROR';

/**
 * Counts the records, and tells what became of them. False when they are done already, by a unit of
 * which it was not known whether it was stored: this one must fail then.
 */
export async function countRecords(
  handle: WriteHandle,
  { importId, processed, lines }: DoneRecords,
): Promise<boolean> {
  const withStatus = (status: LineStatus): number =>
    lines.filter((line) => line.status === status).length;
  const changed = await handle.run(
    handle.builder
      .updateTable('csv_import')
      .set((e) => ({
        processed: processed + lines.length,
        succeeded: e('succeeded', '+', withStatus('SUCCESS')),
        skipped: e('skipped', '+', withStatus('SKIPPED')),
        failed: e('failed', '+', withStatus('ERROR')),
      }))
      .where('id', '=', importId)
      .where('state', '=', 'RUNNING' satisfies CsvImportState)
      .where('processed', '=', processed),
  );
  if (changed !== 1) return false;
  const rows = lines.map((line) => ({
    import_id: importId,
    is_success: line.status === 'SUCCESS' ? 1 : 0,
    ...line,
  }));
  if (rows.length > 0) await handle.run(handle.builder.insertInto('csv_import_line').values(rows));
  return true;
}

/** Without an effect on one that has ended. */
export async function endImport(
  handle: WriteHandle,
  { id, lease_id }: Pick<CsvImportTable, 'id' | 'lease_id'>,
  state: 'COMPLETED' | 'ERROR',
): Promise<void> {
  await releaseLeases(handle, [lease_id]);
  await handle.run(
    handle.builder
      .updateTable('csv_import')
      .set({ state, expires_at: now() + keptMs })
      .where('id', '=', id)
      .where('expires_at', 'is', null),
  );
}

interface LinesParams {
  readonly id: string;
  readonly isSuccess: number;
  readonly limit: number;
}

const linesOfImport = defineStatement<LinesParams, CsvImportLineTable>((b, p) =>
  b
    .selectFrom('csv_import_line')
    .selectAll()
    .where('import_id', '=', p.id)
    .where('is_success', '=', p.isSuccess)
    .orderBy('line')
    .limit(p.limit),
);

/** In the order of the file; of more than the limit those that need attention come first. */
export async function listLines(
  handle: ReadHandle,
  id: string,
  limit: number,
): Promise<readonly CsvImportLineTable[]> {
  const others = await handle.fetchAll(linesOfImport, { id, isSuccess: 0, limit });
  const rest = limit - others.length;
  if (rest === 0) return others;
  const done = await handle.fetchAll(linesOfImport, { id, isSuccess: 1, limit: rest });
  return [...others, ...done].sort((a, b) => a.line - b.line);
}

const linesPerPurge = 1_000;

/** Removes some of what has expired; returns how many rows. */
export async function purgeExpiredImports(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const oldest = await handle.first(
    builder
      .selectFrom('csv_import')
      .select('id')
      .where('expires_at', '<=', nowMs)
      .orderBy('expires_at')
      .limit(1),
  );
  if (!oldest) return 0;
  const { id } = oldest;
  const some = builder
    .selectFrom('csv_import_line')
    .select('line')
    .where('import_id', '=', id)
    .orderBy('line')
    .limit(linesPerPurge);
  const lines = await handle.run(
    builder.deleteFrom('csv_import_line').where('import_id', '=', id).where('line', 'in', some),
  );
  if (lines > 0) return lines;
  return handle.run(builder.deleteFrom('csv_import').where('id', '=', id));
}
