import { monotonicMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { QueryMeter } from '../database.ts';
import type { SqlBuilder } from '../statement.ts';
import { settledState, type TreeState } from '../tree-state.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { LateChanges } from './late-changes.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteHandle } from './sqlite-handle.ts';
import type { CommittedTree } from './sqlite-tree.ts';

export interface Unit {
  readonly work: (handle: SqliteHandle) => Promise<unknown>;
  /** Before it there may be no tables. */
  readonly isMigration: boolean;
  /** Who does its work again if it is undone because of another unit; with `none` it must not be undone. */
  readonly repeatedBy: 'writer' | 'caller' | 'none';
  readonly meter: QueryMeter | undefined;
  readonly deadlineMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** A unit that has run inside the open transaction and waits for the commit. */
export interface FinishedUnit {
  readonly unit: Unit;
  readonly outcome: Outcome;
  /** Undefined when the unit was too late to begin. */
  readonly handle: SqliteHandle | undefined;
}

interface BatchOptions {
  readonly builder: SqlBuilder;
  readonly connection: SqliteConnection;
  readonly tree: CommittedTree;
  readonly boundedReader: BoundedReader | undefined;
  /** Whether each unit after the first has a savepoint from the beginning. */
  readonly usesSavepoints: boolean;
}

/**
 * The units of one transaction, one after the other. Without savepoints the failure of one that has written
 * something ends the batch, and its transaction is rolled back; the writer then runs the units again. From a
 * unit on that must not be repeated, each has a savepoint, and one that fails is undone alone.
 *
 * The first unit never has one: while a savepoint is open, SQLite keeps the former content of each changed
 * page, and each statement of several rows, or with RETURNING, walks through all of these pages when it
 * ends. In a long unit that takes ten times longer than the statement itself.
 */
export class SqliteBatch {
  readonly finished: FinishedUnit[] = [];
  readonly #options: BatchOptions;
  readonly #late = new LateChanges();
  #usesSavepoints: boolean;
  #isUndone = false;
  /** The pending changes that the transaction sees, once a unit has read them. */
  #state: TreeState | undefined;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#usesSavepoints = options.usesSavepoints;
  }

  /** Whether the transaction was rolled back: by the batch, or by SQLite on a full disk or an I/O error. */
  get isOver(): boolean {
    return !this.#options.connection.inTransaction;
  }

  /** Whether units that have succeeded were rolled back because of another one, and must run again. */
  get mustRunAgain(): boolean {
    return this.#isUndone && this.finished.some(({ outcome }) => outcome.ok);
  }

  get isLarge(): boolean {
    return this.finished.some(({ handle }) => handle?.isLarge);
  }

  /** Returns false if the unit was not begun, as the batch is over. */
  async run(unit: Unit): Promise<boolean> {
    // What can no longer be repeated must not fail because of what other units left to the commit.
    if (unit.repeatedBy === 'none' && !(await this.sendLate())) return false;
    if (monotonicMs() > unit.deadlineMs) {
      const error = new AppError('store.busy');
      this.finished.push({ unit, outcome: { ok: false, error }, handle: undefined });
    } else {
      await this.#runNow(unit);
    }
    return true;
  }

  async #runNow(unit: Unit): Promise<void> {
    const followsOthers = this.finished.length > 0;
    const hasSavepoint = followsOthers && this.#usesSavepoints;
    let handle: SqliteHandle | undefined;
    let outcome: Outcome;
    try {
      if (hasSavepoint) this.#options.connection.run('SAVEPOINT unit', []);
      handle = this.#handleFor(unit, followsOthers);
      const value = await unit.work(handle);
      await handle.sendPostponed();
      if (hasSavepoint) this.#options.connection.run('RELEASE unit', []);
      outcome = { ok: true, value };
    } catch (error) {
      this.#undo(handle, hasSavepoint);
      outcome = { ok: false, error };
    }
    if (handle) this.#end(handle, outcome);
    this.finished.push({ unit, outcome, handle });
    if (unit.repeatedBy === 'none' && outcome.ok) this.#usesSavepoints = true;
  }

  /** Returns false, and rolls back, if that fails. */
  async sendLate(): Promise<boolean> {
    const { builder, connection } = this.#options;
    const state = settledState(builder);
    const handle = new SqliteHandle({ rows: builder, connection, state });
    handle.late = this.#late;
    try {
      await handle.sendLate();
      return true;
    } catch {
      this.#undoAll();
      return false;
    } finally {
      handle.end();
    }
  }

  #handleFor(unit: Unit, followsOthers: boolean): SqliteHandle {
    const { builder, connection, boundedReader } = this.#options;
    const handle = new SqliteHandle({
      rows: builder,
      connection,
      state: this.#stateFor(unit),
      meter: unit.meter,
    });
    handle.followsOthers = followsOthers;
    handle.boundedReader = boundedReader;
    if (!this.#usesSavepoints && unit.repeatedBy !== 'none') handle.late = this.#late;
    return handle;
  }

  #stateFor({ isMigration }: Unit): TreeState {
    const { builder, connection, tree } = this.#options;
    if (isMigration) return settledState(builder);
    // What a unit of this transaction changed may be rolled back, and is not kept.
    const isFirst = this.finished.length === 0;
    this.#state ??= isFirst ? tree.seenBy(connection) : tree.uncommittedOf(connection);
    return this.#state;
  }

  /** A unit that fails before it has written anything leaves nothing to undo. */
  #undo(handle: SqliteHandle | undefined, hasSavepoint: boolean): void {
    const { connection } = this.#options;
    if (!connection.inTransaction) return;
    if (hasSavepoint) {
      connection.run('ROLLBACK TO unit', []);
      connection.run('RELEASE unit', []);
    } else if (handle?.hasWritten) {
      this.#undoAll();
    }
  }

  #undoAll(): void {
    const { connection } = this.#options;
    if (connection.inTransaction) connection.run('ROLLBACK', []);
    this.#isUndone = true;
  }

  #end(handle: SqliteHandle, outcome: Outcome): void {
    // A unit that changes the pending changes reads them again.
    if (handle.state !== this.#state) this.#state = undefined;
    if (outcome.ok) handle.leaveLate();
    handle.end();
  }
}
