import { monotonicMs, sleepUnlessAborted } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { QueryThreadCounts } from '../database.ts';
import { QueryThread } from './query-thread.ts';
import type { ReadStatement, ThreadResult } from './query-thread-program.ts';
import { queryTimeout } from './sqlite-errors.ts';

interface QueryThreadsOptions {
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly threadsMax: number;
  /** After how long without work a thread ends. */
  readonly idleMs?: number;
}

interface Job {
  readonly statement: ReadStatement;
  readonly resolve: (result: ThreadResult) => void;
  readonly reject: (error: unknown) => void;
  /** Aborted once the outcome is known. */
  readonly settled: AbortController;
}

const idleDefaultMs = 60_000;
/** Statements that may wait for a thread; more would only reach their time limit. */
const waitingMax = 100;
const retryAfterSeconds = 5;
/** How long an ending process waits for statements to stop; they check far more often. */
const lastWaitMs = 100;

/**
 * Threads for statements that take long, first come first served. They start when there is work and
 * end when there has been none for a while; the one used last is used next.
 */
export class QueryThreads implements QueryThreadCounts {
  readonly #options: QueryThreadsOptions;
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #threads = new Set<QueryThread>();
  /** Each with the signal that ends its idle time. */
  readonly #idle: { readonly thread: QueryThread; readonly awake: AbortController }[] = [];
  readonly #waiting: Job[] = [];
  #statements = 0;
  #running = 0;
  #holds = 0;
  /** Aborted, and replaced, when no statement runs. */
  #calm = new AbortController();
  #isClosed = false;

  constructor(options: QueryThreadsOptions) {
    this.#options = options;
  }

  get statements(): number {
    return this.#statements;
  }

  /** Whether a statement would run at once. */
  get hasFree(): boolean {
    if (this.#waiting.length > 0) return false;
    return this.#idle.length > 0 || this.#threads.size < this.#options.threadsMax;
  }

  /** Whether no further statement begins for now. */
  get isHeld(): boolean {
    return this.#holds > 0;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * The result of the statement. The time limit includes waiting.
   *
   * @throws AppError store.timeout, store.busy when too many wait, store.unavailable when the
   *   thread ended, server.shutting-down
   */
  async run(statement: ReadStatement, deadlineMs: number): Promise<ThreadResult> {
    if (this.#isClosed) throw new AppError('server.shutting-down');
    if (this.#waiting.length >= waitingMax) throw tooManyWait();
    this.#statements += 1;
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    const job = {
      statement: { ...statement, deadlineMs },
      resolve,
      reject,
      settled: new AbortController(),
    };
    this.#waiting.push(job);
    void this.#expire(job, deadlineMs);
    this.#serve();
    return promise.finally(() => job.settled.abort());
  }

  /**
   * Lets no further statement begin until the returned function is called. Resolves once none runs,
   * at the latest after that time.
   */
  async hold(timeLimitMs: number): Promise<() => void> {
    this.#holds += 1;
    if (this.#running > 0) await sleepUnlessAborted(timeLimitMs, this.#calm.signal);
    return () => {
      this.#holds -= 1;
      this.#serve();
    };
  }

  /** Stops running statements and refuses waiting ones. Resolves once all threads have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    process.off('exit', this.#stopAtExit);
    for (const { reject } of this.#waiting.splice(0)) reject(new AppError('server.shutting-down'));
    for (const { awake } of this.#idle.splice(0)) awake.abort();
    Atomics.store(this.#stop, 0, 1);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  /** Also for a statement that does not check the time: its caller gets the error in time. */
  async #expire(job: Job, deadlineMs: number): Promise<void> {
    await sleepUnlessAborted(Math.max(0, deadlineMs - monotonicMs()), job.settled.signal);
    const at = this.#waiting.indexOf(job);
    if (at !== -1) this.#waiting.splice(at, 1);
    job.reject(queryTimeout());
  }

  #serve(): void {
    while (this.#waiting.length > 0 && this.#holds === 0) {
      const thread = this.#takeIdle() ?? this.#start();
      if (!thread) return;
      const job = this.#waiting.shift();
      if (job) void this.#runOn(thread, job);
    }
  }

  async #runOn(thread: QueryThread, job: Job): Promise<void> {
    this.#running += 1;
    await thread.run(job.statement).then(job.resolve, job.reject);
    this.#running -= 1;
    if (this.#running === 0) {
      this.#calm.abort();
      this.#calm = new AbortController();
    }
    if (this.#isClosed || thread.hasEnded) return;
    void this.#rest(thread);
    this.#serve();
  }

  #takeIdle(): QueryThread | undefined {
    const last = this.#idle.pop();
    last?.awake.abort();
    return last?.thread;
  }

  #start(): QueryThread | undefined {
    const { path, busyTimeoutMs, threadsMax } = this.#options;
    if (this.#threads.size >= threadsMax) return undefined;
    try {
      const thread = new QueryThread({ path, busyTimeoutMs, stop: this.#stop });
      if (this.#threads.size === 0) process.once('exit', this.#stopAtExit);
      this.#threads.add(thread);
      void thread.ended.then(() => this.#forget(thread));
      return thread;
    } catch (cause) {
      // The system cannot start a thread: statements wait for the existing ones.
      if (this.#threads.size > 0) return undefined;
      const error = new AppError('store.unavailable', 'no thread could be started', { cause });
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      return undefined;
    }
  }

  #forget(thread: QueryThread): void {
    this.#threads.delete(thread);
    if (this.#threads.size === 0) process.off('exit', this.#stopAtExit);
    const at = this.#idle.findIndex((idle) => idle.thread === thread);
    if (at !== -1) this.#idle.splice(at, 1)[0]?.awake.abort();
    this.#serve();
  }

  async #rest(thread: QueryThread): Promise<void> {
    const idle = { thread, awake: new AbortController() };
    this.#idle.push(idle);
    await sleepUnlessAborted(this.#options.idleMs ?? idleDefaultMs, idle.awake.signal);
    if (idle.awake.signal.aborted) return;
    this.#idle.splice(this.#idle.indexOf(idle), 1);
    await thread.end();
  }

  /** An ending process waits for its threads, which can no longer check the time by then. */
  readonly #stopAtExit = (): void => {
    Atomics.store(this.#stop, 0, 1);
    if (this.#running > 0) Atomics.wait(this.#stop, 0, 1, lastWaitMs);
  };
}

function tooManyWait(): AppError {
  const message = 'too many slow queries are waiting for their turn; try again later';
  return new AppError('store.busy', message, { detail: { retryAfterSeconds } });
}
