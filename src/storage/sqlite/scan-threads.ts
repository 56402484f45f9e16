import { sleepUnlessAborted } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { ScanThread } from './scan-thread.ts';
import type { ScanStatement } from './scan-thread-program.ts';

interface ScanThreadsOptions {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** After how long without a scan the last thread ends. */
  readonly idleMs?: number;
}

interface IdleThread {
  readonly thread: ScanThread;
  /** Ends its idle time. */
  readonly awake: AbortController;
}

const idleDefaultMs = 60_000;

/**
 * A thread for each scan that runs: a scan lasts as long as its rows are consumed, so it must not take a
 * thread from queries. How many there are is up to what starts them; one is kept for the next scan.
 */
export class ScanThreads {
  readonly #options: ScanThreadsOptions;
  readonly #threads = new Set<ScanThread>();
  #idle: IdleThread | undefined;
  #isClosed = false;

  constructor(options: ScanThreadsOptions) {
    this.#options = options;
  }

  async *scan(
    statement: ScanStatement,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly unknown[]> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new AppError('server.shutting-down');
    const thread = this.#take();
    try {
      let page = await thread.page(statement, signal);
      for (;;) {
        if (page.rows.length > 0) yield page.rows;
        signal?.throwIfAborted();
        if (page.isLast) return;
        if (this.#isClosed) throw new AppError('server.shutting-down');
        page = await thread.page('more', signal);
      }
    } finally {
      await this.#giveBack(thread);
    }
  }

  /** Stops all scans. Resolves once all threads have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle?.awake.abort();
    this.#idle = undefined;
    process.off('exit', this.#interruptAll);
    this.#interruptAll();
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #take(): ScanThread {
    const idle = this.#idle;
    this.#idle = undefined;
    idle?.awake.abort();
    return idle?.thread ?? this.#start();
  }

  #start(): ScanThread {
    const { path, busyTimeoutMs } = this.#options;
    try {
      const thread = new ScanThread({ path, busyTimeoutMs });
      if (this.#threads.size === 0) process.once('exit', this.#interruptAll);
      this.#threads.add(thread);
      void thread.ended.then(() => this.#forget(thread));
      return thread;
    } catch (cause) {
      throw new AppError('store.unavailable', 'no thread could be started', { cause });
    }
  }

  async #giveBack(thread: ScanThread): Promise<void> {
    if (this.#isClosed || thread.hasEnded) return;
    await thread.page('stop', undefined).catch(() => undefined);
    if (this.#isClosed || thread.hasEnded) return;
    if (this.#idle) await thread.end();
    else void this.#rest(thread);
  }

  async #rest(thread: ScanThread): Promise<void> {
    const idle = { thread, awake: new AbortController() };
    this.#idle = idle;
    await sleepUnlessAborted(this.#options.idleMs ?? idleDefaultMs, idle.awake.signal);
    if (idle.awake.signal.aborted) return;
    if (this.#idle === idle) this.#idle = undefined;
    await thread.end();
  }

  #forget(thread: ScanThread): void {
    this.#threads.delete(thread);
    if (this.#threads.size === 0) process.off('exit', this.#interruptAll);
    if (this.#idle?.thread !== thread) return;
    this.#idle.awake.abort();
    this.#idle = undefined;
  }

  /** An ending process waits for its threads. */
  readonly #interruptAll = (): void => {
    for (const thread of this.#threads) thread.interrupt();
  };
}
