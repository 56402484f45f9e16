/** A number of places that are taken and given back; who finds none waits its turn. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** Bytes of memory for contents that wait for their commit. */
export class ByteBudget {
  #freeBytes: number;

  constructor(sizeBytes: number) {
    this.#freeBytes = sizeBytes;
  }

  /** False when there is no room: to wait for it could take for ever, as others may wait likewise. */
  tryTake(sizeBytes: number): boolean {
    if (sizeBytes > this.#freeBytes) return false;
    this.#freeBytes -= sizeBytes;
    return true;
  }

  give(sizeBytes: number): void {
    this.#freeBytes += sizeBytes;
  }
}
