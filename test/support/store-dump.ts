import { sql } from 'kysely';
import type { Database, ReadHandle } from '../../src/storage/database.ts';
import type { TestApp } from './app.ts';

export type StoreDump = Readonly<Record<string, readonly string[]>>;

/** Recorded beside requests and not with a change, so a request before may still be about to. */
const besideChanges = new Set(['download', 'loginFailed', 'loginSuccess', 'logout']);

/**
 * Every row of every table as text, in an order that does not depend on the engine. Left out is what
 * FTS5 keeps for itself, which differs with the way there (the digests of the words are in a table), the
 * numbers SQLite has given away, and what the audit tells of sign-ins and downloads.
 */
export function dumpStore(database: Database): Promise<StoreDump> {
  return database.read(async (handle) => {
    const dump: Record<string, string[]> = {};
    for (const table of await tableNames(handle)) {
      if (table.startsWith('fulltext_words') || table === 'sqlite_sequence') continue;
      const query = sql<object>`select * from ${sql.table(table)}`;
      const all = await handle.all({ compile: () => query.compile(handle.builder) });
      const rows = table === 'audit_entry' ? all.filter(isWithChange) : all;
      dump[table] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return dump;
  });
}

function isWithChange(row: object): boolean {
  return !('event_id' in row) || !besideChanges.has(String(row.event_id));
}

/** The store once answers that were sent have given up what they needed. */
export async function dumpSettledStore({ services }: TestApp): Promise<StoreDump> {
  await services.releases.settled();
  return dumpStore(services.database);
}

async function tableNames(handle: ReadHandle): Promise<string[]> {
  const query =
    handle.engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = 'public' order by table_name`;
  const rows = await handle.all({ compile: () => query.compile(handle.builder) });
  return rows.map((row) => row.name);
}
