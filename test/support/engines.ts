import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { folderParent } from './folder-parent.ts';
import {
  copyPreparedFiles,
  createDatabase,
  runOnServer,
  type StoreState,
} from './template-stores.ts';

export const engines: readonly EngineName[] = ['sqlite', 'postgres'];

/** An empty folder that the caller removes. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(folderParent(), 'cartulary-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Creates a PostgreSQL database in that state and returns its address. */
export async function createPostgresDatabase(
  state: StoreState = 'migrated',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `t_${randomBytes(8).toString('hex')}`;
  await createDatabase(server, { name, state });
  return {
    url: `${inject('poolerUrl') ?? server}/${name}`,
    drop: () => runOnServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/**
 * What a store needs to be opened: its folder, and its database unless that is a file in it. A
 * prepared one has the initial content of a server with the default settings.
 */
export interface StorePlace {
  /** Has the folder `data` when the store has been opened. */
  readonly folder: string;
  readonly data: string;
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

export async function createStorePlace(
  engine: EngineName,
  state: StoreState = 'prepared',
): Promise<StorePlace> {
  const folder = await makeFolder();
  const data = join(folder.path, 'data');
  if (state === 'prepared') {
    await copyPreparedFiles(engine, { from: inject('preparedFolder'), to: data });
  }
  const postgres = engine === 'postgres' ? await createPostgresDatabase(state) : undefined;
  return {
    folder: folder.path,
    data,
    databaseUrl: postgres?.url,
    remove: async () => {
      await postgres?.drop();
      await folder.remove();
    },
  };
}

export interface TestDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** A migrated, otherwise empty store of the engine. */
export async function openTestDatabase(engine: EngineName): Promise<TestDatabase> {
  const opened = engine === 'sqlite' ? await openSqlite() : await openPostgres();
  await migrate(opened.database, migrations);
  return opened;
}

async function openSqlite(): Promise<TestDatabase> {
  const folder = await makeFolder();
  const database = new SqliteDatabase({
    path: join(folder.path, 'test.db'),
    queueTimeoutMs: 10_000,
    queryThreads: 2,
  });
  return {
    database,
    close: async () => {
      await database.close();
      await folder.remove();
    },
  };
}

async function openPostgres(): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const database = new PostgresDatabase({
    connectionString: url,
    poolSize: 10,
    queueTimeoutMs: 10_000,
    isPooled: inject('poolerUrl') !== undefined,
  });
  return {
    database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
