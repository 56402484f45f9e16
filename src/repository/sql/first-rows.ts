import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../../storage/sql-dialect.ts';

/** The first rows of a table for each of some given keys. */
interface FirstRows {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** The condition on the columns of the given key (`given`) and of the table, under this alias. */
  readonly where: (alias: string) => RawBuilder<SqlBool>;
  /** The columns that the rows of one key are sorted by, with an index. */
  readonly orderBy: readonly string[];
  readonly limit: number;
}

/**
 * A join that follows `given`: the first rows of each key under the alias `item`. No more than these are
 * read, however many there are.
 */
export function joinFirstRows(dialect: SqlDialect, rows: FirstRows): RawBuilder<unknown> {
  const { table, key, where, orderBy, limit } = rows;
  const order = sql.join(orderBy.map((name) => sql.ref(`first.${name}`)));
  const first = sql`from ${sql.table(table)} as first where ${where('first')}
    order by ${order} limit ${sql.lit(limit)}`;
  if (dialect.hasLateralJoins) return sql`cross join lateral (select first.* ${first}) as item`;
  // By the primary key alone: with a condition on other columns the planner may read all rows of a given
  // key, and run the subquery for each.
  const columns = (alias: string) => sql.join(key.map((name) => sql.ref(`${alias}.${name}`)));
  return sql`join ${sql.table(table)} as item on (${columns('item')}) in (
    select ${columns('first')} ${first})`;
}
