import { monotonicMs } from '../base/clock.ts';
import type { JobKind } from './job-kind.ts';

/** What a process claims beyond the jobs that it begins at once is done within this time. */
const aheadMs = 50;
const aheadMax = 32;
/** Of each new duration, unless it is longer than the mean: then it is the mean. */
const share = 0.2;
/** Kinds with shorter leases would need renewals for jobs that have not begun. */
const leaseMsMin = 5_000;

/** How long jobs of each kind take here. */
export class JobPace {
  readonly #meansMs = new Map<string, number>();

  learn({ kind }: JobKind, beganMs: number): void {
    const ms = monotonicMs() - beganMs;
    const meanMs = this.#meansMs.get(kind) ?? 0;
    this.#meansMs.set(kind, Math.max(ms, meanMs + share * (ms - meanMs)));
  }

  /**
   * How many jobs of a kind are worth claiming together with those that begin at once: none of a kind
   * that is not known to be short.
   */
  aheadOf({ kind, concurrency, attemptsMax, leaseMs }: JobKind): number {
    const meanMs = this.#meansMs.get(kind);
    if (meanMs === undefined || attemptsMax === 1 || leaseMs < leaseMsMin) return 0;
    return Math.min(aheadMax, Math.floor((concurrency * aheadMs) / meanMs));
  }
}
