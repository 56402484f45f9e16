import type { PoolClient } from 'pg';
import { AppError } from '../../base/errors/app-error.ts';
import { nothingStored } from '../database.ts';
import { endsConnection, translatePostgresError } from './postgres-errors.ts';
import type { QueryResult, QueryTarget, QueryText } from './query-target.ts';
import { readServerRun } from './server-run.ts';

/**
 * One connection of the pool. It always listens for its loss: the driver reports the end of a
 * connection as an event, in use or not, and an error event without a listener ends the process.
 */
export class PostgresConnection implements QueryTarget {
  readonly #client: PoolClient;
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
    try {
      return await this.#client.query(query as { text: string });
    } catch (error) {
      if (endsConnection(error)) this.#lose(error);
      throw this.#isLost ? this.lossError() : translatePostgresError(error);
    }
  }

  /** Several statements in one round trip, without parameters: the last result. */
  async queryAll(text: string): Promise<QueryResult> {
    const results: unknown = await this.query({ text });
    return (Array.isArray(results) ? results.at(-1) : results) as QueryResult;
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
    this.#client.release(this.#isLost || !isUsable);
  }

  #lose(error: unknown): void {
    // The first error has the cause; later ones only say that the connection is gone.
    if (!this.#isLost) this.#loss = error;
    this.#isLost = true;
  }
}
