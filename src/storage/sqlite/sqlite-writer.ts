import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs, sleep } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { QueryMeter, WriteOptions } from '../database.ts';
import type { SqlBuilder } from '../statement.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { type FinishedUnit, SqliteBatch, type Unit } from './sqlite-batch.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteHandle } from './sqlite-handle.ts';
import { CommittedTree } from './sqlite-tree.ts';
import type { WalSync } from './wal-sync.ts';

const batchUnitsMax = 200;
const batchMsDefault = 20;
/** Between two attempts to get the write lock that another process has. */
const lockPollMs = 2;
/** So many transactions have savepoints after a unit has failed: failures may come in large numbers. */
const batchesWithSavepoints = 20;

/**
 * The one writer, first come first served. All units waiting when the writer becomes free run in
 * one transaction, so that one commit and one flush serve them all; each is acknowledged only after
 * that flush. When one fails after it has written something, all of them are rolled back and run
 * again, each in a savepoint: the others do not notice, and the failure is the only cost of savepoints.
 * See `docs/decisions/0022-batches-without-savepoints.md`.
 */
export class SqliteWriter {
  readonly #builder: SqlBuilder;
  readonly #connection: SqliteConnection;
  readonly #walSync: WalSync;
  readonly #queueTimeoutMs: number;
  readonly #onCommit: () => void;
  readonly #pauseOf: () => Promise<void> | undefined;
  readonly #tree: CommittedTree;
  readonly #boundedReader: BoundedReader | undefined;
  #queue: Unit[] = [];
  readonly #batchMs: number;
  #savepointsLeft = 0;
  readonly #flushes = new Set<Promise<void>>();
  #turn: Promise<void> | undefined;

  constructor(options: {
    builder: SqlBuilder;
    connection: SqliteConnection;
    walSync: WalSync;
    queueTimeoutMs: number;
    onCommit: () => void;
    /** What the next transaction must wait for. */
    pauseOf: () => Promise<void> | undefined;
    /** For what units read before they change something. */
    boundedReader: BoundedReader | undefined;
    /** A transaction takes in no further unit after this time. */
    batchMs?: number;
  }) {
    this.#builder = options.builder;
    this.#tree = new CommittedTree(options.builder);
    this.#connection = options.connection;
    this.#walSync = options.walSync;
    this.#queueTimeoutMs = options.queueTimeoutMs;
    this.#onCommit = options.onCommit;
    this.#pauseOf = options.pauseOf;
    this.#boundedReader = options.boundedReader;
    this.#batchMs = options.batchMs ?? batchMsDefault;
  }

  submit<T>(
    work: (handle: SqliteHandle) => Promise<T>,
    meter?: QueryMeter,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#enqueue(work, { meter, isMigration: false, repeatedBy: repeatedBy(options) });
  }

  submitMigration<T>(work: (handle: SqliteHandle) => Promise<T>): Promise<T> {
    return this.#enqueue(work, { meter: undefined, isMigration: true, repeatedBy: 'writer' });
  }

