import { type RawBuilder, sql } from 'kysely';
import type { Database, ReadHandle } from '../../src/storage/database.ts';
import type { TestApp } from './app.ts';

export type StoreDump = Readonly<Record<string, readonly string[]>>;

/** Recorded beside requests and not with a change, so a request before may still be about to. */
const besideChanges = ['download', 'loginFailed', 'loginSuccess', 'logout'];

/**
 * Every row of every table as text, in an order that does not depend on the engine. Left out is what
 * FTS5 keeps for itself, which differs with the way there (the digests of the words are in a table), the
 * numbers SQLite has given away, and what the audit tells of sign-ins and downloads.
 */
export function dumpStore(database: Database): Promise<StoreDump> {
  return database.read(async (handle) => {
    const tables = (await tableNames(handle)).filter(
      (table) => !table.startsWith('fulltext_words') && table !== 'sqlite_sequence',
    );
    return handle.dialect.engine === 'sqlite'
      ? dumpOneByOne(handle, tables)
      : dumpAtOnce(handle, tables);
  });
}

async function dumpOneByOne(handle: ReadHandle, tables: readonly string[]): Promise<StoreDump> {
  const dump: Record<string, string[]> = {};
  for (const table of tables) {
    const query = sql<object>`select * from ${sql.table(table)}${whereWithChange(table)}`;
    const rows = await handle.all({ compile: () => query.compile(handle.builder) });
    dump[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return dump;
}

/** A statement for each table would be a message to the server and back for each. */
async function dumpAtOnce(handle: ReadHandle, tables: readonly string[]): Promise<StoreDump> {
  const parts = tables.map(
    (table) => sql`select ${sql.lit(table)} as name, row_to_json(each_row)::text as content
      from ${sql.table(table)} as each_row${whereWithChange(table)}`,
  );
  const query = sql<{ name: string; content: string }>`${sql.join(parts, sql` union all `)}`;
  const rows = await handle.all({ compile: () => query.compile(handle.builder) });
  const byTable = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries(
    tables.map((table) => [table, (byTable.get(table) ?? []).map(({ content }) => content).sort()]),
  );
}

function whereWithChange(table: string): RawBuilder<unknown> {
  if (table !== 'audit_entry') return sql``;
  return sql` where event_id not in (${sql.join(besideChanges.map((event) => sql.lit(event)))})`;
}

/** The store once the resources of sent responses are released. */
export async function dumpSettledStore({ services }: TestApp): Promise<StoreDump> {
  await services.releases.settled();
  return dumpStore(services.database);
}

async function tableNames(handle: ReadHandle): Promise<string[]> {
  const query =
    handle.dialect.engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`select tablename as name from pg_catalog.pg_tables
          where schemaname = 'public' order by tablename`;
  const rows = await handle.all({ compile: () => query.compile(handle.builder) });
  return rows.map((row) => row.name);
}
