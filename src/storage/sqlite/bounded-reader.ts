import { LRUCache } from 'lru-cache';
import type { ReadStatement } from './query-thread-program.ts';
import type { QueryThreads } from './query-threads.ts';
import { SliceOver, type SqliteConnection } from './sqlite-connection.ts';

/** How long a statement may block the event loop; nearly all are much faster. */
const sliceMs = 5;
/** What takes no longer on a thread costs the event loop less than the messages to the thread. */
const quickMs = 1;
/**
 * Statements with more characters run on a thread at once. Preparing one takes time quadratic in
 * the number of its conditions, some 10 ms at this length and up to 200 ms for the longest, and
 * cannot be interrupted.
 */
const longStatement = 20_000;
const slowForDefaultMs = 60_000;
const slowMax = 200;
/** Characters of their texts together. */
const slowTextMax = 1024 * 1024;

interface BoundedReaderOptions {
  readonly connection: SqliteConnection;
  readonly threads: QueryThreads;
  /** How long a statement that used up its slice runs on a thread without another try on the loop. */
  readonly slowForMs?: number;
}

/**
 * Runs the statements of reads with a time limit: on the event loop, where most finish at once, and
 * those that take longer again on a thread. Long statements start there.
 */
export class BoundedReader {
  readonly #connection: SqliteConnection;
  readonly #threads: QueryThreads;
  /** Texts of statements without their parameters. */
  readonly #slow: LRUCache<string, true>;

  constructor({ connection, threads, slowForMs = slowForDefaultMs }: BoundedReaderOptions) {
    this.#connection = connection;
    this.#threads = threads;
    this.#slow = new LRUCache({
      max: slowMax,
      maxSize: slowTextMax,
      sizeCalculation: (_isSlow, sql) => sql.length,
      ttl: slowForMs,
    });
  }

  run(statement: ReadStatement, deadlineMs: number): unknown {
    const { method, sql, parameters } = statement;
    if (sql.length >= longStatement || (this.#slow.size > 0 && this.#slow.has(sql))) {
      return this.#runOnThread(statement, deadlineMs);
    }
    try {
      return this.#connection.withinSlice(sliceMs, () => this.#connection[method](sql, parameters));
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
      this.#slow.set(sql, true);
      return this.#runOnThread(statement, deadlineMs);
    }
  }

  /** One that was slow with other parameters, or when the machine was busy, returns to the loop. */
  async #runOnThread(statement: ReadStatement, deadlineMs: number): Promise<unknown> {
    const { value, tookMs } = await this.#threads.run(statement, deadlineMs);
    if (tookMs <= quickMs) this.#slow.delete(statement.sql);
    return value;
  }
}
