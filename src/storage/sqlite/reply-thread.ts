import { Worker, type WorkerOptions } from 'node:worker_threads';
import { AppError } from '../../base/errors/app-error.ts';

/** `js` in `dist`, as the ending of this file shows. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

interface ThreadOptions extends Pick<WorkerOptions, 'workerData' | 'resourceLimits'> {
  /** The module that the thread runs, beside this file and without its ending. */
  readonly program: string;
  /** Of the error that the caller gets when the thread ends before it has replied. */
  readonly endedText: string;
}

/**
 * One thread that replies to one request at a time. It is never terminated: in the middle of loading its
 * driver that would end the process, and a statement could no longer check the time, with nothing else
 * to stop it. The message `end` ends it after what it runs.
 */
export abstract class ReplyThread<Request, Reply, Result> {
  /** Resolves once the thread has ended for any reason. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #endedText: string;
  #pending: PromiseWithResolvers<Result> | undefined;
  #failure: unknown;
  #hasEnded = false;

  constructor({ program, endedText, ...options }: ThreadOptions) {
    this.#endedText = endedText;
    this.#worker = new Worker(new URL(`./${program}.${ending}`, import.meta.url), options);
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.take(reply));
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

  /** @throws AppError store.unavailable when the thread ended over it, and what `take` makes of an error */
  async run(request: Request): Promise<Result> {
    if (this.#hasEnded) throw this.#deathNotice(this.#failure);
    this.post(request);
    this.#pending = Promise.withResolvers();
    return this.#pending.promise;
  }

  /** Ends the thread after what it runs. */
  async end(): Promise<void> {
    this.#worker.ref();
    this.post('end');
    await this.ended;
  }

  /** Ends a thread that fails or does not reply, as soon as it can. */
  abandon(): void {
    this.#worker.unref();
    this.post('end');
  }

  /** Calls `resolve` or `reject` with the last reply to a request. */
  protected abstract take(reply: Reply): void;

  protected post(message: Request | 'more' | 'end'): void {
    this.#worker.postMessage(message);
  }

  protected resolve(result: Result): void {
    this.#taken()?.resolve(result);
  }

  protected reject(error: unknown): void {
    this.#taken()?.reject(error);
  }

  #taken(): PromiseWithResolvers<Result> | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  #fail(cause: unknown): void {
    this.reject(this.#deathNotice(cause));
  }

  #deathNotice(cause: unknown): AppError {
    return new AppError('store.unavailable', this.#endedText, { cause });
  }
}
