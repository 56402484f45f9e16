import { AppError } from '../../base/errors/app-error.ts';
import { OpenOutcome } from '../database.ts';
import { askCommitOutcome } from './commit-outcome.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { selectTreeRevision } from './postgres-tree.ts';
import type { QueryTarget } from './query-target.ts';

/**
 * How a transaction begins. One that writes reads its number at once, in the same round trip: after
 * its connection is lost, the outcome can only be asked for by that number.
 */
const beginnings = {
  migration: 'BEGIN; SELECT pg_current_xact_id() AS xid',
  write: `BEGIN; SELECT pg_current_xact_id() AS xid, (${selectTreeRevision}) AS revision`,
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
} as const;

const unknownOutcome =
  'the store was lost while it stored the change: look whether it is there before sending it again';

interface Beginning {
  readonly xid?: string;
  readonly revision?: number;
}

export type TransactionKind = keyof typeof beginnings;

/** A transaction on a connection of its own, until it is certain how it has ended. */
export class PostgresTransaction {
  readonly connection: PostgresConnection;
  readonly #pool: PostgresPool;
  /** Of the tree, as the transaction began; undefined when it was not read. */
  readonly treeRevision: number | undefined;
  /** Undefined when it changes nothing. */
  readonly #xid: string | undefined;

  private constructor(
    pool: PostgresPool,
    connection: PostgresConnection,
    { xid, revision }: Beginning,
  ) {
    this.connection = connection;
    this.treeRevision = revision;
    this.#pool = pool;
    this.#xid = xid;
  }

  static async begin(pool: PostgresPool, kind: TransactionKind): Promise<PostgresTransaction> {
    const connection = await pool.connect();
    try {
      const { rows } = await connection.queryAll(beginnings[kind]);
      return new PostgresTransaction(pool, connection, (rows[0] ?? {}) as Beginning);
    } catch (error) {
      connection.release({ isUsable: false });
      throw error;
    }
  }

  async rollback(): Promise<void> {
    this.connection.release({ isUsable: await rollback(this.connection) });
  }

  /**
   * Resolves once everything is durable. When the connection is lost meanwhile, the database is
   * asked for the outcome, because a client that receives 503 sends its request again.
   *
   * @throws AppError the error of the database; store.unavailable, see `isKnownNotStored`
   */
  async commit(): Promise<void> {
    const { connection } = this;
    if (connection.isLost) {
      connection.release();
      throw connection.lossError();
    }
    let command: string;
    try {
      ({ command } = await connection.query({ text: 'COMMIT' }));
    } catch (error) {
      connection.release({ isUsable: false });
      if (!connection.isLost || this.#xid === undefined) throw error;
      return this.#findOut(this.#xid);
    }
    connection.release();
    // After a failed statement whose error was ignored the server commits nothing.
    if (command !== 'COMMIT') throw new AppError('store.unknown', 'a failed unit was committed');
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
export async function rollback(target: QueryTarget): Promise<boolean> {
  try {
    await target.query({ text: 'ROLLBACK' });
    return true;
  } catch {
    return false;
  }
}
