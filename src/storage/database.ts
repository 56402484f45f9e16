import { isAppError } from '../base/errors/app-error.ts';
import type { PendingTree } from '../model/pending-tree.ts';
import type { EngineName, SqlDialect } from './sql-dialect.ts';
import type { Compilable, SqlBuilder, Statement } from './statement.ts';

/** Counts what a unit of work costs; the HTTP layer shows it in `Server-Timing`. */
export interface QueryMeter {
  queries: number;
}

/** Reads within one unit of work. Valid only until the callback it was given to returns. */
export interface ReadHandle {
  readonly dialect: SqlDialect;
  /** Its statements read documents as the pending changes of the tree make them. */
  readonly builder: SqlBuilder;
  /** Its statements read the rows of documents as they are stored. */
  readonly rows: SqlBuilder;
  /** Changes of subtrees that are not written to all rows yet. */
  readonly tree: PendingTree;
  /** For PostgreSQL: the revision of the tree that a statement of the unit has read. */
  learnTree(revision: number): void;
  /**
   * Changes sent so far, without postponed ones: while it is the same, values read under a lock are
   * still valid.
   */
  readonly changes: number;
  /**
   * Whether the unit sees changes that may still be rolled back: its own, or on SQLite those of
   * units before it in one commit. Such values must not be cached beyond the unit.
   */
  readonly seesUncommitted: boolean;
  /**
   * The number of the committed state that the next statement of the unit reads, where the engine tells
   * it cheaply: while it is the same nothing at all was committed, by any process. Numbers grow, and are
   * those of one `Database` only. Undefined on PostgreSQL, and where statements may see other states.
   */
  readonly stateVersion: number | undefined;
  /**
   * On SQLite, when the unit has a time limit: the monotonic instant after which a statement that
   * calls `cartulary_before` fails. PostgreSQL stops statements by itself.
   */
  readonly deadlineMs?: number | undefined;
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  /**
   * As `all`, for rows that are known to be large. Where SQLite has threads, and the unit only
   * reads, a thread reads them, and a row may have changed since.
   */
  allOfLarge<Row>(query: Compilable<Row>): Promise<Row[]>;
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  fetchAll<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]>;
  fetchFirst<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | undefined>;
}

/** An insertion whose name is free in most cases. */
export interface LikelyInsertion<Params extends object> {
  /** Fails when the name is taken. */
  readonly likely: Statement<Params, unknown>;
  /** Inserts nothing when the name is taken. */
  readonly certain: Statement<Params, unknown>;
}

export interface WriteHandle extends ReadHandle {
  /** Runs a change and returns the number of rows changed. */
  run(query: Compilable<unknown>): Promise<number>;
  execute<Params extends object>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): Promise<number>;
  /**
   * Whether the row was inserted. On PostgreSQL the answer is assumed: the row is sent with the
   * following statements, and if its name is taken, the unit is rolled back and runs again.
   */
  insertLikely<Params extends object>(
    insertion: LikelyInsertion<Params>,
    params: Params,
  ): Promise<boolean>;
  /**
   * Sends the change before the next statement of the unit, or at its end. A later one with the
   * same key replaces it: for changes that overwrite the same columns of a locked row, so that a
   * row that is changed several times is written once.
   */
  postpone<Params extends object>(
    key: string,
    statement: Statement<Params, unknown>,
    params: Params,
  ): void;
  /**
   * Serialises changes of the tree's shape against each other: `shared` for adding below a parent,
   * `exclusive` for moving, removing and changing ACLs. SQLite has one writer and needs none.
   */
  lockTree(mode: 'shared' | 'exclusive'): Promise<void>;
  /** After a change of the pending changes in this unit. */
  readTree(): Promise<void>;
  /** Runs once the change is durable; not at all when the unit fails. Must not throw. */
  afterCommit(action: () => void): void;
}

/** What the threads for slow queries do. */
export interface QueryThreadCounts {
  /** Statements that were given to them so far. */
  readonly statements: number;
  readonly running: number;
  readonly waiting: number;
}

/** What has happened to the connections of the process so far. */
export interface ConnectionCounts {
  readonly lostConnections: number;
  /** For the server that can write. */
  readonly searches: number;
  /** Searches and looks that ended with another server than before. */
  readonly failovers: number;
}

export interface ReadBounds {
  /** For one statement on PostgreSQL; for all that check it together on SQLite. */
  readonly timeLimitMs: number;
}

