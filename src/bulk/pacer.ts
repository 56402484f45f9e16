import type { Activity } from '../base/activity.ts';
import { sleepUnlessAborted } from '../base/clock.ts';

/** While requests arrive, commands rest for so many times the time of their batches. */
const restShare = 3;
const restMsMost = 100;

/**
 * Pauses between batches. One thread does the work of requests and batches: while requests arrive, all
 * commands of the process together take a quarter of it at most, and otherwise all of it.
 */
export class Pacer {
  readonly #activity: Activity;
  #seenRequests = 0;
  #resting: Promise<void> = Promise.resolve();

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  /** After a batch that took so long. Rests of several jobs follow one another. */
  rest(tookMs: number, signal: AbortSignal): Promise<void> {
    this.#resting = this.#resting.then(() => this.#rest(tookMs, signal));
    return this.#resting;
  }

  async #rest(tookMs: number, signal: AbortSignal): Promise<void> {
    const { requests } = this.#activity;
    if (requests === this.#seenRequests) return;
    this.#seenRequests = requests;
    await sleepUnlessAborted(Math.min(tookMs * restShare, restMsMost), signal);
  }
}
