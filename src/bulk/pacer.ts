import type { Activity } from '../base/activity.ts';
import { sleepUnlessAborted } from '../base/clock.ts';

/** While many requests arrive, commands rest for so many times the time of their batches. */
const restShare = 3;
const restMsMost = 100;
/** With few of them less: a client that asks for the status now and then must not slow it down. */
const restMsPerRequest = 2;

/**
 * Pauses between batches. One thread does the work of requests and batches: while many requests arrive,
 * all commands of the process together take a quarter of it at most, and without requests all of it.
 */
export class Pacer {
  readonly #activity: Activity;
  #seenRequests = 0;
  #resting: Promise<void> = Promise.resolve();

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  /** Before a batch: no batch begins while another job rests. */
  rested(): Promise<void> {
    return this.#resting;
  }

  /** After a batch that took so long. Rests of several jobs follow one another. */
  rest(tookMs: number, signal: AbortSignal): Promise<void> {
    this.#resting = this.#resting.then(() => this.#rest(tookMs, signal));
    return this.#resting;
  }

  async #rest(tookMs: number, signal: AbortSignal): Promise<void> {
    const { requests } = this.#activity;
    const arrived = requests - this.#seenRequests;
    this.#seenRequests = requests;
    const restMs = Math.min(tookMs * restShare, arrived * restMsPerRequest, restMsMost);
    if (restMs > 0) await sleepUnlessAborted(restMs, signal);
  }
}
