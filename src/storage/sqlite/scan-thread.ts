import { AppError } from '../../base/errors/app-error.ts';
import { ReplyThread } from './reply-thread.ts';
import type { ScanPage, ScanReply, ScanRequest, ScanThreadSetup } from './scan-thread-program.ts';

const resourceLimits = { maxYoungGenerationSizeMb: 8 };
const endedText = 'the thread of the scan ended before the scan did; try again';

/** One thread with its own connection, for one scan at a time. */
export class ScanThread extends ReplyThread<ScanRequest, ScanReply, ScanPage> {
  readonly #stop: Int32Array<SharedArrayBuffer>;

  constructor(setup: Omit<ScanThreadSetup, 'stop'>) {
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: ScanThreadSetup = { ...setup, stop };
    super({ program: 'scan-thread-program', workerData, resourceLimits, endedText });
    this.#stop = stop;
  }

  /**
   * The next page. When the signal aborts, the statement is stopped, and this rejects as soon as the
   * thread has replied: it is free for another scan then.
   */
  async page(request: ScanRequest, signal: AbortSignal | undefined): Promise<ScanPage> {
    const interrupt = (): void => this.interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      return await this.run(request);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      Atomics.store(this.#stop, 0, 0);
    }
  }

  /** Stops the statement if it checks the time; otherwise it goes on until its page is full. */
  interrupt(): void {
    Atomics.store(this.#stop, 0, 1);
  }

  protected override take(reply: ScanReply): void {
    if ('rows' in reply) this.resolve(reply);
    else if (reply.code === undefined) this.reject(reply.cause);
    else this.reject(new AppError(reply.code, reply.message, { cause: reply.cause }));
  }
}
