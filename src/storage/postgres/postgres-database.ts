import { sleep } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import {
  type ConnectionCounts,
  type Database,
  isKnownNotStored,
  type MigrationHandle,
  type QueryMeter,
  type ReadBounds,
  type ReadHandle,
  type ScanOptions,
  scanPageRowsDefault,
  type WriteHandle,
  type WriteOptions,
} from '../database.ts';
import { createSqlBuilder } from '../sql-builder.ts';
import type { Compilable } from '../statement.ts';
import { settledState, type TreeState } from '../tree-state.ts';
import { PlanWatch } from './plan-watch.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { PostgresHandle } from './postgres-handle.ts';
import { type PostgresOptions, PostgresPool } from './postgres-pool.ts';
import {
  PostgresTransaction,
  type SharedBeginning,
  type TransactionKind,
} from './postgres-transaction.ts';
import { KnownTree, readTreeState } from './postgres-tree.ts';
import type { QueryText, UnitQuery, UnitTarget } from './query-target.ts';
import { ReconnectingReader } from './reconnecting-reader.ts';
import { scanByCursor } from './scan-by-cursor.ts';
import { refuseOldServer } from './server-version.ts';
import { runEachAlone, SharedCommits, type SharingUnit } from './shared-commits.ts';
import { runInShared } from './shared-transaction.ts';
import { StatementNames } from './statement-names.ts';
import { type Assumptions, UnitToRepeat } from './unit-to-repeat.ts';

const conflictAttemptsMax = 5;
/** A unit that itself ends connections, for example by its use of memory, must not end them all. */
const lossAttemptsMax = 2;
const pauseMs = 10;

/**
 * PostgreSQL behind the Database port: READ COMMITTED, one connection of the pool per unit. What
 * the loss of a connection means for a unit is described in `docs/decisions/0002-storage.md`.
 */
export class PostgresDatabase implements Database {
  readonly engine = 'postgres' as const;
  readonly #builder = createSqlBuilder('postgres');
  readonly #pool: PostgresPool;
  readonly #tree = new KnownTree(this.#builder);

  readonly #shared = new SharedCommits((units) => this.#runTogether(units));
  readonly #watch: PlanWatch;
  readonly #statements: StatementNames;

  constructor(options: PostgresOptions) {
    this.#pool = new PostgresPool(options);
    this.#watch = new PlanWatch(this.#pool, { slowMs: options.slowPlanMs });
    this.#statements = new StatementNames(this.#watch, { isKept: !this.#pool.isPooled });
  }

  readonly readConnectionCounts = (): ConnectionCounts => this.#pool.counts;

  async read<T>(
    work: (handle: ReadHandle) => Promise<T>,
    meter?: QueryMeter,
    bounds?: ReadBounds,
  ): Promise<T> {
    // Bounds are settings of a transaction; without bounds there is none.
    const begin = bounds && [...boundedBeginning(bounds), ...this.#pool.transactionSettings];
    const reader = await ReconnectingReader.create(() => this.#pool.connect(), begin);
    let handle: PostgresHandle | undefined;
    try {
      const state = await this.#tree.forReading(reader);
      handle = this.#handleOn(reader, state, meter);
      handle.known = this.#tree;
      return await work(handle);
    } finally {
      handle?.end();
      reader.end();
    }
  }

  readLatest<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.read(work);
  }

  snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.#transaction('snapshot', work);
  }

