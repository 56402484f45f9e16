import type { PostgresConnection } from './postgres-connection.ts';
import type { QueryResult, QueryTarget, QueryText } from './query-target.ts';

/**
 * Independent statements: one whose connection is lost is sent once more on another connection, and
 * earlier results stay valid. Once in a unit, so that a statement that itself ends connections
 * cannot end them all.
 */
export class ReconnectingReader implements QueryTarget {
  readonly #open: () => Promise<PostgresConnection>;
  #connection: PostgresConnection;
  #replacement: Promise<void> | undefined;
  #isReleased = false;

  private constructor(open: () => Promise<PostgresConnection>, connection: PostgresConnection) {
    this.#open = open;
    this.#connection = connection;
  }

  /** `open` returns a connection that is ready for statements. */
  static async create(open: () => Promise<PostgresConnection>): Promise<ReconnectingReader> {
    return new ReconnectingReader(open, await open());
  }

  async query(query: QueryText): Promise<QueryResult> {
    const connection = this.#connection;
    try {
      return await connection.query(query);
    } catch (error) {
      if (!connection.isLost) throw error;
      // Several statements may have been sent on the lost connection: they share the new one.
      this.#replacement ??= this.#replace();
      await this.#replacement;
      if (connection === this.#connection) throw error;
      return this.#connection.query(query);
    }
  }

  release(options?: { readonly isUsable: boolean }): void {
    if (!this.#isReleased) this.#connection.release(options);
    this.#isReleased = true;
  }

  /** Releases the lost one first: if all of the pool were lost, each would wait for the others. */
  async #replace(): Promise<void> {
    this.release();
    this.#connection = await this.#open();
    this.#isReleased = false;
  }
}