  #enqueue<T>(
    work: (handle: SqliteHandle) => Promise<T>,
    options: Pick<Unit, 'meter' | 'isMigration' | 'repeatedBy'>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        ...options,
        work,
        deadlineMs: monotonicMs() + this.#queueTimeoutMs,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      this.#turn ??= this.#takeTurn();
    });
  }

  /** Resolves when nothing is queued, running or waiting for its flush. */
  async drain(): Promise<void> {
    while (this.#turn !== undefined || this.#flushes.size > 0) {
      await this.#turn;
      await Promise.all(this.#flushes);
    }
  }

  /** Waits one turn of the event loop first, so that requests arriving together share a commit. */
  async #takeTurn(): Promise<void> {
    while (this.#queue.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      await this.#runBatch();
    }
    this.#turn = undefined;
  }

  async #runBatch(): Promise<void> {
    if (!(await this.#begin())) return;
    const batch = this.#newBatch();
    const stopAtMs = monotonicMs() + this.#batchMs;
    while (
      this.#queue.length > 0 &&
      batch.finished.length < batchUnitsMax &&
      monotonicMs() < stopAtMs &&
      !batch.isOver
    ) {
      const unit = this.#queue.shift() as Unit;
      if (!(await batch.run(unit))) this.#queue.unshift(unit);
    }
    if (!batch.isOver) await batch.sendLate();
    if (batch.isLarge) await nextTurn();
    if (batch.mustRunAgain) this.#runAgain(batch.finished);
    else this.#commit(batch.finished);
  }

  #newBatch(): SqliteBatch {
    const usesSavepoints = this.#savepointsLeft > 0;
    if (usesSavepoints) this.#savepointsLeft -= 1;
    return new SqliteBatch({
      builder: this.#builder,
      connection: this.#connection,
      tree: this.#tree,
      boundedReader: this.#boundedReader,
      usesSavepoints,
    });
  }

  /** With savepoints, so that it happens to none of them twice. */
  #runAgain(finished: readonly FinishedUnit[]): void {
    this.#savepointsLeft = batchesWithSavepoints;
    this.#queue.unshift(...finished.flatMap(unitAgain));
  }

  /**
   * Another process may have the write lock. SQLite would wait for it on the event loop, so its own
   * waiting is switched off. Returns false when no unit is left that could wait.
   */
  async #begin(): Promise<boolean> {
    while (this.#queue.length > 0) {
      const pause = this.#pauseOf();
      if (pause) await pause;
      try {
        this.#connection.run('BEGIN IMMEDIATE', []);
        return true;
      } catch (error) {
        // Only the waiting units fail, later ones may succeed.
        this.#rejectWaiting(error, isAppError(error, 'store.busy') ? monotonicMs() : Infinity);
      }
      await sleep(lockPollMs);
    }
    return false;
  }

  #rejectWaiting(error: unknown, deadlineMs: number): void {
    const waiting = this.#queue;
    this.#queue = waiting.filter((unit) => unit.deadlineMs > deadlineMs);
    for (const unit of waiting) if (unit.deadlineMs <= deadlineMs) unit.reject(error);
  }

  #commit(finished: readonly FinishedUnit[]): void {
    try {
      if (this.#connection.inTransaction) {
        this.#connection.run('COMMIT', []);
        this.#onCommit();
      } else if (finished.some(({ outcome }) => outcome.ok)) {
        throw lastErrorOf(finished);
      }
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.run('ROLLBACK', []);
      for (const { unit } of finished) unit.reject(error);
      return;
    }
    const flush = this.#acknowledge(finished).finally(() => this.#flushes.delete(flush));
    this.#flushes.add(flush);
  }

  async #acknowledge(finished: readonly FinishedUnit[]): Promise<void> {
    try {
      await this.#walSync.flush();
    } catch (error) {
      for (const { unit } of finished) unit.reject(error);
      return;
    }
    for (const { unit, outcome, handle } of finished) {
      if (!outcome.ok) {
        unit.reject(outcome.error);
        continue;
      }
      for (const action of handle?.afterCommitActions ?? []) action();
      unit.resolve(outcome.value);
    }
  }
}

function repeatedBy({ runsOnce, isRepeatedByCaller }: WriteOptions): Unit['repeatedBy'] {
  if (!runsOnce) return 'writer';
  return isRepeatedByCaller ? 'caller' : 'none';
}

/** What the writer runs again. Where it cannot do the work again, the failure of a unit is kept in its place. */
function unitAgain({ unit, outcome, handle }: FinishedUnit): readonly Unit[] {
  const isOwn = unit.repeatedBy === 'writer';
  if (!isOwn && !outcome.ok) return [{ ...unit, work: () => Promise.reject(outcome.error) }];
  if (unit.meter && handle) unit.meter.queries -= handle.statements;
  if (isOwn) return [unit];
  unit.reject(new AppError('store.conflict'));
  return [];
}

function lastErrorOf(finished: readonly FinishedUnit[]): unknown {
  const errors = finished.map(({ outcome }) => (outcome.ok ? undefined : outcome.error));
  return errors.findLast(Boolean) ?? new AppError('store.unknown');
}
