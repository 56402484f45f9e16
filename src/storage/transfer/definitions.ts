import { sql } from 'kysely';
import type { MigrationHandle, ReadHandle } from '../database.ts';
import { compilable } from '../statement.ts';

/** An index, or a reference of one table to another, as a statement makes it. */
export interface Definition {
  readonly kind: 'index' | 'reference';
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

/** References of SQLite are part of its tables, and are not checked while rows are copied. */
const sqliteDefinitions = sql<Definition>`
  select 'index' as kind, name, tbl_name as "table", sql as text
  from sqlite_master where type = 'index' and sql is not null order by name`;

const postgresDefinitions = sql<Definition>`
  select 'index' as kind, made.relname as name, stored.relname as "table",
    pg_get_indexdef(made.oid) as text
  from pg_index as entry
  join pg_class as made on made.oid = entry.indexrelid
  join pg_class as stored on stored.oid = entry.indrelid
  where stored.relkind = 'r' and stored.relnamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_constraint as rule
      where rule.conindid = made.oid and rule.contype in ('p', 'u', 'x'))
  union all
  select 'reference', rule.conname, stored.relname,
    format('ALTER TABLE %I ADD CONSTRAINT %I %s', stored.relname, rule.conname,
      pg_get_constraintdef(rule.oid))
  from pg_constraint as rule join pg_class as stored on stored.oid = rule.conrelid
  where rule.contype = 'f' and stored.relnamespace = current_schema()::regnamespace
  order by 1, 2`;

/** What rows are copied without, as it is cheaper to make at the end; keys and their indexes stay. */
export function readDefinitions(handle: ReadHandle): Promise<Definition[]> {
  const query = handle.dialect.engine === 'sqlite' ? sqliteDefinitions : postgresDefinitions;
  return handle.all(compilable(handle.rows, query));
}

export async function dropDefinition(
  handle: MigrationHandle,
  { kind, name, table }: Definition,
): Promise<void> {
  const drop =
    kind === 'index'
      ? sql`drop index ${sql.ref(name)}`
      : sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`;
  await handle.run(compilable(handle.rows, drop));
}
