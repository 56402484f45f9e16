/** Work that continues after the request that started it was answered. */
export class PendingWork {
  readonly #running = new Set<Promise<unknown>>();

  /** Returns the promise itself, so that callers can await it as well. */
  add<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }

  /** Resolves when no work is running any more, also after failures. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
