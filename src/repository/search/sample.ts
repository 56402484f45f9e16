import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lookedUpMax } from '../query/query-limits.ts';
import { statement } from '../query/select-sql.ts';
import { rowAlias, type SqlContext } from '../query/sql-context.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** Matches that are all counted, and how many are evaluated where there are more. */
export interface SampleBounds {
  readonly exactMax: number;
  readonly size: number;
}

/** The part of all documents that is evaluated: 1 for all of them. */
export type SampleRatio = number;

export interface Sample {
  readonly ratio: SampleRatio;
  /** For the planner of SQLite, which has no statistics: the index of proxies finds them faster than a sample does. */
  readonly hasFewProxies: boolean;
}

/** No sample: all documents. */
export const wholeStore: Sample = { ratio: 1, hasFewProxies: false };

/** The condition that a document is in the sample: rows spread over the whole table, whatever is in them. */
export function isInSample(
  { dialect, branch }: SqlContext,
  { ratio, hasFewProxies }: Sample,
): RawBuilder<SqlBool> | undefined {
  if (ratio >= 1) return undefined;
  const isFound = hasFewProxies && branch === 'proxy';
  return dialect.isSampled({ table: 'document', alias: rowAlias, isFound }, ratio);
}

/** Without statistics or reading the documents: `documents` is too large where many were removed. */
async function lookAtStore({
  handle,
}: ReadUnit): Promise<{ readonly documents: number; readonly hasFewProxies: boolean }> {
  const { dialect, rows } = handle;
  const text = sql`select ${dialect.rowEstimate('document')} as documents, (select 1 from document
    where proxy_target_id is not null limit 1 offset ${sql.lit(lookedUpMax)}) as has_many_proxies`;
  const row = await handle.first(
    statement<{ documents: number | null; has_many_proxies: number | null }>(rows, text),
  );
  const documents = Number(row?.documents ?? 0);
  return { documents, hasFewProxies: (row?.has_many_proxies ?? null) === null };
}

/** In a small store all documents are evaluated; in others as many as would do if all of them matched. */
export async function firstSample(unit: ReadUnit, bounds: SampleBounds): Promise<Sample> {
  // The table of a statement is not the stored one while changes of the tree are pending.
  if (!unit.handle.tree.isEmpty) return wholeStore;
  const { documents, hasFewProxies } = await lookAtStore(unit);
  return { ratio: documents <= bounds.exactMax ? 1 : bounds.size / documents, hasFewProxies };
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
