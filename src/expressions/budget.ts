import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '../base/clock.ts';
import { limitReached } from './expression-error.ts';
import { expressionLimits } from './limits.ts';

const stepsBetweenTimeChecks = 256;
const stepsBetweenPauses = 2_000;
const charactersPerStep = 256;
const itemsPerStep = 16;
const comparisonsPerStep = 16 * 1024;

/** Counts the steps of one evaluation, and thereby bounds its time and memory. */
export class Budget {
  readonly #deadlineMs: number;
  #steps = 0;
  #nextTimeCheck = 0;
  #nextPause = stepsBetweenPauses;

  /** @param deadlineMs the instant, as of `monotonicMs`, at which the evaluation must end */
  constructor(deadlineMs = Number.POSITIVE_INFINITY) {
    this.#deadlineMs = deadlineMs;
  }

  charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps > expressionLimits.stepsMax) {
      throw limitReached(
        `The expression takes more than ${expressionLimits.stepsMax} steps; make it do less`,
      );
    }
    if (this.#steps < this.#nextTimeCheck) return;
    this.#nextTimeCheck = this.#steps + stepsBetweenTimeChecks;
    if (monotonicMs() > this.#deadlineMs) {
      throw limitReached('The expression takes longer than allowed; make it do less');
    }
  }

  chargeText(length: number): void {
    this.charge(Math.floor(length / charactersPerStep));
  }

  chargeItems(count: number): void {
    this.charge(Math.floor(count / itemsPerStep));
  }

  /** At worst, a search compares each character of one text with each of the other. */
  chargeSearch(length: number, soughtLength: number): void {
    this.chargeText(length);
    this.charge(Math.floor((length * soughtLength) / comparisonsPerStep));
  }

  /** Whether to yield to the event loop, so that other requests run during long evaluations. */
  isPauseDue(): boolean {
    return this.#steps >= this.#nextPause;
  }

  async pause(): Promise<void> {
    this.#nextPause = this.#steps + stepsBetweenPauses;
    await nextTurn();
  }
}
