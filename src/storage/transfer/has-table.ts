import { sql } from 'kysely';
import type { ReadHandle } from '../database.ts';
import { compilable } from '../statement.ts';

/** Whether the database has a table, also where it has no tables of the program at all. */
export async function hasTable(handle: ReadHandle, name: string): Promise<boolean> {
  const query =
    handle.dialect.engine === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = ${name}`
      : sql`select tablename from pg_tables
          where schemaname = current_schema() and tablename = ${name}`;
  return (await handle.first(compilable(handle.rows, query))) !== undefined;
}
