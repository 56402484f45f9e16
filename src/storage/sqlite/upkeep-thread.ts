import { Worker } from 'node:worker_threads';
import { AppError } from '../../base/errors/app-error.ts';
import type { CheckpointMode, WalState } from './checkpoint.ts';
import type {
  UpkeepThreadReply,
  UpkeepThreadRequest,
  UpkeepThreadSetup,
} from './upkeep-thread-program.ts';
import type { MergeState } from './word-segments.ts';

/** `js` in `dist`, as the ending of this file shows. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`./upkeep-thread-program.${ending}`, import.meta.url);
/** It needs little more than its program; SQLite allocates outside of the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** The thread could not flush the database or the WAL: the kernel may have discarded pages. */
export class FailedFlush extends Error {}

type Result = Exclude<UpkeepThreadReply, { readonly message: string }>;

/** One thread with its own connection for what keeps the store in order; it does one thing at a time. */
export class UpkeepThread {
  /** Resolves once the thread has ended for any reason. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<Result> | undefined;
  #failure: unknown;
  #hasEnded = false;

  constructor(setup: UpkeepThreadSetup) {
    this.#worker = new Worker(program, { workerData: setup, resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', (reply: UpkeepThreadReply) => this.#settle(reply));
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

  /** Loads the driver, which takes long. @throws as `copy` */
  async open(): Promise<void> {
    await this.#run('open');
  }

  /** @throws FailedFlush; AppError store.unavailable when the thread ended over it; AppError store.* */
  copy(mode: CheckpointMode): Promise<WalState> {
    return this.#run(mode) as Promise<WalState>;
  }

  /** Does a small part of the work. @throws as `copy` */
  mergeWords(): Promise<MergeState> {
    return this.#run('mergeWords') as Promise<MergeState>;
  }

  /** Ends the thread after what it runs. */
  async end(): Promise<void> {
    this.#worker.ref();
    this.#post('end');
    await this.ended;
  }

  /**
   * Ends a thread that fails or does not reply, as soon as it can. It is never terminated: in the middle of
   * loading its driver that would end the process.
   */
  abandon(): void {
    this.#worker.unref();
    this.#post('end');
  }

  async #run(request: UpkeepThreadRequest): Promise<Result> {
    if (this.#hasEnded) throw this.#deathNotice(this.#failure);
    this.#pending = Promise.withResolvers();
    this.#post(request);
    return this.#pending.promise;
  }

  #post(request: UpkeepThreadRequest): void {
    this.#worker.postMessage(request);
  }

  #settle(reply: UpkeepThreadReply): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!('message' in reply)) pending?.resolve(reply);
    else pending?.reject(errorOf(reply));
  }

  #fail(cause: unknown): void {
    this.#pending?.reject(this.#deathNotice(cause));
    this.#pending = undefined;
  }

  #deathNotice(cause: unknown): AppError {
    return new AppError('store.unavailable', 'the thread ended', { cause });
  }
}

function errorOf(reply: Exclude<UpkeepThreadReply, Result>): unknown {
  const { code, message, cause } = reply;
  if (reply.isFailedFlush) return new FailedFlush(message, { cause });
  return code === undefined ? cause : new AppError(code, message, { cause });
}
