/** Old speeds say little about the time that is left. */
const windowMs = 15_000;
/** From less than this no rate is told. */
const shortestMs = 1_000;

interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

/** Rate and time left, from how many bytes had been sent at which times. */
export class Estimate {
  #samples: readonly Sample[] = [];

  /** `bytes` of all uploads together; it may fall when some are cancelled or start again. */
  record(atMs: number, bytes: number): void {
    const last = this.#samples.at(-1);
    const kept = last && bytes < last.bytes ? [] : this.#samples;
    this.#samples = [...kept.filter((each) => atMs - each.atMs <= windowMs), { atMs, bytes }];
  }

  /** After a pause the old rate says nothing. */
  reset(): void {
    this.#samples = [];
  }

  get bytesPerSecond(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs - first.atMs < shortestMs) return undefined;
    return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000;
  }

  secondsLeft(remainingBytes: number): number | undefined {
    const rate = this.bytesPerSecond;
    return rate ? Math.ceil(remainingBytes / rate) : undefined;
  }
}
