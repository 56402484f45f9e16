import { sql } from 'kysely';
import type { Database, ReadHandle } from '../database.ts';
import { compilable } from '../statement.ts';

/** A program that is connected to a database of PostgreSQL. */
interface Session {
  readonly pid: number;
  readonly program: string;
}

/** Those of other programs. That of SQLite is asked by `isFileInUse`, before it is opened. */
export function listOtherSessions(database: Database): Promise<readonly Session[]> {
  if (database.engine === 'sqlite') return Promise.resolve([]);
  const query = sql<Session>`
    select pid, coalesce(application_name, '') as program from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' order by pid`;
  // Unlike others, such units do not expect any tables.
  return database.migrate((handle) => handle.all(compilable(handle.rows, query)));
}

/** Runs while no process can change the rows of the tables; the handle reads one state of them. */
export function whileStill<T>(
  database: Database,
  tables: readonly string[],
  work: (handle: ReadHandle) => Promise<T>,
): Promise<T> {
  if (database.engine === 'sqlite') {
    // A unit that writes has the only write lock of the file.
    return database.write(() => database.snapshot(work), undefined, { runsOnce: true });
  }
  return database.snapshot(async (handle) => {
    const names = sql.join(tables.map((table) => sql.table(table)));
    await handle.all(compilable(handle.rows, sql`lock table ${names} in share mode`));
    return work(handle);
  });
}
