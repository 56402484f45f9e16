import pg from 'pg';
import { assert } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { nothingStored } from '../database.ts';
import { parserOf } from './column-parsers.ts';
import { PostgresConnection } from './postgres-connection.ts';

export interface PostgresOptions {
  readonly connectionString: string;
  readonly poolSize: number;
  /** How long a unit may wait for a free connection or a lock. */
  readonly queueTimeoutMs: number;
  /** See `plan-watch.ts`. */
  readonly slowPlanMs?: number;
}

/** Detects a peer that disappeared without closing, sooner than the system's default of two hours. */
const keepAliveDelayMs = 10_000;

/** The connections of a process to its database. */
export class PostgresPool {
  /** How long the database is asked for the outcome of a commit. */
  readonly outcomeWaitMs: number;
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(options: PostgresOptions) {
    this.outcomeWaitMs = Math.min(limits.outcomeWaitMs, options.queueTimeoutMs);
    this.#pool = new pg.Pool({
      connectionString: options.connectionString,
      max: options.poolSize,
      connectionTimeoutMillis: options.queueTimeoutMs,
      lock_timeout: options.queueTimeoutMs,
      // Statements are short. Where the planner expects many rows, of a recursion for example, compiling
      // them would take longer than running them. `options` in the address replaces it.
      options: '-c jit=off',
      // Statements are sent without waiting for the results of those before them.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
      onConnect: (client) => this.#begin(client as pg.PoolClient),
    });
    // An idle client that loses its server must not end the process; the next unit gets a new one.
    this.#pool.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.#pool.ending;
  }

  /**
   * A connection, which the caller releases.
   *
   * @throws AppError store.unavailable, whatever the reason is
   */
  async connect(): Promise<PostgresConnection> {
    try {
      const client = await this.#pool.connect();
      const connection = this.#connections.get(client);
      assert(connection !== undefined, 'every client of the pool has begun');
      return connection;
    } catch (cause) {
      throw new AppError('store.unavailable', undefined, { detail: nothingStored, cause });
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #begin(client: pg.PoolClient): Promise<void> {
    const connection = new PostgresConnection(client);
    this.#connections.set(client, connection);
    await connection.begin();
  }
}
