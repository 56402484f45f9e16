import { sleep } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import {
  type Database,
  isKnownNotStored,
  type MigrationHandle,
  type QueryMeter,
  type ReadBounds,
  type ReadHandle,
  type WriteHandle,
  type WriteOptions,
} from '../database.ts';
import { createSqlBuilder } from '../sql-builder.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { PostgresHandle } from './postgres-handle.ts';
import { type PostgresOptions, PostgresPool } from './postgres-pool.ts';
import { PostgresTransaction, rollback, type TransactionKind } from './postgres-transaction.ts';
import { ReconnectingReader } from './reconnecting-reader.ts';
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

  constructor(options: PostgresOptions) {
    this.#pool = new PostgresPool(options);
  }

  async read<T>(
    work: (handle: ReadHandle) => Promise<T>,
    meter?: QueryMeter,
    bounds?: ReadBounds,
  ): Promise<T> {
    const reader = await ReconnectingReader.create(() => this.#openForReading(bounds));
    const handle = new PostgresHandle(this.#builder, reader, meter);
    try {
      return await work(handle);
    } finally {
      handle.end();
      reader.release({ isUsable: bounds === undefined || (await rollback(reader)) });
    }
  }

  readLatest<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.read(work);
  }

  snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.#transaction('snapshot', work);
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
    return this.#transaction('write', async (handle, connection) => {
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
    const handle = new PostgresHandle(this.#builder, connection, meter);
    let value: T;
    try {
      value = await work(handle, connection);
      await handle.sendPostponed();
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      handle.end();
    }
    await transaction.commit();
    for (const action of handle.afterCommitActions) action();
    return value;
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
