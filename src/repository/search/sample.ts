import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { statement } from '../query/select-sql.ts';
import { rowAlias } from '../query/sql-context.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** Matches that are all counted, and how many are evaluated where there are more. */
export interface SampleBounds {
  readonly exactMax: number;
  readonly size: number;
}

/** The part of all documents that is evaluated: 1 for all of them. */
export type SampleRatio = number;

/** The condition that a document is in the sample: rows spread over the whole table, whatever is in them. */
export function isInSample(
  { handle }: ReadUnit,
  ratio: SampleRatio,
): RawBuilder<SqlBool> | undefined {
  if (ratio >= 1) return undefined;
  return handle.dialect.isSampled({ table: 'document', alias: rowAlias }, ratio);
}

/** Without statistics or reading the documents: too large where many were removed. */
async function estimateDocuments({ handle }: ReadUnit): Promise<number> {
  const text = sql`select ${handle.dialect.rowEstimate('document')} as documents`;
  const row = await handle.first(statement<{ documents: number | null }>(handle.rows, text));
  return Number(row?.documents ?? 0);
}

/** In a small store all documents are evaluated; in others as many as would do if all of them matched. */
export async function firstRatio(unit: ReadUnit, bounds: SampleBounds): Promise<SampleRatio> {
  // The table of a statement is not the stored one while changes of the tree are pending.
  if (!unit.handle.tree.isEmpty) return 1;
  const documents = await estimateDocuments(unit);
  return documents <= bounds.exactMax ? 1 : bounds.size / documents;
}

/**
 * After a run found that many matches with the ratio: undefined if its result is good enough, otherwise
 * the ratio of the next run.
 */
export function nextRatio(
  ratio: SampleRatio,
  found: number,
  { exactMax, size }: SampleBounds,
): SampleRatio | undefined {
  if (ratio >= 1) return found <= exactMax ? undefined : size / found;
  if (found >= size / 2) return undefined;
  // Three standard deviations more than the estimate.
  const most = (found + 3 * Math.sqrt(found) + 10) / ratio;
  return most <= exactMax ? 1 : Math.min(1, (size * ratio) / Math.max(found, 1));
}
