import { present } from '../../base/assert.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import {
  outcomeOf,
  type QueryResult,
  type QueryText,
  type UnitQuery,
  type UnitTarget,
} from './query-target.ts';

const planModes = {
  auto: { text: 'SET LOCAL plan_cache_mode = auto', name: 'plan_auto' },
  force_generic_plan: {
    text: 'SET LOCAL plan_cache_mode = force_generic_plan',
    name: 'plan_generic',
  },
};
const rollback = { text: 'ROLLBACK', name: 'rollback' };

/**
 * Independent statements: one whose connection is lost is sent once more on another connection, and
 * earlier results stay valid. Once in a unit, so that a statement that itself ends connections
 * cannot end them all.
 */
export class ReconnectingReader implements UnitTarget {
  readonly #open: () => Promise<PostgresConnection>;
  readonly #begin: readonly QueryText[] | undefined;
  #connection: PostgresConnection;
  /** Undefined until a transaction has begun on the connection. */
  #planMode: 'auto' | 'force_generic_plan' | undefined;
  #replacement: Promise<void> | undefined;
  #isReleased = false;

  private constructor(
    open: () => Promise<PostgresConnection>,
    connection: PostgresConnection,
    begin: readonly QueryText[] | undefined,
  ) {
    this.#open = open;
    this.#connection = connection;
    this.#begin = begin;
  }

  /** `begin` is sent with the first statement on each connection, in one round trip. */
  static async create(
    open: () => Promise<PostgresConnection>,
    begin?: readonly QueryText[],
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
      this.#connection.query(rollback).catch(() => undefined);
    }
    this.#release();
  }

  async #send(query: QueryText): Promise<QueryResult> {
    const sent = this.#connection.queryEach([...this.#settingsFor(query), query]);
    return present((await Promise.all(sent)).at(-1), 'each statement has a result');
  }

  /** Settings last until the end of the transaction, so only bounded units choose how to plan. */
  #settingsFor({ plan }: QueryText): readonly QueryText[] {
    if (this.#begin === undefined) return [];
    const mode = plan === 'for all values' ? 'force_generic_plan' : 'auto';
    const begin = this.#planMode === undefined ? this.#begin : [];
    const change = mode === (this.#planMode ?? 'auto') ? [] : [planModes[mode]];
    this.#planMode = mode;
    return [...begin, ...change];
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
