import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { OpenOutcome } from '../database.ts';
import { askCommitOutcome } from './commit-outcome.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { lockTreeBy, selectTreeRevision } from './postgres-tree.ts';
import {
  outcomeOf,
  type QueryResult,
  type QueryTarget,
  type QueryText,
  type UnitQuery,
  type UnitTarget,
} from './query-target.ts';
import { UnitToRepeat } from './unit-to-repeat.ts';

/**
 * How a transaction begins. One that writes reads its number at once, in the same round trip: after
 * its connection is lost, the outcome can only be asked for by that number.
 */
const begin = { text: 'BEGIN', name: 'begin' };
/** Prepared, as to plan it would take longer than to run it. */
const numberAndRevision = {
  text: `select pg_current_xact_id() as xid, (${selectTreeRevision}) as revision`,
  name: 'beginning',
};
const beginnings: Readonly<Record<TransactionKind, readonly QueryText[]>> = {
  migration: [begin, { text: 'select pg_current_xact_id() as xid' }],
  write: [begin, numberAndRevision],
  /** For several units at once, each of which would take the lock. */
  shared: [begin, { text: lockTreeBy('shared'), name: 'shared_tree' }, numberAndRevision],
  snapshot: [{ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }],
};

const unknownOutcome =
  'the store was lost while it stored the change: look whether it is there before sending it again';

interface Beginning {
  readonly xid?: string;
  readonly revision?: number;
}

export type TransactionKind = 'migration' | 'write' | 'shared' | 'snapshot';

export interface SharedBeginning {
  readonly transaction: PostgresTransaction;
  /** Rejected when it has not begun as the units assume. */
  readonly begun: Promise<unknown>;
}

/** A transaction on a connection of its own, until it is certain how it has ended. */
export class PostgresTransaction implements UnitTarget {
  readonly connection: PostgresConnection;
  readonly #pool: PostgresPool;
  readonly #kind: TransactionKind;
  /** Undefined until the transaction has begun. */
  #beginning: Beginning | undefined;
  #expectedRevision: number | undefined;
  #isBegun = false;
  #isBroken = false;

  private constructor(pool: PostgresPool, connection: PostgresConnection, kind: TransactionKind) {
    this.connection = connection;
    this.#pool = pool;
    this.#kind = kind;
  }

  static async begin(pool: PostgresPool, kind: TransactionKind): Promise<PostgresTransaction> {
    const transaction = new PostgresTransaction(pool, await pool.connect(), kind);
    try {
      await transaction.queryTogether([]);
      return transaction;
    } catch (error) {
      transaction.connection.release({ isUsable: false });
      throw error;
    }
  }

  /**
   * Begins in the round trip of its first statement.
   * The statements fail with `UnitToRepeat` if the tree has another revision.
   */
  static async beginLater(
    pool: PostgresPool,
    expectedRevision: number,
  ): Promise<PostgresTransaction> {
    const transaction = new PostgresTransaction(pool, await pool.connect(), 'write');
    transaction.#expectedRevision = expectedRevision;
    return transaction;
  }

  /** Begins with the first statements of the units that share it. */
  static async beginShared(pool: PostgresPool, expectedRevision: number): Promise<SharedBeginning> {
    const transaction = new PostgresTransaction(pool, await pool.connect(), 'shared');
    transaction.#expectedRevision = expectedRevision;
    return { transaction, begun: transaction.queryTogether([]) };
  }

  /** Whether a statement has failed: those behind it have no results. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Of the tree, as the transaction began; undefined when it was not read. */
  get treeRevision(): number | undefined {
    return this.#beginning?.revision;
  }

  async query(query: QueryText): Promise<QueryResult> {
    const [result] = await this.queryTogether([{ query }]);
    return present(result, 'each statement has a result');
  }

