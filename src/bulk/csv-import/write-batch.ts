import { type AppError, isAppError } from '../../base/errors/app-error.ts';
import { failureText } from '../../jobs/failure-text.ts';
import { changedProperties } from '../../repository/changes/property-rules.ts';
import { importDocuments } from '../../repository/editing/import-documents.ts';
import { acceptUpdate, saveUpdate } from '../../repository/editing/update-document.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import type { LineStatus } from './import-rows.ts';
import type { PreparedRow } from './prepare-batch.ts';

export interface RowOutcome {
  readonly line: number;
  readonly status: LineStatus;
  readonly message: string;
}

type Update = Extract<PreparedRow, { kind: 'update' }>;

/**
 * Does what the records ask for, in one unit; those that break a rule are refused alone.
 *
 * @throws AppError request.conflict when a name was taken meanwhile: prepare the batch again
 */
export async function writeBatch(
  unit: WriteUnit,
  rows: readonly PreparedRow[],
): Promise<readonly RowOutcome[]> {
  const creations = rows.flatMap((row) => (row.kind === 'create' ? [row.creation] : []));
  const { refused } = await importDocuments(unit, creations);
  const outcomes: RowOutcome[] = [];
  for (const row of rows) outcomes.push(await outcomeOf(unit, row, refused));
  return outcomes;
}

async function outcomeOf(
  unit: WriteUnit,
  row: PreparedRow,
  refused: ReadonlyMap<string, AppError>,
): Promise<RowOutcome> {
  const { line } = row;
  if (row.kind === 'refused') return { line, status: 'ERROR', message: row.reason };
  if (row.kind === 'update') return updateOutcome(unit, row);
  const error = refused.get(row.creation.id);
  if (error) return { line, status: 'ERROR', message: failureText(error) };
  return { line, status: 'SUCCESS', message: 'The document is created' };
}

async function updateOutcome(unit: WriteUnit, row: Update): Promise<RowOutcome> {
  const { line, document, properties } = row;
  const changed = changedProperties(document.shape, document.properties, properties);
  if (Object.keys(changed).length === 0) {
    return { line, status: 'SKIPPED', message: 'The document is there already, with these values' };
  }
  const refusal = await update(unit, row);
  if (refusal) return { line, status: 'ERROR', message: failureText(refusal) };
  return { line, status: 'SUCCESS', message: 'The document is updated' };
}

/** Refusals leave no trace in the unit; whatever else goes wrong fails it. */
async function update(
  unit: WriteUnit,
  { document, properties }: Update,
): Promise<AppError | undefined> {
  const accepted = await acceptUpdate(unit, {
    id: document.id,
    properties,
    changeToken: null,
  }).catch((error: unknown) => {
    if (isAppError(error) && error.status < 500) return error;
    throw error;
  });
  if (isAppError(accepted)) return accepted;
  await saveUpdate(unit, accepted);
  return undefined;
}
