import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../base/errors/app-error.ts';
import { translateSqliteError } from './sqlite-errors.ts';

/**
 * Makes committed transactions durable without blocking the event loop: SQLite appends a commit to
 * the WAL, and this flushes the WAL file on the thread pool before the call resolves. Commits that
 * arrive while a flush runs share the next one.
 *
 * After a failed flush nothing more is acknowledged: the kernel may have dropped the dirty pages,
 * and a later flush would report success for lost data.
 */
export class WalSync {
  readonly #path: string;
  #file: FileHandle | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: unknown;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`;
  }

  /** Resolves once everything committed before the call is on disk. */
  flush(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => undefined);
    await this.#running?.catch(() => undefined);
    await this.#file?.close();
    this.#file = undefined;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** A flush of the store has failed elsewhere: nothing more is acknowledged here either. */
  fail(error: unknown): void {
    this.#failure ??= error;
  }

  #start(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#sync().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sync(): Promise<void> {
    if (this.#failure !== undefined) throw this.#unavailable();
    try {
      this.#file ??= await open(this.#path, 'r+');
      await this.#file.datasync();
    } catch (error) {
      this.fail(translateSqliteError(error));
    }
    if (this.#failure !== undefined) throw this.#unavailable();
  }

  #unavailable(): AppError {
    return new AppError('store.unavailable', 'the store could not be flushed; restart the server', {
      cause: this.#failure,
    });
  }
}
