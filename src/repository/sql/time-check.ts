import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';

/**
 * A condition for statements that may look at many rows of a table: always true, and on SQLite the
 * place where they stop, at their time limit or to go on on a thread. It reads the clock for one
 * row in 256. The number of the row is a column, as SQLite evaluates conditions without columns
 * once, before it reads rows.
 */
export function isInTime({ deadlineMs }: ReadHandle, table: string): RawBuilder<SqlBool> {
  if (deadlineMs === undefined) return always;
  return sql`(${rowNumberOf(table)} & 255 or cartulary_before(${deadlineMs}))`;
}

const always = sql<SqlBool>`1 = 1`;
const rowNumbers = new Map<string, RawBuilder<unknown>>();

/** Parsing the name of a column takes longer than the rest. There are few tables. */
function rowNumberOf(table: string): RawBuilder<unknown> {
  const known = rowNumbers.get(table) ?? sql.ref(`${table}.rowid`);
  rowNumbers.set(table, known);
  return known;
}
