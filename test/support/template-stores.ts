import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createLogger } from '../../src/base/log.ts';
import { loadConfig } from '../../src/config/load.ts';
import { hashQuickly } from '../../src/repository/principals/passwords.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { openStore, prepareStore } from '../../src/store.ts';
import { prepareWorkflows } from '../../src/workflow-files.ts';

/**
 * What a new PostgreSQL database is a copy of: nothing, an empty store, or one with the initial
 * content that a server gives it.
 */
export const postgresTemplates = {
  empty: 'template1',
  migrated: 'cartulary_migrated',
  prepared: 'cartulary_prepared',
} as const;

export type StoreState = keyof typeof postgresTemplates;

/** Stores that others of the run are copies of: each file of tests opens several. */
export async function createTemplates(server: string, folder: string): Promise<void> {
  await createDatabase(server, { name: postgresTemplates.migrated, state: 'empty' });
  await migrateTemplate(server);
  await createDatabase(server, { name: postgresTemplates.prepared, state: 'migrated' });
  await prepareTemplate('sqlite', { folder });
  const databaseUrl = `${server}/${postgresTemplates.prepared}`;
  await prepareTemplate('postgres', { folder, databaseUrl });
}

/** There must be no connections to the template. */
export function createDatabase(
  server: string,
  { name, state }: { readonly name: string; readonly state: StoreState },
): Promise<void> {
  const template = postgresTemplates[state];
  // Copying the files takes a tenth of what it takes to write each page to the log.
  const sql = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`;
  return runOnServer(server, sql);
}

const clients = new Map<string, Promise<pg.Client>>();

/** All statements share a connection: to open another takes as long as to make a database. */
export async function runOnServer(server: string, sql: string): Promise<void> {
  const client = clients.get(server) ?? connectTo(server);
  clients.set(server, client);
  await (await client).query(sql);
}

async function connectTo(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  // The server may end first.
  client.on('error', () => clients.delete(server));
  await client.connect().catch((error: unknown) => {
    clients.delete(server);
    throw error;
  });
  return client;
}

/** The files of a store that has its initial content; those of its database too with SQLite. */
export async function copyPreparedFiles(
  engine: EngineName,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await cp(join(from, engine), to, { recursive: true });
}

async function migrateTemplate(server: string): Promise<void> {
  const database = new PostgresDatabase({
    connectionString: `${server}/${postgresTemplates.migrated}`,
    poolSize: 1,
    queueTimeoutMs: 10_000,
  });
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
}

/** A store with its initial content, in a folder named as its engine. */
export async function prepareTemplate(
  engine: EngineName,
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl?: string },
): Promise<void> {
  const { config } = loadConfig({
    environment: {},
    flags: { data: join(folder, engine), databaseUrl },
  });
  const store = await openStore(config);
  hashQuickly(true);
  try {
    await prepareStore(store, config, createLogger('silent'));
    await prepareWorkflows(store, () => true);
  } finally {
    await store.close();
  }
}
