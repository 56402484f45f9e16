/** Percentiles of latencies, in milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * Counts durations in buckets that are at most 1 % wide, so that a percentile is nearly exact and
 * recording does not slow down the measured server.
 */
export class Histogram {
  readonly #counts = new Uint32Array(2_000);
  #total = 0;
  #maxMs = 0;

  record(ms: number): void {
    this.#total += 1;
    if (ms > this.#maxMs) this.#maxMs = ms;
    const bucket = Math.floor(Math.log(Math.max(ms, firstMs) / firstMs) / logStep);
    const index = Math.min(bucket, this.#counts.length - 1);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  latencies(): Latencies {
    return { p50: this.#percentile(0.5), p99: this.#percentile(0.99), max: this.#maxMs };
  }

  #percentile(share: number): number {
    let left = this.#total * share;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0) return firstMs * Math.exp((bucket + 1) * logStep);
    }
    return this.#maxMs;
  }
}

/** Everything below one microsecond is one bucket. */
const firstMs = 0.001;
const logStep = Math.log(1.01);
