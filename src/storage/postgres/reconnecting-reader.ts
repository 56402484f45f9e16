import { present } from '../../base/assert.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import {
  outcomeOf,
  type QueryResult,
  type QueryText,
  type UnitQuery,
  type UnitTarget,
} from './query-target.ts';

/**
 * Independent statements: one whose connection is lost is sent once more on another connection, and
 * earlier results stay valid. Once in a unit, so that a statement that itself ends connections
 * cannot end them all.
 */
export class ReconnectingReader implements UnitTarget {
  readonly #open: () => Promise<PostgresConnection>;
  readonly #begin: QueryText | undefined;
  #connection: PostgresConnection;
  #hasBegun = false;
  #replacement: Promise<void> | undefined;
  #isReleased = false;

  private constructor(
    open: () => Promise<PostgresConnection>,
    connection: PostgresConnection,
    begin: QueryText | undefined,
  ) {
    this.#open = open;
    this.#connection = connection;
    this.#begin = begin;
  }

  /** `begin` is sent with the first statement on each connection, in one round trip. */
  static async create(
    open: () => Promise<PostgresConnection>,
    begin?: QueryText,
  ): Promise<ReconnectingReader> {
    return new ReconnectingReader(open, await open(), begin);
  }

  async query(query: QueryText): Promise<QueryResult> {
    const connection = this.#connection;
    try {
      return await this.#send(query);
    } catch (error) {
      if (!connection.isLost) throw error;
      // Several statements may have been sent on the lost connection: they share the new one.
      this.#replacement ??= this.#replace();
      await this.#replacement;
      if (connection === this.#connection) throw error;
      return this.#send(query);
    }
  }

  queryTogether(queries: readonly UnitQuery[]): Promise<QueryResult[]> {
    return Promise.all(queries.map((each) => outcomeOf(each, this.query(each.query))));
  }

  /** Whoever is given the connection next sends behind the end of this transaction. */
  end(): void {
    if (this.#hasBegun && !this.#connection.isLost) {
      this.#connection.query({ text: 'ROLLBACK' }).catch(() => undefined);
    }
    this.#release();
  }

  async #send(query: QueryText): Promise<QueryResult> {
    if (!this.#begin || this.#hasBegun) return this.#connection.query(query);
    this.#hasBegun = true;
    const [, result] = await Promise.all(this.#connection.queryEach([this.#begin, query]));
    return present(result, 'each statement has a result');
  }

  /** Releases the lost one first: if all of the pool were lost, each would wait for the others. */
  async #replace(): Promise<void> {
    this.#release();
    this.#connection = await this.#open();
    this.#hasBegun = false;
    this.#isReleased = false;
  }

  #release(): void {
    if (!this.#isReleased) this.#connection.release();
    this.#isReleased = true;
  }
}
