/** Work that goes on after whoever asked for it has been answered. */
export class PendingWork {
  readonly #running = new Set<Promise<unknown>>();

  /** Answers the work itself, so that it can be awaited as well. */
  add<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }

  /** Resolves when nothing is running any more, whatever became of it. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
