import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs, sleep } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { QueryMeter } from '../database.ts';
import type { SqlBuilder } from '../statement.ts';
import { settledState, type TreeState } from '../tree-state.ts';
import type { BoundedReader } from './bounded-reader.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteHandle } from './sqlite-handle.ts';
import { CommittedTree } from './sqlite-tree.ts';
import type { WalSync } from './wal-sync.ts';

interface Unit {
  readonly work: (handle: SqliteHandle) => Promise<unknown>;
  /** Before it there may be no tables. */
  readonly isMigration: boolean;
  readonly meter: QueryMeter | undefined;
  readonly deadlineMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A unit that has run inside the open transaction and waits for the commit. */
interface FinishedUnit {
  readonly unit: Unit;
  readonly outcome:
    | { readonly ok: true; readonly value: unknown; readonly handle: SqliteHandle }
    | { readonly ok: false; readonly error: unknown };
}

const batchUnitsMax = 200;
const batchMs = 20;
/** Between two attempts to get the write lock that another process has. */
const lockPollMs = 2;

/**
 * The one writer, first come first served. All units waiting when the writer becomes free run in
 * one transaction, each after the first within its own savepoint, so that one commit and one flush
 * serve them all; each is acknowledged only after that flush. A unit that fails rolls back alone.
 *
 * The first one has no savepoint: while one is open, SQLite keeps the former content of each changed
 * page, and each statement of several rows, or with RETURNING, walks through all of these pages when
 * it ends. In a long unit that takes ten times longer than the statement itself.
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
  }) {
    this.#builder = options.builder;
    this.#tree = new CommittedTree(options.builder);
    this.#connection = options.connection;
    this.#walSync = options.walSync;
    this.#queueTimeoutMs = options.queueTimeoutMs;
    this.#onCommit = options.onCommit;
    this.#pauseOf = options.pauseOf;
    this.#boundedReader = options.boundedReader;
  }

  submit<T>(work: (handle: SqliteHandle) => Promise<T>, meter?: QueryMeter): Promise<T> {
    return this.#enqueue(work, { meter, isMigration: false });
  }

  submitMigration<T>(work: (handle: SqliteHandle) => Promise<T>): Promise<T> {
    return this.#enqueue(work, { meter: undefined, isMigration: true });
  }

  #enqueue<T>(
    work: (handle: SqliteHandle) => Promise<T>,
    { meter, isMigration }: Pick<Unit, 'meter' | 'isMigration'>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        work,
        isMigration,
        meter,
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
    const finished: FinishedUnit[] = [];
    const stopAtMs = monotonicMs() + batchMs;
    while (this.#queue.length > 0 && finished.length < batchUnitsMax && monotonicMs() < stopAtMs) {
      const unit = this.#queue.shift() as Unit;
      const outcome = await this.#runUnit(unit, { followsOthers: finished.length > 0 });
      finished.push({ unit, outcome });
      if (!this.#connection.inTransaction) break;
    }
    if (finished.some(({ outcome }) => outcome.ok && outcome.handle.isLarge)) await nextTurn();
    this.#commit(finished);
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

  async #runUnit(
    unit: Unit,
    { followsOthers }: { readonly followsOthers: boolean },
  ): Promise<FinishedUnit['outcome']> {
    if (monotonicMs() > unit.deadlineMs) return { ok: false, error: new AppError('store.busy') };
    let handle: SqliteHandle | undefined;
    try {
      if (followsOthers) this.#connection.run('SAVEPOINT unit', []);
      handle = new SqliteHandle({
        rows: this.#builder,
        connection: this.#connection,
        state: this.#treeFor(unit, followsOthers),
        meter: unit.meter,
      });
      handle.followsOthers = followsOthers;
      handle.boundedReader = this.#boundedReader;
      const value = await unit.work(handle);
      await handle.sendPostponed();
      if (followsOthers) this.#connection.run('RELEASE unit', []);
      return { ok: true, value, handle };
    } catch (error) {
      this.#undoUnit(followsOthers);
      return { ok: false, error };
    } finally {
      handle?.end();
    }
  }

  /** What a unit of the same transaction changed may be rolled back, and is not kept. */
  #treeFor({ isMigration }: Unit, followsOthers: boolean): TreeState {
    if (isMigration) return settledState(this.#builder);
    if (!followsOthers) return this.#tree.seenBy(this.#connection);
    return this.#tree.uncommittedOf(this.#connection);
  }

  #undoUnit(followsOthers: boolean): void {
    // A full disk or an I/O error makes SQLite roll the whole transaction back by itself.
    if (!this.#connection.inTransaction) return;
    if (!followsOthers) {
      this.#connection.run('ROLLBACK', []);
      return;
    }
    this.#connection.run('ROLLBACK TO unit', []);
    this.#connection.run('RELEASE unit', []);
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
    for (const { unit, outcome } of finished) {
      if (!outcome.ok) {
        unit.reject(outcome.error);
        continue;
      }
      for (const action of outcome.handle.afterCommitActions) action();
      unit.resolve(outcome.value);
    }
  }
}

function lastErrorOf(finished: readonly FinishedUnit[]): unknown {
  const errors = finished.map(({ outcome }) => (outcome.ok ? undefined : outcome.error));
  return errors.findLast(Boolean) ?? new AppError('store.unknown');
}
