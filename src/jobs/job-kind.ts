import type { Logger } from '../base/log.ts';
import type { Database, ReadHandle, WriteHandle } from '../storage/database.ts';
import type { JobId } from './job.ts';

/** One attempt at a job, as its kind sees it. */
export interface JobContext {
  readonly jobId: JobId;
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborts when the job is cancelled, the server stops or another worker has taken the job over. */
  readonly signal: AbortSignal;
  /** The start of the attempt. */
  readonly nowMs: number;
  /** Its units fail once another worker has claimed the job: nothing is stored. */
  readonly database: Database;
  readonly log: Logger;
  /**
   * Ends the job in the unit that does its work, so that both happen or neither: exactly once. To be
   * called last in the unit, and at most once.
   *
   * @throws AppError request.conflict when another worker has the job now; the unit must fail then
   */
  complete(handle: WriteHandle): Promise<void>;
}

/**
 * Whose jobs begin first where more are due than a process runs at the same time: work that a user
 * waits for, then work of the server, then work of which there may be much. The last one leaves some
 * room to the others.
 */
export type JobPriority = 'interactive' | 'normal' | 'bulk';

/** A kind is created with the services of its jobs, except the database, which each run has its own. */
interface JobKindDefinition<Payload> {
  readonly kind: string;
  /** Jobs of the kind that one process runs at the same time. */
  readonly concurrency: number;
  /** 'normal' when left out. */
  readonly priority?: JobPriority;
  /** An attempt that ends because the server stops is not counted; one that ends by a crash is. */
  readonly attemptsMax?: number;
  /**
   * For work that units leave to the kind without a job: searches rows that they stored for it.
   * Workers call it with each search for jobs, every second and after a notice (`workLeft`), so it
   * reads an entry of one index; they enqueue the job. The payload is ignored.
   */
  readonly isWanted?: (handle: ReadHandle) => Promise<boolean>;
  /** Whether jobs of several nodes do such work at the same time: `isWanted` is about what none of them does yet. */
  readonly sharesWork?: boolean;
  /** Releases the kind's resources: the worker has stopped, and none of its jobs runs. */
  readonly close?: () => void | Promise<void>;
  /** A worker that has not renewed for so long is considered dead; 10 s by default. */
  readonly leaseMs?: number;
  /** Whether an error makes further attempts useless: the job has failed then. */
  readonly isFinal?: (error: unknown) => boolean;
  /** Pause after the first failure, doubled by every further one; 5 s when left out. */
  readonly retryAfterMs?: number;
  /**
   * For kinds whose jobs another row waits for: called with the payload in the unit in which an
   * administrator removes a job.
   */
  readonly whenDiscarded?: (handle: WriteHandle, payload: unknown) => Promise<void>;
  /** Parses the payload of `enqueueJob`. Any error fails the job for good. */
  parse(value: unknown): Payload;
  /**
   * Does the work. It may be done twice unless the unit that does it calls `context.complete`: a
   * process can die between the work and the removal of its job. Returning means success: work that
   * stops because the signal aborted throws (`signal.throwIfAborted()`).
   */
  run(context: JobContext, payload: Payload): Promise<void>;
}

/** A kind of job as a worker uses it, independent of payloads. */
export interface JobKind extends Omit<JobKindDefinition<unknown>, 'parse' | 'run'> {
  readonly priority: JobPriority;
  readonly attemptsMax: number;
  readonly leaseMs: number;
  readonly retryAfterMs: number;
  /** @throws anything when the payload is not one of the kind's */
  readonly prepare: (payload: unknown) => (context: JobContext) => Promise<void>;
}

/**
 * With the polling of other workers this is less than 15 s from a crash to the next attempt. It may
 * be shorter than units: a lease that ran out is lost only once another worker has claimed the job.
 */
const leaseMsDefault = 10_000;
const retryAfterMsDefault = 5_000;
const attemptsMaxDefault = 10;

export function defineJobKind<Payload>({
  parse,
  run,
  ...rest
}: JobKindDefinition<Payload>): JobKind {
  return {
    leaseMs: leaseMsDefault,
    retryAfterMs: retryAfterMsDefault,
    priority: 'normal',
    attemptsMax: attemptsMaxDefault,
    ...rest,
    prepare: (value) => {
      const payload = parse(value);
      return async (context) => run(context, payload);
    },
  };
}
