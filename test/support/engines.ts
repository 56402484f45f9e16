import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { folderParent } from './folder-parent.ts';
import { migratedTemplate } from './postgres-template.ts';

export const engines: readonly EngineName[] = ['sqlite', 'postgres'];

/** An empty folder that the caller removes. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(folderParent(), 'cartulary-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Creates a PostgreSQL database and returns its address. It is a copy of the one that the run has
 * made of all migrations, which takes less than to run them again, or empty.
 */
export async function createPostgresDatabase({ isEmpty = false } = {}): Promise<{
  url: string;
  drop: () => Promise<void>;
}> {
  const server = inject('postgresUrl');
  const name = `t_${randomBytes(8).toString('hex')}`;
  const template = isEmpty ? 'template1' : migratedTemplate;
  // Copying the files takes a third of what writing every page to the log takes.
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    url: `${server}/${name}`,
    drop: () => runOnServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function runOnServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
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
  });
  return {
    database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
