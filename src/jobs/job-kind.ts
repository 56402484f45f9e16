import type { Database, WriteHandle } from '../storage/database.ts';
import type { JobId } from './job.ts';

/** What every job is given, whatever else. */
export interface JobServices {
  readonly database: Database;
}

/** One attempt at a job, as its kind sees it. */
export interface JobContext<Services> {
  readonly jobId: JobId;
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborts when the job is cancelled, the server stops or another worker has taken the job over. */
  readonly signal: AbortSignal;
  /** When the attempt began. */
  readonly nowMs: number;
  /** Units written with their database fail once another worker has the job: nothing is stored. */
  readonly services: Services;
  /**
   * Ends the job in the unit that does its work, so that both happen or neither: exactly once. To be
   * called last in the unit, and at most once.
   *
   * @throws AppError request.conflict when another worker has the job now; the unit must fail then
   */
  complete(handle: WriteHandle): Promise<void>;
}

interface Schedule {
  /** From the end of a run to the start of the next; 0 turns the kind off. */
  readonly intervalMs: number;
}

interface JobKindDefinition<Payload, Services> {
  readonly kind: string;
  /** Jobs of the kind that one process runs at the same time. */
  readonly concurrency: number;
  /**
   * An attempt that ends because the server stops is not counted; one that ends by a crash is. Kinds with
   * a schedule never give up for good: nothing would start them again.
   */
  readonly attemptsMax?: number;
  /**
   * For work that comes again and again: workers that start have a job enqueued where none waits, and the
   * end of each run leaves the next one, in the same unit. What the payload says does not count.
   */
  readonly schedule?: Schedule;
  /** A worker that did not renew for so long is taken for dead; 10 s when left out. */
  readonly leaseMs?: number;
  /** Pause after the first failure, doubled by every further one; 5 s when left out. */
  readonly retryAfterMs?: number;
  /** Reads what `enqueueJob` was given. Whatever it throws fails the job for good. */
  parse(value: unknown): Payload;
  /**
   * Does the work. It may be done twice unless the unit that does it calls `context.complete`: a
   * process can die between the work and the removal of its job. To return means to be done: work
   * that stops because the signal aborted throws (`signal.throwIfAborted()`).
   */
  run(context: JobContext<Services>, payload: Payload): Promise<void>;
}

/** A kind of job to a worker, which knows nothing of payloads. */
export interface JobKind<Services> {
  readonly kind: string;
  readonly concurrency: number;
  readonly attemptsMax: number;
  readonly leaseMs: number;
  readonly retryAfterMs: number;
  readonly schedule?: Schedule | undefined;
  /** @throws anything when the payload is not one of the kind's */
  readonly prepare: (payload: unknown) => (context: JobContext<Services>) => Promise<void>;
}

/**
 * With the look of the others this makes less than 15 s from a crash to the next attempt. It need not
 * bear with long units: a lease that ran out is lost only once another worker has claimed the job.
 */
const leaseMsDefault = 10_000;
const retryAfterMsDefault = 5_000;
const attemptsMaxDefault = 10;
const withoutEnd = 1_000_000;

export function defineJobKind<Payload, Services>(
  definition: JobKindDefinition<Payload, Services>,
): JobKind<Services> {
  const { kind, concurrency, schedule, leaseMs = leaseMsDefault } = definition;
  const attemptsMax = definition.attemptsMax ?? (schedule ? withoutEnd : attemptsMaxDefault);
  return {
    kind,
    concurrency,
    attemptsMax,
    leaseMs,
    schedule,
    retryAfterMs: definition.retryAfterMs ?? retryAfterMsDefault,
    prepare: (value) => {
      const payload = definition.parse(value);
      return async (context) => definition.run(context, payload);
    },
  };
}
