/** Too many conversions wait already. */
export class WorkshopBusy extends Error {}

interface TurnsOptions {
  /** Turns that are taken at the same time. */
  readonly atOnce: number;
  /** Of all users. */
  readonly waitingMax: number;
}

interface Waiting {
  begin(): void;
  refuse(error: WorkshopBusy): void;
}

/**
 * Turns for work of many users. Those who wait are served user by user, and each user in the order of the requests,
 * so what one user asks for delays the others by one turn only.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  /** Of users with waiting work, the next one first. */
  readonly #lines = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor({ atOnce, waitingMax }: TurnsOptions) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Does the work when it is its turn.
   *
   * @throws WorkshopBusy, also while it waits: when others need the place of a user with more waiting work; the
   *   reason of the signal while it waits
   */
  async inTurn<T>(user: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait(user, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #wait(user: string, signal: AbortSignal): Promise<void> {
    if (this.#waiting >= this.#waitingMax) this.#makeRoom(user);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#remove(user, one);
        reject(signal.reason);
      };
      const one: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
        refuse: (error) => {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      const line = this.#lines.get(user);
      if (line) line.push(one);
      else this.#lines.set(user, [one]);
      this.#waiting += 1;
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** The last one of the user with most waiting work makes room, unless that is the user who asks. */
  #makeRoom(user: string): void {
    const busy = new WorkshopBusy(`${this.#waiting} conversions wait already`);
    let longest = user;
    for (const [other, line] of this.#lines) {
      if (line.length > this.#lengthOf(longest)) longest = other;
    }
    const last = longest === user ? undefined : this.#lines.get(longest)?.at(-1);
    // With as many as the longest line has after that, the user would only take the place of another one.
    if (!last || this.#lengthOf(user) + 1 >= this.#lengthOf(longest)) throw busy;
    this.#remove(longest, last);
    last.refuse(busy);
  }

  #lengthOf(user: string): number {
    return this.#lines.get(user)?.length ?? 0;
  }

  #remove(user: string, one: Waiting): void {
    const line = this.#lines.get(user);
    const at = line?.indexOf(one) ?? -1;
    if (!line || at === -1) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(user);
    this.#waiting -= 1;
  }

  /** The turn is handed over, and the user who got it is the last one to get the next. */
  #passOn(): void {
    const [next] = this.#lines;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [user, line] = next;
    const [first] = line;
    this.#lines.delete(user);
    this.#waiting -= 1;
    if (line.length > 1) this.#lines.set(user, line.slice(1));
    first?.begin();
  }
}
