import { isWithin, monotonicMs, sleep } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Logger } from '../../base/log.ts';
import { type CheckpointMode, checkpoint, type WalState, walStateOf } from './checkpoint.ts';
import type { QueryThreads } from './query-threads.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isFailedFlush } from './sqlite-errors.ts';
import { FailedFlush, UpkeepThread } from './upkeep-thread.ts';
import type { WalSync } from './wal-sync.ts';

const pageKilobytes = 4;

/** Pages of the WAL have 4 KB. */
export interface CheckpointLimits {
  /** Commits between two looks at the WAL. Processes with fewer never need a thread. */
  readonly commits: number;
  /** Pages of the WAL that are not in the database yet: with more, the thread copies them. */
  readonly copyPages: number;
  /** With more pages in the WAL, the writer pauses so that it can begin anew. */
  readonly restartPages: number;
  /** With more, slow queries pause as well before that, as their snapshots need the WAL. */
  readonly holdPages: number;
  /** How long the writer pauses at most. */
  readonly pauseMs: number;
  /** A thread that does not reply within this time is replaced. */
  readonly replyMs: number;
  /** How long the event loop copies after threads have failed repeatedly. */
  readonly retryMs: number;
}

const defaultLimits: CheckpointLimits = {
  commits: 8,
  copyPages: 4_000,
  restartPages: 8_000,
  holdPages: 32_000,
  pauseMs: 1_000,
  replyMs: 60_000,
  retryMs: 60_000,
};

/** A reader that ends within this time does not prevent that the WAL begins anew. */
const busyTimeoutMs = 100;
/** Between two checkpoints, also when one could not copy anything. */
const restMs = 100;
const restAfterErrorMs = 5_000;
/** As long as a query may take by default. */
const holdMs = 30_000;
/** At the end of the process; what is not copied then is copied after the next start. */
const closeMs = 10_000;

const failuresMax = 2;
const abandonedMax = 2;
const noReply = 'the thread did not reply';

interface CheckpointerOptions {
  readonly path: string;
  /** The one that commits; used here between its transactions. */
  readonly connection: SqliteConnection;
  readonly walSync: WalSync;
  readonly queryThreads: QueryThreads | undefined;
  readonly log: Logger | undefined;
  readonly limits?: Partial<CheckpointLimits> | undefined;
}

