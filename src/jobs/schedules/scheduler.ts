import { now, sleepUnlessAborted } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { Database } from '../../storage/database.ts';
import { fireDue, readPause } from './firing.ts';
import type { Schedule } from './schedule.ts';

interface SchedulerOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly schedules: readonly Schedule[];
  /** How often to look at least, for changes by other nodes and of the clock; 5 s by default. */
  readonly pollMs?: number;
}

const pollMsDefault = 5_000;
/** Timers may end a little early. */
const pauseMinMs = 10;

/**
 * Fires the schedules of one store. Any number of nodes may do so for the same store: each instant
 * is fired once. The work is done by jobs, which any worker runs.
 */
export class Scheduler {
  readonly schedules: readonly Schedule[];
  readonly #options: SchedulerOptions;
  readonly #pollMs: number;
  readonly #stopping = new AbortController();
  #alarm = new AbortController();
  #looping: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.schedules = options.schedules;
    this.#pollMs = options.pollMs ?? pollMsDefault;
  }

  start(): void {
    if (this.schedules.length === 0) return;
    const { log } = this.#options;
    for (const { id, expression, cronExpression } of this.schedules) {
      if (expression.next(now()) !== null) continue;
      log.warn(`schedule ${id}: ${cronExpression} has no further instant; it never runs`);
    }
    this.#looping ??= this.#loop();
  }

  /** Resolves once nothing is fired any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#looping;
  }

  /** Looks now: the scheduler was started, or the clock of a test has changed. */
  wake(): void {
    this.#alarm.abort();
  }

  async #loop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      // Before the pass: a call meanwhile makes it look again.
      this.#alarm = new AbortController();
      const { signal } = this.#alarm;
      const pauseMs = await this.#pass();
      if (this.#stopping.signal.aborted) return;
      await sleepUnlessAborted(Math.max(pauseMs, pauseMinMs), signal);
    }
  }

  async #pass(): Promise<number> {
    const { database, log } = this.#options;
    try {
      const pauseMs = await database.read((handle) => readPause(handle, this.schedules));
      this.#isFailing = false;
      if (pauseMs > 0) return Math.min(pauseMs, this.#pollMs);
      const fired = await database.write((handle) => fireDue(handle, this.schedules));
      if (fired.length > 0) log.debug({ schedules: fired }, 'schedules have fired');
      return 0;
    } catch (error) {
      // Logged once for each outage: the next pass tries again.
      if (!this.#isFailing) log.error({ err: error }, 'schedules could not be fired');
      this.#isFailing = true;
      return this.#pollMs;
    }
  }
}
