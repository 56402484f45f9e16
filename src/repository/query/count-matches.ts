import { sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { CompiledBranch } from './compile-branches.ts';
import { statement, unionOf } from './select-sql.ts';

/** The totals that are not numbers of matches. */
const unknownTotal = -1;
const totalBeyondLimit = -2;

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  /** Matches are counted up to here; 0 does not count at all. */
  readonly countLimit: number;
}

/** Not counted where the page itself determines the total. */
export async function totalOf(
  found: number,
  { offset, limit, countLimit }: PageRequest,
  count: (most: number) => Promise<number>,
): Promise<number> {
  const isEnd = found < limit && (found > 0 || offset === 0);
  const seen = offset + found;
  if (isEnd) return countLimit > 0 && seen > countLimit ? totalBeyondLimit : seen;
  if (countLimit <= 0) return unknownTotal;
  const counted = await count(countLimit + 1);
  return counted > countLimit ? totalBeyondLimit : counted;
}

/** Counts rows of the branches, but no more than `most`. */
export async function countRows(
  handle: ReadHandle,
  all: readonly CompiledBranch[],
  most: number,
): Promise<number> {
  if (all.length === 0) return 0;
  const some = sql`${unionOf(all, () => sql`1 as one`)} limit ${most}`;
  const text = sql`select count(*) as count from (${some}) as some_rows`;
  const row = await handle.first(statement<{ count: number }>(handle.builder, text));
  return row?.count ?? 0;
}
