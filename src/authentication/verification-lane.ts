import { AppError } from '../base/errors/app-error.ts';

interface LaneOptions {
  /** Tasks that run at a time. */
  readonly concurrency: number;
  /** Tasks of one caller that may wait. */
  readonly waitingPerCallerMax: number;
  /** Tasks that may wait in all. */
  readonly waitingMax: number;
}

type Start = () => void;

const retryAfterSeconds = 5;

/**
 * Runs expensive tasks a few at a time. Callers take turns, so one with many tasks does not delay
 * the others.
 */
export class VerificationLane {
  readonly #options: LaneOptions;
  /** In order of turns; each caller's tasks in order of arrival. */
  readonly #waiting = new Map<string, Start[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** @throws AppError authentication.slowed when too much is waiting already */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.concurrency) await this.#turn(caller);
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#startNext();
    }
  }

  /** Resolves once a finished task has freed a place. */
  #turn(caller: string): Promise<void> {
    const queue = this.#waiting.get(caller) ?? [];
    const { waitingPerCallerMax, waitingMax } = this.#options;
    if (queue.length >= waitingPerCallerMax || this.#waitingCount >= waitingMax) {
      throw new AppError('authentication.slowed', undefined, { detail: { retryAfterSeconds } });
    }
    return new Promise((resolve) => {
      queue.push(resolve);
      this.#waiting.set(caller, queue);
      this.#waitingCount += 1;
    });
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [caller, queue] = next;
    const start = queue.shift();
    this.#waiting.delete(caller);
    if (queue.length > 0) this.#waiting.set(caller, queue);
    this.#waitingCount -= 1;
    start?.();
  }
}
