import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { monotonicMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { foldCase } from '../fold-case.ts';
import { createLikeFunction } from './like-function.ts';
import { queryTimeout, translateSqliteError } from './sqlite-errors.ts';

interface SqliteConnectionOptions {
  readonly path: string;
  readonly readonly: boolean;
  /** How long a statement waits for locks of other connections. */
  readonly busyTimeoutMs: number;
  /** Bytes of the file that may be mapped into memory: pages read from it count as used memory. */
  readonly mappedBytesMax?: number;
  /** Whether statements that call `cartulary_before` must stop, because the process ends. */
  readonly isStopped?: () => boolean;
  /** Whether rows must refer to existing rows; true by default. */
  readonly checksReferences?: boolean | undefined;
}

/** A statement that calls `cartulary_before` has used up its slice; not a failure. */
export class SliceOver extends Error {}

/** Null stays null; queries of the program pass no other values than text. */
function foldOrNull(value: unknown): string | null {
  return typeof value === 'string' ? foldCase(value) : null;
}

function requireToFit(bytes: unknown, most: unknown): number {
  if (Number(bytes) <= Number(most)) return 1;
  throw new AppError(
    'request.invalid',
    `the query has too many conditions for a document with a list of ${bytes} bytes, as at most ${most} ` +
      'can be looked through for each: use IN or fewer conditions',
  );
}

/**
 * Cached prepared statements are bounded by the length of their text, as each takes some ten times that
 * in memory: queries of clients can have any length, and those of the program about 1,000 characters.
 */
const keptStatements = {
  max: 500,
  maxSize: 512 * 1024,
  sizeCalculation: (_statement: object, sql: string) => sql.length,
};

/** One SQLite connection with a cache of prepared statements. Every call is synchronous. */
export class SqliteConnection {
  readonly #db: Sqlite.Database;
  readonly #statements = new LRUCache<string, Sqlite.Statement>(keptStatements);
  readonly #isStopped: (() => boolean) | undefined;
  #dataVersion: Sqlite.Statement<[], number> | undefined;
  #sliceEndMs = Number.POSITIVE_INFINITY;
  #deadlineMs = Number.POSITIVE_INFINITY;

  constructor(options: SqliteConnectionOptions) {
    this.#isStopped = options.isStopped;
    try {
      this.#db = new Sqlite(options.path, { readonly: options.readonly });
      this.#db.pragma(`busy_timeout = ${options.busyTimeoutMs}`);
      if (!options.readonly) this.#db.pragma('journal_mode = WAL');
      // The WAL is synced by WalSync off the event loop before a write is acknowledged; NORMAL makes
      // SQLite itself sync around checkpoints (docs/decisions/0002-storage.md).
      this.#db.pragma('synchronous = NORMAL');
      this.#db.pragma(`foreign_keys = ${options.checksReferences === false ? 'OFF' : 'ON'}`);
      this.#db.pragma('cache_size = -8000');
      this.#db.pragma(`mmap_size = ${options.mappedBytesMax ?? 1_073_741_824}`);
      // `Checkpointer` runs them: within a COMMIT each would hold the event loop.
      this.#db.pragma('wal_autocheckpoint = 0');
      this.#db.pragma('temp_store = MEMORY');
      const isBefore = (deadlineMs: unknown) => this.#isBefore(deadlineMs);
      this.#db.function('cartulary_fold', { deterministic: true }, foldOrNull);
      this.#db.function('cartulary_before', isBefore);
      this.#db.function('cartulary_large', () => this.#mayReadLarge());
      this.#db.function('cartulary_fits', requireToFit);
      this.#db.function('cartulary_like', createLikeFunction(isBefore));
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#translated(() => this.#prepare(sql).all(...parameters));
  }

  /** The rows of a statement as they are found. Until it is returned or has ended the connection is for it alone. */
  *iterate(sql: string, parameters: readonly unknown[]): Generator<unknown, undefined> {
    const rows = this.#translated(() => this.#prepare(sql).iterate(...parameters));
    try {
      for (;;) {
        const next = this.#translated(() => rows.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      rows.return?.();
    }
  }

  get(sql: string, parameters: readonly unknown[]): unknown {
    return this.#translated(() => this.#prepare(sql).get(...parameters));
  }

  /** Returns the number of rows changed. */
  run(sql: string, parameters: readonly unknown[]): number {
    return this.#translated(() => {
      const statement = this.#prepare(sql);
      if (statement.reader) return statement.all(...parameters).length;
      return statement.run(...parameters).changes;
    });
  }

  script(sql: string): void {
    this.#translated(() => this.#db.exec(sql));
  }

  /**
   * Runs statements for at most that time, if they call `cartulary_before`.
   *
   * @throws SliceOver
   */
  withinSlice<T>(sliceMs: number, action: () => T): T {
    this.#sliceEndMs = monotonicMs() + sliceMs;
    try {
      return action();
    } finally {
      this.#sliceEndMs = Number.POSITIVE_INFINITY;
    }
  }

  /** Runs a statement that ends at that instant if it calls `cartulary_large`. */
  until<T>(deadlineMs: number, action: () => T): T {
    this.#deadlineMs = deadlineMs;
    try {
      return action();
    } finally {
      this.#deadlineMs = Number.POSITIVE_INFINITY;
    }
  }

  /**
   * Differs from an earlier one when another connection, of any process, has committed since: within a
   * transaction, until its snapshot.
   */
  dataVersion(): number {
    return this.#translated(() => {
      this.#dataVersion ??= this.#db.prepare<[], number>('pragma data_version').pluck();
      return this.#dataVersion.get() as number;
    });
  }

  close(): void {
    this.#db.close();
  }

  /**
   * Called before a statement reads into a large document, which takes long by itself: it does not
   * fit in a slice. Not deterministic, as `#isBefore`.
   */
  #mayReadLarge(): number {
    if (this.#sliceEndMs !== Number.POSITIVE_INFINITY) throw new SliceOver();
    return this.#isBefore(this.#deadlineMs);
  }

  /**
   * Stops the calling statement once its instant has passed, as the driver offers no other means.
   * Declared not deterministic, so that it is called for every row.
   */
  #isBefore(deadlineMs: unknown): number {
    const nowMs = monotonicMs();
    if (nowMs > Number(deadlineMs)) throw queryTimeout();
    if (nowMs > this.#sliceEndMs) throw new SliceOver();
    if (this.#isStopped?.()) throw new AppError('server.shutting-down');
    return 1;
  }

  #prepare(sql: string): Sqlite.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #translated<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw translateSqliteError(error);
    }
  }
}