/**
 * Copies the WAL into the database on a thread: on the event loop every request would wait for it.
 *
 * As long as commits follow each other closely, no checkpoint gets to the end of the WAL, and only
 * then it can begin anew. So when it has grown long and has just been copied, the writer pauses while
 * the thread copies the little that is left.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  readonly #limits: CheckpointLimits;
  #thread: UpkeepThread | undefined;
  #running: Promise<void> | undefined;
  #pause: Promise<void> | undefined;
  #commits = 0;
  #restartAtPages: number;
  #restUntilMs = 0;
  #loopUntilMs = 0;
  /** Of threads, without a success since. */
  #failures = 0;
  /** Threads that did not reply and have not ended yet. */
  #abandoned = 0;
  #isClosed = false;

  constructor(options: CheckpointerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#restartAtPages = this.#limits.restartPages;
  }

  /** What the next transaction must wait for. */
  get pause(): Promise<void> | undefined {
    return this.#pause;
  }

  /** Called after each commit; does not throw. */
  committed(): void {
    this.#commits += 1;
    if (this.#commits % this.#limits.commits !== 0 || this.#running) return;
    if (monotonicMs() < this.#restUntilMs || this.#options.walSync.hasFailed) return;
    try {
      const { pages, copiedPages } = walStateOf(this.#options.connection);
      if (pages - copiedPages < this.#limits.copyPages && pages < this.#restartAtPages) return;
      if (monotonicMs() < this.#loopUntilMs) this.#copyOnLoop();
      else this.#start(pages);
    } catch (error) {
      this.#rest(restAfterErrorMs);
      if (isFailedFlush(error)) this.#reportFailedFlush(error);
      else this.#options.log?.warn({ err: error }, 'the write-ahead log could not be copied');
    }
  }

  /** Copies what is left, so that closing the connections has nothing to copy on the event loop. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const hasStopped = !this.#running || (await isWithin(this.#running, closeMs));
    const thread = this.#thread;
    if (!thread || thread.hasEnded) return;
    if (hasStopped && !this.#options.walSync.hasFailed) {
      await this.#runOn(thread, 'passive', closeMs);
    }
    if (!(await isWithin(thread.end(), hasStopped ? closeMs : 0))) thread.abandon();
  }

  #copyOnLoop(): void {
    this.#rest();
    checkpoint(this.#options.connection, 'passive');
  }

  #start(pages: number): void {
    try {
      if (this.#abandoned >= abandonedMax) throw new AppError('store.timeout', noReply);
      if (!this.#thread || this.#thread.hasEnded) {
        this.#thread = new UpkeepThread({ path: this.#options.path, busyTimeoutMs });
      }
    } catch (error) {
      this.#failures = failuresMax;
      this.#giveUpThread(error);
      return;
    }
    this.#running = this.#copy(this.#thread, pages).finally(() => {
      this.#rest();
      this.#running = undefined;
    });
  }

  async #copy(thread: UpkeepThread, pages: number): Promise<void> {
    const isVeryLong = pages >= Math.max(this.#limits.holdPages, this.#restartAtPages);
    const resume = isVeryLong ? await this.#options.queryThreads?.hold(holdMs) : undefined;
    try {
      const state = await this.#runOn(thread, 'passive', this.#limits.replyMs);
      if (!state || this.#isClosed) return;
      const isLong = state.pages >= this.#restartAtPages;
      // A transaction that is open appends to the WAL, also when all that is in it now is copied.
      const beginsAnew =
        state.copiedPages === state.pages && !this.#options.connection.inTransaction;
      if (beginsAnew) this.#restartAtPages = this.#limits.restartPages;
      // A reader in the way needs the WAL: most pauses of the writer would be in vain.
      else if (isLong && (isVeryLong || !state.isBusy)) await this.#restart(thread);
    } finally {
      resume?.();
    }
  }

  async #restart(thread: UpkeepThread): Promise<void> {
    const pause = Promise.withResolvers<void>();
    this.#pause = pause.promise;
    // The transaction that is open ends, and the next one waits.
    while (this.#options.connection.inTransaction) await sleep(1);
    const restart = this.#runOn(thread, 'restart', this.#limits.replyMs);
    await isWithin(restart, this.#limits.pauseMs);
    this.#pause = undefined;
    pause.resolve();
    const state = await restart;
    if (!state) return;
    if (!state.isBusy) this.#restartAtPages = this.#limits.restartPages;
    else if (state.pages < this.#limits.holdPages)
      this.#restartAtPages = state.pages + this.#limits.restartPages;
    else this.#goOnGrowing(state.pages);
  }

  #goOnGrowing(pages: number): void {
    this.#restartAtPages = 2 * pages;
    const megabytes = Math.round((pages * pageKilobytes) / 1_024);
    const text =
      'the write-ahead log grows, because a query or another process reads or writes without an end';
    this.#options.log?.warn({ megabytes }, text);
  }

  /** Undefined when it failed. */
  async #runOn(
    thread: UpkeepThread,
    mode: CheckpointMode,
    limitMs: number,
  ): Promise<WalState | undefined> {
    try {
      const running = thread.copy(mode);
      if (!(await isWithin(running, limitMs))) throw new AppError('store.timeout', noReply);
      const state = await running;
      this.#failures = 0;
      return state;
    } catch (error) {
      if (error instanceof FailedFlush) this.#reportFailedFlush(error);
      else this.#giveUpThread(error);
      return undefined;
    }
  }

  /** The next one is a new thread at once, but not again and again. */
  #giveUpThread(error: unknown): void {
    this.#abandonThread();
    this.#failures += 1;
    const { retryMs } = this.#limits;
    const isRepeated = this.#failures >= failuresMax;
    if (isRepeated) this.#loopUntilMs = monotonicMs() + retryMs;
    const text = isRepeated
      ? 'the thread that copies the write-ahead log fails repeatedly: requests wait for it until the next attempt'
      : 'the thread that copies the write-ahead log has failed; a new one tries again';
    this.#options.log?.warn({ err: error, ...(isRepeated && { retryMs }) }, text);
  }

  #abandonThread(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread || thread.hasEnded) return;
    this.#abandoned += 1;
    void thread.ended.then(() => {
      this.#abandoned -= 1;
    });
    thread.abandon();
  }

  #reportFailedFlush(error: unknown): void {
    this.#options.walSync.fail(error);
    const text = 'the store could not be flushed: no change is acknowledged until a restart';
    this.#options.log?.error({ err: error }, text);
  }

  #rest(ms = restMs): void {
    this.#restUntilMs = monotonicMs() + ms;
  }
}
