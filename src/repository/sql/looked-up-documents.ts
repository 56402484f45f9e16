import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../../storage/sql-dialect.ts';

/**
 * Joins documents to the rows of a recursion by an index of the condition. PostgreSQL expects many rows
 * of a recursion, and would read all documents for each step of it.
 */
export function joinLookedUp(
  dialect: SqlDialect,
  { alias, on }: { readonly alias: string; readonly on: RawBuilder<SqlBool> },
): RawBuilder<unknown> {
  const documents = sql`${sql.table('document')} as ${sql.ref(alias)}`;
  if (!dialect.hasLateralJoins) return sql`join ${documents} on ${on}`;
  const columns = sql.join(['id', 'parent_id'].map((name) => sql.ref(`${alias}.${name}`)));
  const rows = dialect.computedOnce(sql`select ${columns} from ${documents} where ${on}`);
  return sql`cross join lateral (${rows}) as ${sql.ref(alias)}`;
}
