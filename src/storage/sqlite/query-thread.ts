import { Worker } from 'node:worker_threads';
import { AppError } from '../../base/errors/app-error.ts';
import type {
  QueryThreadReply,
  QueryThreadRequest,
  QueryThreadSetup,
  ReadStatement,
  ThreadResult,
} from './query-thread-program.ts';

/** `js` in `dist`, as the ending of this file shows. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`./query-thread-program.${ending}`, import.meta.url);
/** The old generation needs what the largest rows need; the young one of 32 MB would rarely be full. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** One thread with its own connection; it runs one statement at a time. */
export class QueryThread {
  /** Resolves once the thread has ended for any reason. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<ThreadResult> | undefined;
  /** The rows so far of a result that comes in parts. */
  #rows: unknown[] = [];
  #hasEnded = false;
  #failure: unknown;

  constructor(setup: QueryThreadSetup) {
    this.#worker = new Worker(program, { workerData: setup, resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', (reply: QueryThreadReply) => this.#settle(reply));
    this.#worker.on('messageerror', (error) => this.#fail(error));
    this.#worker.on('error', (error) => {
      this.#failure = error;
    });
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#hasEnded = true;
        this.#fail(this.#failure);
        resolve();
      });
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @throws AppError store.unavailable when the thread ended over it, and what the statement throws */
  async run(statement: ReadStatement): Promise<ThreadResult> {
    if (this.#hasEnded) throw this.#deathNotice(this.#failure);
    this.#post(statement);
    this.#pending = Promise.withResolvers();
    return this.#pending.promise;
  }

  /**
   * Ends the thread after the statement that it runs. It is never terminated: a statement could
   * then no longer check the time, and nothing else could stop it.
   */
  async end(): Promise<void> {
    this.#worker.ref();
    this.#post('end');
    await this.ended;
  }

  #post(request: QueryThreadRequest): void {
    this.#worker.postMessage(request);
  }

  #settle(reply: QueryThreadReply): void {
    if ('rows' in reply) {
      for (const row of reply.rows) this.#rows.push(row);
      this.#post('more');
      return;
    }
    const pending = this.#pending;
    this.#pending = undefined;
    if ('value' in reply) pending?.resolve(this.#completed(reply));
    else if (reply.code === undefined) pending?.reject(reply.cause);
    else pending?.reject(new AppError(reply.code, reply.message, { cause: reply.cause }));
  }

  #completed(last: ThreadResult): ThreadResult {
    if (this.#rows.length === 0) return last;
    const rows = this.#rows;
    this.#rows = [];
    for (const row of last.value as readonly unknown[]) rows.push(row);
    return { ...last, value: rows };
  }

  #fail(cause: unknown): void {
    this.#pending?.reject(this.#deathNotice(cause));
    this.#pending = undefined;
  }

  #deathNotice(cause: unknown): AppError {
    const message = 'the thread of the query ended before the query did; try again';
    return new AppError('store.unavailable', message, { cause });
  }
}
