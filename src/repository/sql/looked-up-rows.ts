import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../../storage/sql-dialect.ts';

interface LookedUp {
  /** `document` unless it is another one. */
  readonly table?: string;
  readonly alias: string;
  /** What the statement uses of them; of documents these two unless others are named. */
  readonly columns?: readonly string[];
  readonly on: RawBuilder<SqlBool>;
}

/**
 * Joins documents, or rows of another table, to the rows of a recursion by an index of the condition.
 * PostgreSQL expects many rows of a recursion, and would read the whole table for each step of it.
 */
export function joinLookedUp(
  dialect: SqlDialect,
  { table = 'document', alias, columns = ['id', 'parent_id'], on }: LookedUp,
): RawBuilder<unknown> {
  const source = sql`${sql.table(table)} as ${sql.ref(alias)}`;
  if (!dialect.hasLateralJoins) return sql`join ${source} on ${on}`;
  const selected = sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)));
  const rows = dialect.computedOnce(sql`select ${selected} from ${source} where ${on}`);
  return sql`cross join lateral (${rows}) as ${sql.ref(alias)}`;
}
