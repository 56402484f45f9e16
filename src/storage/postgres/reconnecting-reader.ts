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
  readonly #begin: string | undefined;
  #connection: PostgresConnection;
  /** Undefined until a transaction has begun on the connection. */
  #planMode: 'auto' | 'force_generic_plan' | undefined;
  #replacement: Promise<void> | undefined;
  #isReleased = false;

  private constructor(
    open: () => Promise<PostgresConnection>,
    connection: PostgresConnection,
    begin: string | undefined,
  ) {
    this.#open = open;
    this.#connection = connection;
    this.#begin = begin;
  }

  /** `begin` is sent with the first statement on each connection, in one round trip. */
  static async create(
    open: () => Promise<PostgresConnection>,
    begin?: string,
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

  /** Without waiting: the next unit on the connection sends its statements behind this. */
  end(): void {
    if (this.#planMode !== undefined && !this.#connection.isLost) {
      this.#connection.query({ text: 'ROLLBACK' }).catch(() => undefined);
    }
    this.#release();
  }

  async #send(query: QueryText): Promise<QueryResult> {
    const setting = this.#settingFor(query);
    if (setting === undefined) return this.#connection.query(query);
    const sent = this.#connection.queryEach([{ text: setting }, query]);
    const [, result] = await Promise.all(sent);
    return present(result, 'each statement has a result');
  }

  /** Settings last until the end of the transaction, so only bounded units choose how to plan. */
  #settingFor({ plan }: QueryText): string | undefined {
    if (this.#begin === undefined) return undefined;
    const mode = plan === 'for all values' ? 'force_generic_plan' : 'auto';
    const begin = this.#planMode === undefined ? [this.#begin] : [];
    const change =
      mode === (this.#planMode ?? 'auto') ? [] : [`SET LOCAL plan_cache_mode = ${mode}`];
    this.#planMode = mode;
    const statements = [...begin, ...change];
    return statements.length === 0 ? undefined : statements.join('; ');
  }

  /** Releases the lost one first: if all of the pool were lost, each would wait for the others. */
  async #replace(): Promise<void> {
    this.#release();
    this.#connection = await this.#open();
    this.#planMode = undefined;
    this.#isReleased = false;
  }

  #release(): void {
    if (!this.#isReleased) this.#connection.release();
    this.#isReleased = true;
  }
}
