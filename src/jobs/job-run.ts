import { jittered, now, sleep } from '../base/clock.ts';
import { parseJson } from '../base/json.ts';
import type { Logger } from '../base/log.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import type { JobTable } from '../storage/job-tables.ts';
import { failureText, payloadFailureText } from './failure-text.ts';
import { keepLease } from './heartbeat.ts';
import type { JobId } from './job.ts';
import type { JobEnds } from './job-ends.ts';
import type { JobContext, JobKind } from './job-kind.ts';
import { LeasedDatabase } from './leased-database.ts';
import { type Lease, type LeaseState, type Release, type Released, releaseJob } from './leases.ts';

export interface RunEnvironment {
  readonly database: Database;
  readonly log: Logger;
  readonly ends: JobEnds;
}

/**
 * Why the signal was aborted: the first reason decides the outcome of the job. `returned` is one that
 * others may begin, as it would have had to wait here.
 */
type AbortReason = 'cancelled' | 'lost' | 'stopping' | 'returned';

type Outcome =
  | { readonly is: 'done' }
  | { readonly is: 'aborted' }
  | {
      readonly is: 'failed';
      readonly error: unknown;
      readonly text: string;
      readonly isFinal: boolean;
    };

const retryPauseMaxMs = 60 * 60 * 1000;
const settleTriesMax = 3;
const settlePauseMs = 200;

/** One attempt at one job, from its claim to the update of its row. */
export class JobRun {
  readonly #environment: RunEnvironment;
  readonly #kind: JobKind;
  readonly #row: JobTable;
  readonly #lease: Lease;
  readonly #aborter = new AbortController();
  readonly #renewal = new AbortController();
  readonly #leased: LeasedDatabase;
  #reason: AbortReason | undefined;
  #isCompleted = false;
  #renewing: Promise<void> | undefined;
  #outcome: Outcome = { is: 'aborted' };

  constructor(
    environment: RunEnvironment,
    kind: JobKind,
    row: JobTable & { readonly lease_id: string },
  ) {
    this.#environment = environment;
    this.#kind = kind;
    this.#row = row;
    this.#lease = { jobId: row.id as JobId, leaseId: row.lease_id };
    const { database } = environment;
    const onState = (state: LeaseState) => this.#heed(state);
    this.#leased = new LeasedDatabase({ database, lease: this.#lease, onState });
    if (row.is_cancelled === 1) this.abort('cancelled');
  }

  get kind(): JobKind {
    return this.#kind;
  }

  /** Whether another job may wait for its end. */
  get hasKey(): boolean {
    return this.#row.job_key !== null;
  }

  get jobId(): JobId {
    return this.#lease.jobId;
  }

  get leaseId(): string {
    return this.#lease.leaseId;
  }

  get isAborted(): boolean {
    return this.#reason !== undefined;
  }

  abort(reason: AbortReason): void {
    this.#reason ??= reason;
    this.#aborter.abort();
  }

  /** For a job that ignores its signal: the lease runs out, and another worker takes over. */
  abandon(): void {
    this.#renewal.abort('over');
  }

  /** Never rejects. `settle` is called when it is over. */
  async attempt(): Promise<void> {
    if (this.#reason === undefined) this.#renewing = this.#keepLease();
    this.#outcome = await this.#attempt();
    this.#renewal.abort('over');
  }

  /** Updates the row of the job. Never rejects. */
  async settle(): Promise<void> {
    await this.#renewing;
    await this.#settle(this.#outcome);
  }

  async #attempt(): Promise<Outcome> {
    if (this.#reason !== undefined) return { is: 'aborted' };
    if (this.#row.attempts > this.#attemptsMax) {
      const text = `the process stopped unexpectedly during the last of ${this.#attemptsMax} attempts`;
      return { is: 'failed', error: undefined, text, isFinal: true };
    }
    let begin: (context: JobContext) => Promise<void>;
    try {
      begin = this.#kind.prepare(parseJson(this.#row.payload));
    } catch (error) {
      return { is: 'failed', error, text: payloadFailureText(error), isFinal: true };
    }
    try {
      await begin(this.#context());
      return { is: 'done' };
    } catch (error) {
      if (this.#reason !== undefined) return { is: 'aborted' };
      const isLast = this.#row.attempts >= this.#attemptsMax;
      const isFinal = isLast || (this.#kind.isFinal?.(error) ?? false);
      return { is: 'failed', error, text: failureText(error), isFinal };
    }
  }

  #context(): JobContext {
    return {
      jobId: this.#lease.jobId,
      attempt: this.#row.attempts,
      signal: this.#aborter.signal,
      nowMs: now(),
      database: this.#leased,
      log: this.#environment.log,
      complete: async (handle: WriteHandle) => {
        await this.#leased.complete(handle);
        handle.afterCommit(() => {
          this.#isCompleted = true;
          this.#renewal.abort('over');
        });
      },
    };
  }

  get #attemptsMax(): number {
    return this.#row.attempts_max ?? this.#kind.attemptsMax;
  }

  #keepLease(): Promise<void> {
    return keepLease({
      ...this.#environment,
      lease: this.#lease,
      leaseMs: this.#kind.leaseMs,
      signal: this.#renewal.signal,
      onState: (state) => this.#heed(state),
    });
  }

  #heed(state: LeaseState): void {
    if (state !== 'kept') this.abort(state);
  }

  async #settle(outcome: Outcome): Promise<void> {
    const { log } = this.#environment;
    if (this.#isCompleted) {
      if (outcome.is !== 'failed') return;
      log.error({ err: outcome.error, ...this.#names }, 'a job threw after it was complete');
      return;
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const released = await this.#settleOnce(outcome);
        if (released === 'lost') log.warn(this.#names, 'a job was taken over by another worker');
        return;
      } catch (error) {
        if (attempt === settleTriesMax) {
          log.error({ err: error, ...this.#names }, 'a job could not be ended; it will run again');
          return;
        }
        await sleep(jittered(settlePauseMs * attempt));
      }
    }
  }

  async #settleOnce(outcome: Outcome): Promise<Released> {
    const { database, ends } = this.#environment;
    const isWanted = outcome.is !== 'done' && this.#reason !== 'cancelled';
    if (!isWanted) {
      return (await ends.remove(this.#lease)) ? 'dropped' : 'lost';
    }
    const release = outcome.is === 'failed' ? this.#failure(outcome) : this.#untouched();
    return releaseJob(database, this.#lease, release);
  }

  /** As if the attempt had not begun. */
  #untouched(): Release {
    return { attempts: this.#row.attempts - 1, pauseMs: 0, failedAtMs: null };
  }

  #failure({ error, text, isFinal }: Outcome & { readonly is: 'failed' }): Release {
    const attempts = Math.min(this.#row.attempts, this.#attemptsMax);
    const { log } = this.#environment;
    const facts = { err: error, ...this.#names, attempt: attempts, reason: text };
    if (isFinal) {
      log.error(facts, 'a job has failed');
      return { attempts, pauseMs: null, failedAtMs: now(), lastError: text };
    }
    const fullPauseMs = this.#kind.retryAfterMs * 2 ** (attempts - 1);
    const pauseMs = Math.round(jittered(Math.min(fullPauseMs, retryPauseMaxMs)));
    log.warn({ ...facts, pauseMs }, 'an attempt at a job has failed; it will be tried again');
    return { attempts, pauseMs, failedAtMs: null, lastError: text };
  }

  get #names(): { readonly jobId: JobId; readonly kind: string } {
    return { jobId: this.#lease.jobId, kind: this.#kind.kind };
  }
}
