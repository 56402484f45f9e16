import pg from 'pg';
import { assert } from '../../base/assert.ts';
import { monotonicMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { Logger } from '../../base/log.ts';
import { type PostgresAddress, parsePostgresAddress } from '../../config/postgres-address.ts';
import { Problem } from '../../config/setting-values.ts';
import { type ConnectionCounts, nothingStored } from '../database.ts';
import { parserOf } from './column-parsers.ts';
import { PostgresConnection } from './postgres-connection.ts';
import type { QueryText } from './query-target.ts';
import { aimAt, labelOf, type Server } from './server-client.ts';
import { ServerLineage } from './server-lineage.ts';
import { ServerSearch } from './server-search.ts';

export interface PostgresOptions {
  /** May name several servers, see `config/postgres-address.ts`. */
  readonly connectionString: string;
  readonly poolSize: number;
  /** How long a unit may wait for a free connection or a lock. */
  readonly queueTimeoutMs: number;
  /** How long units wait while a server is looked for that can write. */
  readonly failoverWaitMs?: number | undefined;
  /** Between looks at the servers; 5 s by default. */
  readonly watchMs?: number | undefined;
  /** See `plan-watch.ts`. */
  readonly slowPlanMs?: number;
  /** Whether a pooler may give each transaction to another server process. */
  readonly isPooled?: boolean | undefined;
  readonly log?: Logger | undefined;
}

/** Detects a peer that disappeared without closing, sooner than the system's default of two hours. */
const keepAliveDelayMs = 10_000;
/** How long a connection may take to reply after others were lost. */
const checkLimitMs = 2_000;

/** The connections of a process to its database. */
export class PostgresPool {
  /** How long the database is asked for the outcome of a commit. */
  readonly outcomeWaitMs: number;
  /** Sent with the beginning of each transaction that writes. */
  readonly transactionSettings: readonly QueryText[];
  readonly isPooled: boolean;
  readonly #queueTimeoutMs: number;
  readonly #pool: pg.Pool;
  readonly #search: ServerSearch;
  readonly #lineage: ServerLineage;
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();
  readonly #open = new Map<PostgresConnection, Server>();
  #lost = 0;
  #lostMs = Number.NEGATIVE_INFINITY;

  constructor(options: PostgresOptions) {
    const address = addressOf(options.connectionString);
    const config = clientConfig(address, options);
    this.outcomeWaitMs = Math.min(limits.outcomeWaitMs, options.queueTimeoutMs);
    this.#queueTimeoutMs = options.queueTimeoutMs;
    this.isPooled = options.isPooled ?? false;
    this.transactionSettings = this.isPooled ? settingsOf(options) : [];
    this.#lineage = new ServerLineage(address.role);
    this.#search = new ServerSearch({
      address,
      config,
      lineage: this.#lineage,
      waitMs: options.failoverWaitMs,
      log: options.log,
      watchMs: options.watchMs,
      onLeft: () => this.#leaveOthers(),
    });
    this.#pool = new pg.Pool({
      ...config,
      Client: clientOf(this.#search),
      max: options.poolSize,
      connectionTimeoutMillis: options.queueTimeoutMs,
      onConnect: (client) => this.#begin(client as pg.PoolClient),
    });
    // An idle client that loses its server must not end the process; the next unit gets a new one.
    this.#pool.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.#pool.ending;
  }

  get counts(): ConnectionCounts {
    return { ...this.#search.counts, lostConnections: this.#lost };
  }

  /**
   * A connection, which the caller releases.
   *
   * @throws AppError store.unavailable, whatever the reason is
   */
  async connect(): Promise<PostgresConnection> {
    const beganMs = monotonicMs();
    for (;;) {
      const server = await this.#search.find();
      try {
        const connection = await this.#take();
        if (await this.#isUsable(connection)) return connection;
        connection.drop(new Error(`${labelOf(server)} does not reply`));
        connection.release();
      } catch (cause) {
        // A timer may end a moment before its time.
        const isLate = monotonicMs() - beganMs + 1 >= this.#queueTimeoutMs;
        if (this.isClosed || isLate || !this.#search.forget(server, cause)) {
          throw new AppError('store.unavailable', remedyOf(cause), {
            detail: nothingStored,
            cause,
          });
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.#search.close();
    await this.#pool.end();
  }

  async #take(): Promise<PostgresConnection> {
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client);
    assert(connection !== undefined, 'every client of the pool has begun');
    return connection;
  }

  /** After a loss each of the others is asked once: they may be as dead, and not know it yet. */
  async #isUsable(connection: PostgresConnection): Promise<boolean> {
    return connection.checkedMs > this.#lostMs || connection.isAlive(checkLimitMs);
  }

  async #begin(client: pg.PoolClient): Promise<void> {
    const connection = new PostgresConnection(client, {
      hasNames: !this.isPooled,
      onLoss: () => this.#noteLoss(connection),
    });
    const facts = await connection.begin();
    const refusal = this.#lineage.refusalOf(facts);
    if (refusal !== undefined) throw new Error(`the database server ${refusal}`);
    this.#connections.set(client, connection);
    const { server } = client as unknown as AimedClient;
    if (!server) return;
    this.#open.set(connection, server);
    client.once('end', () => this.#open.delete(connection));
    if (this.#lineage.note(facts)) this.#search.noteMove(server);
  }

  #noteLoss(connection: PostgresConnection): void {
    this.#open.delete(connection);
    this.#lost += 1;
    this.#lostMs = monotonicMs();
  }

  /** What a server stores that was replaced is lost, and one that does not reply keeps units waiting. */
  #leaveOthers(): void {
    const { timeline } = this.#lineage;
    for (const [connection, server] of this.#open) {
      const isReplaced = (connection.timeline ?? timeline) < timeline;
      if (isReplaced || server !== this.#search.known) {
        connection.drop(new Error('its server was left'));
      }
    }
  }
}

