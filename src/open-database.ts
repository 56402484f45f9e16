import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from './base/log.ts';
import type { Config } from './config/settings.ts';
import { databaseFileName } from './data-folder.ts';
import type { Database } from './storage/database.ts';
import type { ServerReport } from './storage/postgres/server-report.ts';
import { compilable } from './storage/statement.ts';

interface OpenOptions {
  readonly folder: string;
  readonly log: Logger | undefined;
  /** See `SqliteOptions`. */
  readonly checksReferences?: boolean;
}

/** The only place that names concrete engines. They are loaded on demand: a SQLite server never loads the PostgreSQL driver. */
export async function openDatabase(
  config: Config,
  { folder, log, checksReferences }: OpenOptions,
): Promise<Database> {
  if (config.databaseUrl !== null) {
    const { PostgresDatabase } = await import('./storage/postgres/postgres-database.ts');
    return new PostgresDatabase({
      connectionString: config.databaseUrl,
      poolSize: config.databasePoolSize,
      queueTimeoutMs: config.writeQueueTimeoutMs,
      isPooled: config.databasePooler === 'transaction',
      failoverWaitMs: failoverWaitMsOf(config),
      log,
    });
  }
  const { SqliteDatabase } = await import('./storage/sqlite/sqlite-database.ts');
  return new SqliteDatabase({
    path: join(folder, databaseFileName),
    queueTimeoutMs: config.writeQueueTimeoutMs,
    queryThreads: config.queryThreads,
    log,
    checksReferences,
  });
}

/**
 * Of the engine that the configured database runs on. Opens the database without a migration; that of SQLite must exist.
 *
 * @throws AppError store.*
 */
export async function readDatabaseVersion(config: Config): Promise<string> {
  const database = await openDatabase(config, { folder: resolve(config.data), log: undefined });
  const version =
    config.databaseUrl === null
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`;
  try {
    const row = await database.read((handle) => handle.first(compilable(handle.rows, version)));
    return row?.version ?? 'unknown';
  } finally {
    await database.close();
  }
}

/** Of each server that the configured address names; none where the database is a file. */
export async function readDatabaseServers(config: Config): Promise<readonly ServerReport[]> {
  if (config.databaseUrl === null) return [];
  const { reportServers } = await import('./storage/postgres/server-report.ts');
  return reportServers(config.databaseUrl);
}

function failoverWaitMsOf({ databaseFailoverSeconds: seconds }: Config): number | undefined {
  return seconds === null ? undefined : seconds * 1_000;
}
