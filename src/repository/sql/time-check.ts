import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';

/**
 * A condition for statements that may look at many rows of a table: always true, and on SQLite the
 * place where they stop, at their time limit or to go on on a thread. It reads the clock for one
 * row in 256. The number of the row is a column, as SQLite evaluates conditions without columns
 * once, before it reads rows.
 */
export function isInTime({ deadlineMs }: ReadHandle, table: string): RawBuilder<SqlBool> {
  if (deadlineMs === undefined) return sql`1 = 1`;
  return sql`(${sql.ref(`${table}.rowid`)} & 255 or cartulary_before(${deadlineMs}))`;
}
