import { boundedCache } from '../base/bounded-cache.ts';
import { now } from '../base/clock.ts';

/** What one caller or address has used. It goes down as time passes, until it is empty. */
interface Bucket {
  level: number;
  atMs: number;
  /** What the store does not know yet. */
  unshared: number;
}

/** Bounds memory; buckets that are evicted start again, empty. */
const bucketsMax = 20_000;

/**
 * A leaky bucket for each key: so many requests may come at once, and as many in each minute. It has no timers
 * and no windows, so that levels of several processes can be added. Requests that are refused do not count.
 */
export class RateLimit {
  readonly perMinute: number;
  /** After so long one request is forgotten. */
  readonly intervalMs: number;
  /** Keys of smaller amounts are not worth a write. */
  readonly #sharedFrom: number;
  readonly #toShare = new Set<string>();
  readonly #buckets = boundedCache<string, Bucket>(bucketsMax);

  constructor(perMinute: number) {
    this.perMinute = perMinute;
    this.intervalMs = 60_000 / perMinute;
    this.#sharedFrom = Math.ceil(perMinute / 10);
  }

  /** Counts a request. If it is too many: after how many seconds there is room for one. */
  take(key: string): number | undefined {
    const bucket = this.#bucketOf(key);
    const excess = bucket.level + 1 - this.perMinute;
    if (excess > 0) return Math.ceil((excess * this.intervalMs) / 1_000);
    this.#add(key, bucket, 1);
    return undefined;
  }

  /** The request that was counted should not have been. */
  giveBack(key: string): void {
    this.#add(key, this.#bucketOf(key), -1);
  }

  /** What other processes should know, by key; it is regarded as known to them from now on. */
  takeShares(): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    for (const key of this.#toShare) {
      const bucket = this.#buckets.peek(key);
      if (!bucket || bucket.unshared === 0) continue;
      shares.set(key, bucket.unshared);
      bucket.unshared = 0;
    }
    this.#toShare.clear();
    return shares;
  }

  /** The share could not be told: it is told with the next one. */
  returnShare(key: string, amount: number): void {
    const bucket = this.#buckets.peek(key);
    if (!bucket) return;
    bucket.unshared += amount;
    this.#toShare.add(key);
  }

  /** The level of all processes together, without what was not told yet. */
  learn(key: string, level: number): void {
    const bucket = this.#bucketOf(key);
    bucket.level = Math.max(0, level + bucket.unshared);
  }

  #bucketOf(key: string): Bucket {
    const atMs = now();
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      const fresh: Bucket = { level: 0, atMs, unshared: 0 };
      this.#buckets.set(key, fresh);
      return fresh;
    }
    bucket.level = Math.max(0, bucket.level - (atMs - bucket.atMs) / this.intervalMs);
    bucket.unshared = Math.min(bucket.unshared, bucket.level);
    bucket.atMs = atMs;
    return bucket;
  }

  #add(key: string, bucket: Bucket, amount: number): void {
    bucket.level = Math.max(0, bucket.level + amount);
    bucket.unshared += amount;
    if (Math.abs(bucket.unshared) >= this.#sharedFrom) this.#toShare.add(key);
  }
}