  scan<Row>(
    query: Compilable<Row>,
    { signal, pageRows = scanPageRowsDefault }: ScanOptions = {},
  ): AsyncGenerator<readonly Row[]> {
    const { sql, parameters } = query.compile();
    const pages = scanByCursor(this.#pool, { sql, parameters, pageRows, signal });
    return pages as AsyncGenerator<readonly Row[]>;
  }

  write<T>(
    work: (handle: WriteHandle) => Promise<T>,
    meter?: QueryMeter,
    { runsOnce = false, sharesCommit = false }: WriteOptions = {},
  ): Promise<T> {
    const alone = () => this.#writeAlone(work, meter, !runsOnce);
    if (runsOnce || !sharesCommit) return alone();
    return new Promise<T>((resolve, reject) => {
      const resolveUnit = resolve as (value: unknown) => void;
      this.#shared.submit({ work, meter, alone, resolve: resolveUnit, reject });
    });
  }

  async #writeAlone<T>(
    work: (handle: WriteHandle) => Promise<T>,
    meter: QueryMeter | undefined,
    canRepeat: boolean,
  ): Promise<T> {
    let assumptions: Assumptions = {
      knownTree: canRepeat,
      freeNames: canRepeat,
      lateChanges: false,
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transaction('write', work, { meter, assumptions });
      } catch (error) {
        if (error instanceof UnitToRepeat) {
          assumptions = { ...assumptions, [error.wrong]: false };
          attempt -= 1;
          continue;
        }
        if (!canRepeat || attempt >= attemptsMaxAfter(error)) throw error;
        await sleep(attempt * pauseMs);
      }
    }
  }

  migrate<T>(work: (handle: MigrationHandle) => Promise<T>): Promise<T> {
    return this.#transaction('migration', async (handle, connection) => {
      await refuseOldServer(connection);
      return work(handle);
    });
  }

  async close(): Promise<void> {
    await this.#watch.close();
    await this.#pool.close();
  }

  #handleOn(target: UnitTarget, state: TreeState, meter: QueryMeter | undefined): PostgresHandle {
    const statements = this.#statements;
    return new PostgresHandle({ rows: this.#builder, target, statements, state, meter });
  }

  async #runTogether(units: readonly SharingUnit[]): Promise<void> {
    const state = this.#tree.known;
    const shared = state && (await this.#beginShared(state));
    if (!shared) return runEachAlone(units);
    const { transaction } = shared;
    const handleFor = ({ meter }: SharingUnit) => {
      const handle = this.#handleOn(transaction, state, meter);
      handle.assumptions = { knownTree: true, freeNames: true, lateChanges: true };
      return handle;
    };
    await runInShared(units, { ...shared, handleFor });
  }

  /** Undefined without a connection. */
  async #beginShared({ tree }: TreeState): Promise<SharedBeginning | undefined> {
    try {
      const { transaction, begun } = await PostgresTransaction.beginShared(
        this.#pool,
        tree.revision,
      );
      // Before its units go on: those that run again need not assume an older one.
      const learn = () => this.#tree.learn(transaction.treeRevision ?? tree.revision);
      return { transaction, begun: begun.finally(learn) };
    } catch {
      return undefined;
    }
  }

  async #transaction<T>(
    kind: TransactionKind,
    work: (handle: PostgresHandle, connection: PostgresConnection) => Promise<T>,
    { meter, assumptions }: { meter?: QueryMeter | undefined; assumptions?: Assumptions } = {},
  ): Promise<T> {
    const known = assumptions?.knownTree ? this.#tree.known : undefined;
    const transaction = known
      ? await PostgresTransaction.beginLater(this.#pool, known.tree.revision)
      : await PostgresTransaction.begin(this.#pool, kind);
    let handle: PostgresHandle | undefined;
    let value: T;
    let last: readonly UnitQuery[];
    try {
      const state = known ?? (await this.#treeOf(kind, transaction));
      handle = this.#handleOn(transaction, state, meter);
      handle.isMigration = kind === 'migration';
      if (assumptions) handle.assumptions = assumptions;
      value = await work(handle, transaction.connection);
      last = await handle.takeLast();
    } catch (error) {
      await transaction.rollback();
      throw handle?.failure?.error ?? error;
    } finally {
      handle?.end();
    }
    await transaction.commit(last);
    this.#tree.learn(handle.tree.revision);
    for (const action of handle.afterCommitActions) action();
    return value;
  }

  #treeOf(kind: TransactionKind, { connection, treeRevision }: PostgresTransaction) {
    if (kind === 'migration') return settledState(this.#builder);
    if (treeRevision === undefined) return readTreeState(this.#builder, connection);
    return this.#tree.forRevision(treeRevision, connection);
  }
}

function attemptsMaxAfter(error: unknown): number {
  if (isAppError(error, 'store.conflict')) return conflictAttemptsMax;
  return isKnownNotStored(error) ? lossAttemptsMax : 1;
}

/** The limit of each statement, until the end of the transaction. Zero would mean no limit. */
function boundedBeginning({ timeLimitMs }: ReadBounds): readonly QueryText[] {
  const limit = `SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(timeLimitMs))}`;
  return [
    { text: 'BEGIN READ ONLY', name: 'begin_reading' },
    { text: limit, values: [] },
  ];
}
