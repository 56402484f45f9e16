import { sleep } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import {
  type Database,
  isKnownNotStored,
  type MigrationHandle,
  type QueryMeter,
  type ReadBounds,
  type ReadHandle,
  type ScanOptions,
  scanPageRowsDefault,
  type WriteHandle,
  type WriteOptions,
} from '../database.ts';
import { createSqlBuilder } from '../sql-builder.ts';
import type { Compilable } from '../statement.ts';
import { settledState } from '../tree-state.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { PostgresHandle } from './postgres-handle.ts';
import { type PostgresOptions, PostgresPool } from './postgres-pool.ts';
import { PostgresTransaction, rollback, type TransactionKind } from './postgres-transaction.ts';
import { KnownTree, readTreeState } from './postgres-tree.ts';
import { ReconnectingReader } from './reconnecting-reader.ts';
import { scanByCursor } from './scan-by-cursor.ts';
import { refuseOldServer } from './server-version.ts';

const conflictAttemptsMax = 5;
/** A unit that itself ends connections, for example by its use of memory, must not end them all. */
const lossAttemptsMax = 2;
const pauseMs = 10;

/**
 * PostgreSQL behind the Database port: READ COMMITTED, one connection of the pool per unit. What
 * the loss of a connection means for a unit is described in `docs/decisions/0002-storage.md`.
 */
export class PostgresDatabase implements Database {
  readonly engine = 'postgres' as const;
  readonly #builder = createSqlBuilder('postgres');
  readonly #pool: PostgresPool;
  readonly #tree = new KnownTree(this.#builder);

  constructor(options: PostgresOptions) {
    this.#pool = new PostgresPool(options);
  }

  async read<T>(
    work: (handle: ReadHandle) => Promise<T>,
    meter?: QueryMeter,
    bounds?: ReadBounds,
  ): Promise<T> {
    const reader = await ReconnectingReader.create(() => this.#openForReading(bounds));
    let handle: PostgresHandle | undefined;
    try {
      const state = await this.#tree.forReading(reader);
      handle = new PostgresHandle({ rows: this.#builder, target: reader, state, meter });
      handle.known = this.#tree;
      return await work(handle);
    } finally {
      handle?.end();
      reader.release({ isUsable: bounds === undefined || (await rollback(reader)) });
    }
  }

  readLatest<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.read(work);
  }

  snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.#transaction('snapshot', work);
  }

  scan<Row>(
    query: Compilable<Row>,
    { signal, pageRows = scanPageRowsDefault }: ScanOptions = {},
  ): AsyncGenerator<readonly Row[]> {
    const { sql, parameters } = query.compile();
    const pages = scanByCursor(this.#pool, { sql, parameters, pageRows, signal });
    return pages as AsyncGenerator<readonly Row[]>;
  }

  async write<T>(
    work: (handle: WriteHandle) => Promise<T>,
    meter?: QueryMeter,
    options?: WriteOptions,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transaction('write', work, meter);
      } catch (error) {
        if (options?.runsOnce || attempt >= attemptsMaxAfter(error)) throw error;
        await sleep(attempt * pauseMs);
      }
    }
  }

  migrate<T>(work: (handle: MigrationHandle) => Promise<T>): Promise<T> {
    return this.#transaction('migration', async (handle, connection) => {
      await refuseOldServer(connection);
      return work(handle);
    });
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Bounds are settings of a transaction; without bounds there is none. */
  async #openForReading(bounds: ReadBounds | undefined): Promise<PostgresConnection> {
    const connection = await this.#pool.connect();
    if (!bounds) return connection;
    try {
      await connection.query({ text: 'BEGIN READ ONLY' });
      await limitStatements(connection, bounds);
      return connection;
    } catch (error) {
      connection.release({ isUsable: false });
      throw error;
    }
  }

  async #transaction<T>(
    kind: TransactionKind,
    work: (handle: PostgresHandle, connection: PostgresConnection) => Promise<T>,
    meter?: QueryMeter,
  ): Promise<T> {
    const transaction = await PostgresTransaction.begin(this.#pool, kind);
    const { connection } = transaction;
    let handle: PostgresHandle | undefined;
    let value: T;
    try {
      const state = await this.#treeOf(kind, transaction);
      handle = new PostgresHandle({ rows: this.#builder, target: connection, state, meter });
      handle.isMigration = kind === 'migration';
      value = await work(handle, connection);
      await handle.sendPostponed();
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      handle?.end();
    }
    await transaction.commit();
    this.#tree.learn(handle.tree.revision);
    for (const action of handle.afterCommitActions) action();
    return value;
  }

  #treeOf(kind: TransactionKind, { connection, treeRevision }: PostgresTransaction) {
    if (kind === 'migration') return settledState(this.#builder);
    if (treeRevision === undefined) return readTreeState(this.#builder, connection);
    return this.#tree.forRevision(treeRevision, connection);
  }
}

function attemptsMaxAfter(error: unknown): number {
  if (isAppError(error, 'store.conflict')) return conflictAttemptsMax;
  return isKnownNotStored(error) ? lossAttemptsMax : 1;
}

/** Until the end of the transaction. Zero would mean no limit. */
async function limitStatements(
  connection: PostgresConnection,
  { timeLimitMs }: ReadBounds,
): Promise<void> {
  const values = [String(Math.max(1, Math.ceil(timeLimitMs)))];
  await connection.query({ text: "select set_config('statement_timeout', $1, true)", values });
}
