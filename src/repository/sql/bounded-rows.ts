import { type Expression, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';

/** The remaining bytes for rows of several statements of one response. */
export class RowBudget {
  leftBytes: number = limits.rowsBytesMax;
}

interface RowBounds {
  /** The columns that may be long. */
  readonly texts: readonly string[];
  /** What the caller can do when there are too many. */
  readonly remedy: string;
  /** The budget of the whole response, if it has other rows too. */
  readonly budget?: RowBudget | undefined;
}

/** Bytes of a row beside its texts. */
const rowBytes = 64;

/**
 * The rows of a statement, in its order. Their number is not a sufficient bound, so the statement
 * adds up their sizes and ends at the bound of one response.
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