export interface WriteOptions {
  /** The work must not be repeated: an engine that would have to run it again throws the error. */
  readonly runsOnce?: boolean;
  /**
   * With `runsOnce`: the caller does its work again as a whole after a `store.conflict`. So SQLite need not
   * protect it by savepoints against the failure of another unit of the same transaction.
   */
  readonly isRepeatedByCaller?: boolean;
  /**
   * The work only reads, and what it changes is sent at its end: PostgreSQL then does it in one transaction
   * with other units of this kind. A unit that turns out to do more runs again by itself.
   */
  readonly sharesCommit?: boolean;
}

/** The detail of a `store.unavailable` that came before anything of the unit was stored. */
export const nothingStored = { isStored: false } as const;

/**
 * Whether the store could not be reached and nothing of the unit is stored, so that it is safe to
 * run it again.
 */
export function isKnownNotStored(error: unknown): boolean {
  return isAppError(error, 'store.unavailable') && error.detail === nothingStored;
}

/** The outcome of a unit; `unknown` when the store cannot tell. */
export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

/** The detail of a `store.unavailable` when it is not known whether the unit is stored. */
export class OpenOutcome {
  /** Asks the store again, which may be available again. */
  readonly ask: () => Promise<CommitOutcome>;

  constructor(ask: () => Promise<CommitOutcome>) {
    this.ask = ask;
  }
}

export function openOutcomeOf(error: unknown): OpenOutcome | undefined {
  const detail = isAppError(error, 'store.unavailable') ? error.detail : undefined;
  return detail instanceof OpenOutcome ? detail : undefined;
}

export interface ScanOptions {
  /** Ends the scan, also while it waits for a page: the iteration throws the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Rows of a page; 1,000 by default. */
  readonly pageRows?: number;
}

export const scanPageRowsDefault = 1_000;

/**
 * The bounds of the unit in which the statement of a scan is compiled: a statement that checks the time
 * can be stopped when the scan is left, and must not end before.
 */
export const scanTimeLimitMs = 24 * 60 * 60 * 1000;

/** Runs migrations; nothing else may send raw text. */
export interface MigrationHandle extends WriteHandle {
  script(sql: string): Promise<void>;
}

/**
 * A store. Repository functions take a unit with a handle first, so code outside a transaction does
 * not compile. A `write` unit is all or nothing and resolves only once it is durable; it must not
 * wait for anything but its own handle (no network, blob or process work while the writer is held).
 */
export interface Database {
  readonly engine: EngineName;
  /** Only where the engine runs in the process: on SQLite, unless they are turned off. */
  readonly queryThreads?: QueryThreadCounts | undefined;
  /** Only where the engine runs elsewhere. */
  readonly readConnectionCounts?: (() => ConnectionCounts) | undefined;
  /**
   * Each statement sees what this process committed before it. What another process committed it
   * sees on PostgreSQL as well, on SQLite as of the beginning of the turn of the event loop or
   * later: a unit that must see all of it runs after a `readLatest`. With `bounds` a statement that
   * takes long keeps no other request of the process waiting, as long as SQLite has threads for it.
   *
   * @throws AppError store.timeout when a statement was stopped because of `bounds`, store.busy when
   * too many slow ones wait
   */
  read<T>(
    work: (handle: ReadHandle) => Promise<T>,
    meter?: QueryMeter,
    bounds?: ReadBounds,
  ): Promise<T>;
  /** Sees what any process committed before the call, and so does every read that begins after it. */
  readLatest<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T>;
  /** All statements see one state of the store: for work whose queries must agree, such as checks. */
  snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T>;
  /**
   * The rows of one statement, which only reads, in pages as they are consumed: all of one state of the
   * store, however long that takes and however many they are. The memory that it takes does not grow with
   * their number, and neither the event loop nor the writer waits for the statement. A scan that is left
   * early releases what it holds. The statement is compiled in a unit before; see `scanTimeLimitMs`.
   *
   * @throws AppError store.unavailable when what runs the statement has ended, server.shutting-down
   */
  scan<Row>(query: Compilable<Row>, options?: ScanOptions): AsyncGenerator<readonly Row[]>;
  /**
   * The work is repeated when its transaction conflicted with another one, and once when the
   * connection was lost and nothing is stored, or on SQLite when another unit of its commit failed.
   *
   * @throws AppError store.busy when the writer was not free in time, store.full, store.conflict …
   */
  write<T>(
    work: (handle: WriteHandle) => Promise<T>,
    meter?: QueryMeter,
    options?: WriteOptions,
  ): Promise<T>;
  migrate<T>(work: (handle: MigrationHandle) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
