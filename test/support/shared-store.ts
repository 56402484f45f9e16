import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { createPostgresDatabase, makeFolder } from './engines.ts';

/** A migrated store that several nodes can open, as processes of their own would. */
export interface SharedStore {
  readonly database: Database;
  /** One more node; the caller need not close it. */
  openNode(): Database;
  close(): Promise<void>;
}

const queueTimeoutMs = 10_000;

export async function openSharedStore(engine: EngineName): Promise<SharedStore> {
  const place = engine === 'sqlite' ? await sqlitePlace() : await postgresPlace();
  const nodes: Database[] = [];
  const openNode = (): Database => {
    const node = place.open();
    nodes.push(node);
    return node;
  };
  const database = openNode();
  await migrate(database, migrations);
  return {
    database,
    openNode,
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await place.remove();
    },
  };
}

interface Place {
  open(): Database;
  remove(): Promise<void>;
}

async function sqlitePlace(): Promise<Place> {
  const folder = await makeFolder();
  const path = join(folder.path, 'test.db');
  return { open: () => new SqliteDatabase({ path, queueTimeoutMs }), remove: folder.remove };
}

async function postgresPlace(): Promise<Place> {
  const { url, drop } = await createPostgresDatabase();
  const options = { connectionString: url, poolSize: 10, queueTimeoutMs };
  return { open: () => new PostgresDatabase(options), remove: drop };
}
