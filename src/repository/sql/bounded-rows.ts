import { type Expression, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';

/** What the rows of several statements for one answer may still hold together. */
export class RowBudget {
  leftBytes: number = limits.rowsBytesMax;
}

interface RowBounds {
  /** The columns that may be long. */
  readonly texts: readonly string[];
  /** What the caller can do about too many of them. */
  readonly remedy: string;
  /** Of the whole answer, if this is not all of it. */
  readonly budget?: RowBudget | undefined;
}

/** What a row costs beside its texts. */
const rowBytes = 64;

/**
 * The rows of a statement, in its order. Their number alone bounds little, so the store adds up what
 * they hold and ends where that is more than one answer may.
 *
 * @throws AppError request.answer-too-large
 */
export async function allWithin<Row>(
  handle: ReadHandle,
  page: Expression<Row>,
  { texts, remedy, budget = new RowBudget() }: RowBounds,
): Promise<Row[]> {
  const bytes = sql`(${sql.join([sql.lit(rowBytes), ...texts.map((name) => bytesOf(handle.dialect, name))], sql` + `)})`;
  const query = sql<Row & { bytes_so_far: number }>`select * from (
      select page.*, ${bytes} as own_bytes, sum(${bytes}) over (rows unbounded preceding) as bytes_so_far
      from (${page}) as page
    ) as measured where bytes_so_far - own_bytes <= ${budget.leftBytes}`;
  const rows = await handle.all(compilable(handle.builder, query));
  budget.leftBytes -= Number(rows.at(-1)?.bytes_so_far ?? 0);
  if (budget.leftBytes < 0) throw rowsTooLarge(remedy);
  return rows;
}

export function rowsTooLarge(remedy: string): AppError {
  const most = Math.round(limits.rowsBytesMax / 2 ** 20);
  return new AppError('request.answer-too-large', `the answer is more than ${most} MiB: ${remedy}`);
}

function bytesOf(dialect: SqlDialect, name: string) {
  return sql`coalesce(${dialect.byteLength(sql.ref(`page.${name}`))}, 0)`;
}
