import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database.ts';
import { compilable } from '../statement.ts';

interface GivenNumber {
  readonly table: string;
  /** The column of PostgreSQL that takes its values from a sequence; not used on SQLite. */
  readonly column: string;
  /** The last number that was given to a row, which may be gone; 0 when there was none. */
  readonly last: number;
}

const ofSqlite = sql<GivenNumber>`
  select name as "table", '' as "column", seq as last from sqlite_sequence order by name`;

const ofPostgres = sql<GivenNumber>`
  select stored.relname as "table", part.attname as "column",
    coalesce(pg_sequence_last_value(
      pg_get_serial_sequence(quote_ident(stored.relname), part.attname)::regclass), 0) as last
  from pg_attribute as part join pg_class as stored on stored.oid = part.attrelid
  where part.attidentity <> '' and stored.relnamespace = current_schema()::regnamespace
  order by stored.relname`;

/** Which numbers the tables have given to their rows. */
export function readGivenNumbers(handle: ReadHandle): Promise<GivenNumber[]> {
  const query = handle.dialect.engine === 'sqlite' ? ofSqlite : ofPostgres;
  return handle.all(compilable(handle.rows, query));
}

/** The tables go on with the numbers behind those of another database. */
export async function setGivenNumbers(
  handle: WriteHandle,
  numbers: readonly GivenNumber[],
): Promise<void> {
  const lasts = new Map(numbers.map(({ table, last }) => [table, last]));
  if (handle.dialect.engine === 'sqlite') await setOnSqlite(handle, lasts);
  else await setOnPostgres(handle, lasts);
}

async function setOnSqlite(handle: WriteHandle, lasts: ReadonlyMap<string, number>): Promise<void> {
  for (const [table, last] of lasts) {
    if (last === 0) continue;
    await handle.run(
      compilable(handle.rows, sql`delete from sqlite_sequence where name = ${table}`),
    );
    const insert = sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`;
    await handle.run(compilable(handle.rows, insert));
  }
}

async function setOnPostgres(
  handle: WriteHandle,
  lasts: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { table, column } of await readGivenNumbers(handle)) {
    const last = lasts.get(table) ?? 0;
    if (last === 0) continue;
    const set = sql`select setval(
      pg_get_serial_sequence(quote_ident(${table}), ${column})::regclass, ${last}::bigint)`;
    await handle.all(compilable(handle.rows, set));
  }
}