function addressOf(text: string): PostgresAddress {
  const address = parsePostgresAddress(text);
  assert(!(address instanceof Problem), 'the address was checked with the settings');
  return address;
}

function clientConfig(
  { connectionString, connectTimeoutMs }: PostgresAddress,
  { queueTimeoutMs, isPooled = false }: PostgresOptions,
): pg.ClientConfig {
  return {
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs ?? queueTimeoutMs,
    // A pooler refuses settings of the session, or keeps them for others.
    ...(!isPooled && sessionSettings(queueTimeoutMs)),
    // Statements are sent without waiting for the results of those before them.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
}

/** Poolers refuse settings of the session with this text; the default message otherwise. */
function remedyOf(cause: unknown): string | undefined {
  const isPooler = /unsupported startup parameter/.test(String(cause));
  return isPooler
    ? 'databaseUrl names a pooler: set databasePooler (CARTULARY_DATABASE_POOLER) to transaction'
    : undefined;
}

function sessionSettings(queueTimeoutMs: number): pg.ClientConfig {
  return {
    lock_timeout: queueTimeoutMs,
    // Statements are short. Where the planner expects many rows, of a recursion for example, compiling
    // them would take longer than running them. `options` in the address replaces it.
    options: '-c jit=off',
  };
}

interface AimedClient {
  readonly server: Server | undefined;
}

/** What is set for the session elsewhere. */
function settingsOf({ queueTimeoutMs }: PostgresOptions): readonly QueryText[] {
  return [`lock_timeout = ${queueTimeoutMs}`, 'jit = off'].map((text) => ({
    text: `SET LOCAL ${text}`,
    values: [],
  }));
}

/** The driver makes its clients by itself: each connects to the server that is known at that moment. */
function clientOf(search: ServerSearch): new () => pg.ClientBase {
  class AimedPoolClient extends pg.Client {
    readonly server = search.known;

    constructor(config: pg.ClientConfig) {
      const { connectLimitMs } = search;
      super(connectLimitMs ? { ...config, connectionTimeoutMillis: connectLimitMs } : config);
      if (this.server) aimAt(this, this.server);
      else this.connect = refuseToConnect as typeof this.connect;
    }
  }
  return AimedPoolClient as unknown as new () => pg.ClientBase;
}

function refuseToConnect(callback: (error: Error) => void): void {
  setImmediate(callback, new Error('no server is known that can write'));
}
