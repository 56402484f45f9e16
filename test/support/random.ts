/** A small generator with a seed that a failing test prints, so that its run can be repeated. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31)) {
    this.seed = seed;
    this.#state = seed;
  }

  /** From 0 inclusive to 1 exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let index = 0; index < count; index += 4) {
      const value = this.below(2 ** 32);
      for (let at = 0; at < 4 && index + at < count; at += 1)
        bytes[index + at] = value >>> (at * 8);
    }
    return bytes;
  }
}
