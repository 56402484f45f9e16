import type { PoolClient } from 'pg';
import { assert } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { nothingStored } from '../database.ts';
import { endsConnection, translatePostgresError } from './postgres-errors.ts';
import type { QueryResult, QueryTarget, QueryText } from './query-target.ts';
import { readServerRun } from './server-run.ts';

/** A connection that has more named statements is not used again: its server process keeps each. */
const namesMax = 1_000;

/**
 * One connection of the pool. It always listens for its loss: the driver reports the end of a
 * connection as an event, in use or not, and an error event without a listener ends the process.
 */
export class PostgresConnection implements QueryTarget {
  readonly #client: PoolClient;
  readonly #names = new Set<string>();
  #holdsWrites = false;
  #serverRun = '';
  #loss: unknown;
  #isLost = false;

  constructor(client: PoolClient) {
    this.#client = client;
    client.on('error', (error) => this.#lose(error));
  }

  /** Whether the connection has ended: the server has rolled back what was not committed. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The server run at the time the connection was made, see `server-run.ts`. */
  get serverRun(): string {
    return this.#serverRun;
  }

  /** Once, before the first use. */
  async begin(): Promise<void> {
    this.#serverRun = await readServerRun(this);
  }

  async query(query: QueryText): Promise<QueryResult> {
    if (query.name !== undefined) this.#names.add(query.name);
    try {
      return await this.#client.query(query as { text: string });
    } catch (error) {
      if (endsConnection(error)) this.#lose(error);
      throw this.#isLost ? this.lossError() : translatePostgresError(error);
    }
  }

  /** What this turn of the event loop sends goes out in one write, at its end. */
  holdWrites(): void {
    if (this.#holdsWrites) return;
    this.#holdsWrites = true;
    const { stream } = this.#client.connection;
    stream.cork();
    setImmediate(() => {
      this.#holdsWrites = false;
      stream.uncork();
    });
  }

  /**
   * Sends statements in one write, without waiting between them; the server runs them in order.
   * Inside a transaction none runs after one that has failed. A caller must handle every promise.
   */
  queryEach(queries: readonly QueryText[]): Promise<QueryResult>[] {
    // The driver would leave out a statement that it cannot write, and send those behind it.
    for (const { values = [] } of queries) assert(values.every(isSendable), 'values can be sent');
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      return queries.map((query) => this.query(query));
    } finally {
      stream.uncork();
    }
  }

  /** The error of a statement before the commit: the server has rolled back the transaction. */
  lossError(): AppError {
    return new AppError('store.unavailable', undefined, {
      detail: nothingStored,
      cause: this.#loss,
    });
  }

  /** A connection that is lost, or whose state is not known, is closed instead of used again. */
  release({ isUsable = true }: { readonly isUsable?: boolean } = {}): void {
    this.#client.release(this.#isLost || !isUsable || this.#names.size > namesMax);
  }

  #lose(error: unknown): void {
    // The first error has the cause; later ones only say that the connection is gone.
    if (!this.#isLost) this.#loss = error;
    this.#isLost = true;
  }
}

function isSendable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Array.isArray(value) && value.every(isSendable);
}
