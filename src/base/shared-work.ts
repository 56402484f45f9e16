interface Present<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  wanted: number;
}

/** Work that is done once for all who want it at the same time, and stopped when none of them wants it any more. */
export class SharedWork<T> {
  readonly #present = new Map<string, Present<T>>();

  /** @throws what the work throws; the reason of `leaving` when that aborts */
  async do(
    key: string,
    leaving: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    leaving.throwIfAborted();
    const present = this.#present.get(key) ?? this.#begin(key, work);
    present.wanted += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      present.wanted -= 1;
      if (present.wanted > 0) left.reject(leaving.reason);
      else this.#stop(key, present, leaving.reason);
    };
    leaving.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([present.result, left.promise]);
    } finally {
      leaving.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Present<T> {
    const stop = new AbortController();
    const result = work(stop.signal).finally(() => this.#forget(key, present));
    const present: Present<T> = { result, stop, wanted: 0 };
    this.#present.set(key, present);
    return present;
  }

  /** The last one waits until it has stopped; those who come from now on begin anew. */
  #stop(key: string, present: Present<T>, reason: unknown): void {
    this.#forget(key, present);
    present.stop.abort(reason);
  }

  #forget(key: string, present: Present<T>): void {
    if (this.#present.get(key) === present) this.#present.delete(key);
  }
}