  async queryTogether(queries: readonly UnitQuery[]): Promise<QueryResult[]> {
    if (this.#isBegun) return Promise.all(this.#send(queries));
    this.#isBegun = true;
    const first = this.#firstQueries().map((query) => ({ query }));
    const sent = this.#send([...first, ...queries]);
    const results = Promise.all(sent.slice(first.length));
    // Handled here, too, in case that the beginning fails first.
    results.catch(() => undefined);
    this.#noteBeginning((await Promise.all(sent.slice(0, first.length))).at(-1));
    return results;
  }

  #firstQueries(): readonly QueryText[] {
    const [begin, ...others] = beginnings[this.#kind];
    const settings = this.#kind === 'snapshot' ? [] : this.#pool.transactionSettings;
    return [present(begin, 'a transaction begins'), ...settings, ...others];
  }

  #send(queries: readonly UnitQuery[]): Promise<QueryResult>[] {
    const { connection } = this;
    const texts = queries.map(({ query }) => query);
    const isShared = this.#kind === 'shared';
    const sent = isShared ? connection.queryInTurn(texts) : connection.queryEach(texts);
    return sent.map((result, at) => {
      const outcome = outcomeOf(present(queries[at], 'one for each'), result);
      outcome.catch(() => {
        this.#isBroken = true;
      });
      return outcome;
    });
  }

  #noteBeginning(begun: QueryResult | undefined): void {
    this.#beginning = (begun?.rows[0] ?? {}) as Beginning;
    const expected = this.#expectedRevision;
    if (expected !== undefined && this.#beginning.revision !== expected) {
      this.#isBroken = true;
      throw new UnitToRepeat('knownTree');
    }
  }

  async rollback(): Promise<void> {
    const isUsable = !this.#isBegun || (await rollback(this.connection));
    this.connection.release({ isUsable });
  }

  /**
   * Sends the last statements, whose results are not needed, and COMMIT in one round trip. If one
   * of them fails, the server rolls back. Resolves once everything is durable. When the connection
   * is lost meanwhile, the database is asked for the outcome, because a client that receives 503
   * sends its request again.
   *
   * @throws AppError the error of the database; store.unavailable, see `isKnownNotStored`
   */
  async commit(last: readonly UnitQuery[]): Promise<void> {
    const { connection } = this;
    if (connection.isLost) {
      connection.release();
      throw connection.lossError();
    }
    if (!this.#isBegun) return this.#commitShort(last);
    const commit = { query: { text: 'COMMIT' } };
    let sent: Promise<QueryResult>[];
    try {
      sent = this.#send([...last, commit]);
    } catch (error) {
      await this.rollback();
      throw error;
    }
    const outcomes = await Promise.allSettled(sent);
    const end = outcomes.at(-1);
    if (end?.status !== 'fulfilled') {
      connection.release({ isUsable: false });
      const xid = this.#beginning?.xid;
      if (!connection.isLost || xid === undefined) throw end?.reason;
      return this.#findOut(xid);
    }
    connection.release();
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    // After a failed statement whose error was ignored the server commits nothing.
    if (end.value.command !== 'COMMIT') {
      throw new AppError('store.unknown', 'a failed unit was committed');
    }
  }

  /** Without its number, which is read as it begins, nothing could be asked. */
  async #commitShort(queries: readonly UnitQuery[]): Promise<void> {
    if (queries.length === 0) {
      this.connection.release();
      return;
    }
    try {
      await this.queryTogether(queries);
    } catch (error) {
      await this.rollback();
      throw error;
    }
    return this.commit([]);
  }

  async #findOut(xid: string): Promise<void> {
    const { serverRun } = this.connection;
    const ask = () => askCommitOutcome(this.#pool, { xid, serverRun });
    const outcome = await ask();
    const { cause } = this.connection.lossError();
    switch (outcome) {
      case 'committed':
        return;
      case 'aborted':
        throw this.connection.lossError();
      case 'unknown':
        throw new AppError('store.unavailable', unknownOutcome, {
          detail: new OpenOutcome(ask),
          cause,
        });
    }
  }
}

/** Whether the connection can be used again. */
async function rollback(target: QueryTarget): Promise<boolean> {
  try {
    await target.query({ text: 'ROLLBACK' });
    return true;
  } catch {
    return false;
  }
}
