import pg from 'pg';
import { sleep } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import type {
  Database,
  MigrationHandle,
  QueryMeter,
  ReadBounds,
  ReadHandle,
  WriteHandle,
} from '../database.ts';
import { createSqlBuilder } from '../sql-builder.ts';
import { translatePostgresError } from './postgres-errors.ts';
import { PostgresHandle } from './postgres-handle.ts';

export interface PostgresOptions {
  readonly connectionString: string;
  readonly poolSize: number;
  /** How long a unit may wait for a free connection or a lock. */
  readonly queueTimeoutMs: number;
}

const conflictAttemptsMax = 5;
const conflictPauseMs = 10;

/** Instants and counters fit a double; JSON is handed on as text so that 64-bit integers survive. */
function parserOf(oid: number, format: 'text' | 'binary' | undefined): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.JSON || oid === pg.types.builtins.JSONB) return (text) => text;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** PostgreSQL behind the Database port: READ COMMITTED, one client of the pool per unit. */
export class PostgresDatabase implements Database {
  readonly engine = 'postgres' as const;
  readonly #builder = createSqlBuilder('postgres');
  readonly #pool: pg.Pool;

  constructor(options: PostgresOptions) {
    this.#pool = new pg.Pool({
      connectionString: options.connectionString,
      max: options.poolSize,
      connectionTimeoutMillis: options.queueTimeoutMs,
      lock_timeout: options.queueTimeoutMs,
      types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
    });
    // An idle client that loses its server must not end the process; the next unit gets a new one.
    this.#pool.on('error', () => undefined);
  }

  async read<T>(
    work: (handle: ReadHandle) => Promise<T>,
    meter?: QueryMeter,
    bounds?: ReadBounds,
  ): Promise<T> {
    if (bounds) return this.#transaction(work, { begin: 'BEGIN READ ONLY', meter, bounds });
    const client = await this.#connect();
    const handle = new PostgresHandle(this.#builder, client, meter);
    try {
      return await work(handle);
    } finally {
      handle.end();
      client.release();
    }
  }

  async snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    return this.#transaction(work, { begin });
  }

  async write<T>(work: (handle: WriteHandle) => Promise<T>, meter?: QueryMeter): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transaction(work, { begin: 'BEGIN', meter });
      } catch (error) {
        if (!isAppError(error, 'store.conflict') || attempt === conflictAttemptsMax) throw error;
        await sleep(attempt * conflictPauseMs);
      }
    }
  }

  migrate<T>(work: (handle: MigrationHandle) => Promise<T>): Promise<T> {
    return this.#transaction(work, { begin: 'BEGIN' });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #transaction<T>(
    work: (handle: PostgresHandle) => Promise<T>,
    {
      begin,
      meter,
      bounds,
    }: { begin: string; meter?: QueryMeter | undefined; bounds?: ReadBounds },
  ): Promise<T> {
    const client = await this.#connect();
    const handle = new PostgresHandle(this.#builder, client, meter);
    let broken: Error | undefined;
    try {
      await client.query(begin);
      if (bounds) await limitStatements(client, bounds);
      const value = await work(handle);
      await handle.sendPostponed();
      await client.query('COMMIT');
      for (const action of handle.afterCommitActions) action();
      return value;
    } catch (error) {
      broken = await rollback(client);
      throw translatePostgresError(error);
    } finally {
      handle.end();
      client.release(broken);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw translatePostgresError(error);
    }
  }
}

/** Until the end of the transaction. Zero would mean without limit. */
async function limitStatements(client: pg.PoolClient, { timeLimitMs }: ReadBounds): Promise<void> {
  const values = [String(Math.max(1, Math.ceil(timeLimitMs)))];
  await client.query({ text: "select set_config('statement_timeout', $1, true)", values });
}

/** The reason why the client cannot be used again, if there is one. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
