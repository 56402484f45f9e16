import { LRUCache } from 'lru-cache';
import { monotonicMs } from '../../base/clock.ts';
import { longFirstStep } from '../sql-dialect.ts';
import { CommonWords } from './common-words.ts';
import type { ReadStatement } from './query-thread-program.ts';
import type { QueryThreads } from './query-threads.ts';
import { SliceOver, type SqliteConnection } from './sqlite-connection.ts';

/** How long a statement may block the event loop; nearly all are much faster. */
const sliceMs = 5;
/** What takes no longer on a thread costs the event loop less than the messages to the thread. */
const quickMs = 1;
/**
 * Statements with more characters run on a thread at once. Preparing one takes time quadratic in
 * the number of its conditions, some 3 ms at this length and up to 200 ms for the longest, and
 * cannot be interrupted.
 */
const longStatement = 10_000;
/** With more statements in the queue, slow ones are not tried on the loop any more. */
const triedWhileWaiting = 5;
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

/** Others never went to a thread: they are short, and must not wait for those that are not. */
function checksTime(sql: string): boolean {
  return sql.includes('cartulary_before');
}

/**
 * Runs the statements of reads with a time limit: on the event loop, where most finish at once, and
 * those that take longer again on a thread. Long statements start there.
 */
export class BoundedReader {
  readonly #connection: SqliteConnection;
  readonly #threads: QueryThreads;
  readonly #commonWords: CommonWords;
  /** Texts of statements without their parameters. */
  readonly #slow: LRUCache<string, true>;

  constructor({ connection, threads, slowForMs = slowForDefaultMs }: BoundedReaderOptions) {
    this.#connection = connection;
    this.#threads = threads;
    this.#commonWords = new CommonWords(connection);
    this.#slow = new LRUCache({
      max: slowMax,
      maxSize: slowTextMax,
      sizeCalculation: (_isSlow, sql) => sql.length,
      ttl: slowForMs,
    });
  }

  run(statement: ReadStatement, deadlineMs: number): unknown {
    const { method, sql, parameters } = statement;
    if (this.#hasLongStep(statement) || this.#isAwaited(sql)) {
      return this.runOnThread(statement, deadlineMs);
    }
    const beganMs = monotonicMs();
    try {
      return this.#connection.withinSlice(sliceMs, () => this.#connection[method](sql, parameters));
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
      return this.runOnThread(statement, deadlineMs);
    } finally {
      // One that checks the time may still take long for a step in between.
      if (monotonicMs() - beganMs > sliceMs && checksTime(sql)) this.#slow.set(sql, true);
    }
  }

  /**
   * For units that write: whether the statement is for a thread, and one runs it at once. The threads may
   * be held until the transaction of the unit has ended.
   */
  isForFreeThread(statement: ReadStatement): boolean {
    const { hasFree, isHeld } = this.#threads;
    return hasFree && !isHeld && this.#hasLongStep(statement);
  }

  /** Whether it may take long without a row after which it could be stopped. */
  #hasLongStep(statement: ReadStatement): boolean {
    const { sql } = statement;
    if (sql.length >= longStatement || sql.includes(longFirstStep)) return true;
    return this.#commonWords.areSearchedBy(statement);
  }

  /**
   * Whether a thread runs the statement without another try here. If all are busy, it is tried: it
   * may be quick this time, and would wait for others that are not. Unless so many wait that the
   * tries would hold the event loop.
   */
  #isAwaited(sql: string): boolean {
    if (this.#slow.size === 0 || !this.#slow.has(sql)) return false;
    return this.#threads.hasFree || this.#threads.waiting >= triedWhileWaiting;
  }

  /** One that was slow with other parameters, or when the machine was busy, returns to the loop. */
  async runOnThread(statement: ReadStatement, deadlineMs: number): Promise<unknown> {
    const { value, tookMs } = await this.#threads.run(statement, deadlineMs);
    if (tookMs <= quickMs) this.#slow.delete(statement.sql);
    else if (tookMs > sliceMs && checksTime(statement.sql)) this.#slow.set(statement.sql, true);
    return value;
  }
}
