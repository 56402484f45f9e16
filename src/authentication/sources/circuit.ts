import { now } from '../../base/clock.ts';

/** Failures in a row after which a server is left alone for a while. */
const failuresMax = 3;
const pauseFirstMs = 2_000;
const pauseMaxMs = 60_000;

/**
 * Keeps callers from waiting for a server that does not answer: after some failures it is asked by one
 * caller at a time, after pauses that become longer, until it answers again.
 */
export class Circuit {
  #failures = 0;
  #closedUntil = 0;

  /** Whether the server may be asked now. */
  get isOpen(): boolean {
    if (this.#failures < failuresMax) return true;
    if (this.#closedUntil > now()) return false;
    // The caller tries; others wait for its outcome.
    this.#closedUntil = now() + this.#pauseMs();
    return true;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** Whether the server has just been found to be away. */
  fail(): boolean {
    this.#failures += 1;
    this.#closedUntil = now() + this.#pauseMs();
    return this.#failures === failuresMax;
  }

  #pauseMs(): number {
    const excess = Math.max(0, this.#failures - failuresMax);
    return Math.min(pauseMaxMs, pauseFirstMs * 2 ** Math.min(excess, 10));
  }
}
