import { isWithin, monotonicMs, sleep } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { Logger } from '../../base/log.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { FailedFlush, UpkeepThread } from './upkeep-thread.ts';
import type { WalSync } from './wal-sync.ts';
import { hasMergeableWords, type MergeState } from './word-segments.ts';

/** Between two looks at the segments. */
const commitsPerLook = 8;
/** How long the thread waits for a lock that another process has. */
const busyTimeoutMs = 100;
/** How long units wait at most for a part of the work; then they wait for the lock itself. */
const pauseMs = 1_000;
/** A thread that does not reply within this time is replaced. */
const replyMs = 60_000;
const restMs = 1_000;
const restAfterErrorMs = 60_000;
/** At the end of the process; what is left is merged by the next one. */
const closeMs = 10_000;

interface WordMergerOptions {
  readonly path: string;
  /** The one that commits; used here between its transactions. */
  readonly connection: SqliteConnection;
  readonly walSync: WalSync;
  readonly log: Logger | undefined;
  /** What a merge must wait for, as units do. */
  readonly pauseOf: () => Promise<void> | undefined;
  /** Called after each part, which is a transaction. */
  readonly onMerged: () => void;
}

/**
 * Merges the segments of the full-text index on a thread, in parts of some milliseconds between which
 * units run. FTS5 would do it within the statements that store and remove words, but no part of
 * a merge has an upper bound: all documents of one word, and whatever it finds removed, are one step.
 */
export class WordMerger {
  readonly #options: WordMergerOptions;
  #thread: UpkeepThread | undefined;
  #running: Promise<void> | undefined;
  #pause: Promise<void> | undefined;
  #commits = 0;
  #restUntilMs = 0;
  #isClosed = false;

  constructor(options: WordMergerOptions) {
    this.#options = options;
  }

  /** What the next transaction must wait for. */
  get pause(): Promise<void> | undefined {
    return this.#pause;
  }

  /** Called after each commit; does not throw. */
  committed(): void {
    this.#commits += 1;
    if (this.#commits % commitsPerLook !== 0 || this.#running || this.#isClosed) return;
    if (monotonicMs() < this.#restUntilMs || this.#options.walSync.hasFailed) return;
    try {
      if (!hasMergeableWords(this.#options.connection)) return;
      this.#running = this.#mergeAll();
    } catch (error) {
      this.#giveUp(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running) await isWithin(this.#running, closeMs);
    const thread = this.#thread;
    if (thread && !thread.hasEnded && !(await isWithin(thread.end(), closeMs))) thread.abandon();
  }

  async #mergeAll(): Promise<void> {
    try {
      const thread = await this.#openThread();
      for (let isLeft = true; isLeft && !this.#isClosed; ) {
        const beganMs = monotonicMs();
        ({ isLeft } = await this.#mergeSome(thread));
        this.#options.onMerged();
        // Units have half of the time.
        await sleep(monotonicMs() - beganMs);
      }
    } catch (error) {
      this.#giveUp(error);
    } finally {
      this.#running = undefined;
    }
  }

  async #openThread(): Promise<UpkeepThread> {
    if (this.#thread && !this.#thread.hasEnded) return this.#thread;
    this.#thread = new UpkeepThread({ path: this.#options.path, busyTimeoutMs });
    await reply(this.#thread.open());
    return this.#thread;
  }

  /** While units wait, as they would for the lock. */
  async #mergeSome(thread: UpkeepThread): Promise<MergeState> {
    await this.#options.pauseOf();
    const pause = Promise.withResolvers<void>();
    this.#pause = pause.promise;
    try {
      while (this.#options.connection.inTransaction) await sleep(1);
      const merge = thread.mergeWords();
      await isWithin(merge, pauseMs);
      this.#resume(pause);
      return await reply(merge);
    } finally {
      this.#resume(pause);
    }
  }

  #resume(pause: PromiseWithResolvers<void>): void {
    this.#pause = undefined;
    pause.resolve();
  }

  /** Meanwhile FTS5 merges by itself what has become too much. */
  #giveUp(error: unknown): void {
    if (isAppError(error, 'store.busy')) {
      this.#restUntilMs = monotonicMs() + restMs;
      return;
    }
    this.#restUntilMs = monotonicMs() + restAfterErrorMs;
    this.#thread?.abandon();
    this.#thread = undefined;
    if (error instanceof FailedFlush) this.#options.walSync.fail(error);
    this.#options.log?.warn(
      { err: error, retryMs: restAfterErrorMs },
      'the full-text index could not be merged; searches become slower until the next attempt',
    );
  }
}

async function reply<T>(running: Promise<T>): Promise<T> {
  if (!(await isWithin(running, replyMs))) {
    throw new AppError('store.timeout', 'the thread did not reply');
  }
  return running;
}
