import { monotonicMs, repeat } from '../base/clock.ts';
import { giveTurn, isTurnOver } from '../base/turns.ts';
import type { JobKind } from './job-kind.ts';
import { JobPace } from './job-pace.ts';
import type { JobRun } from './job-run.ts';

/** A job that waits here for longer is returned: others may begin it. */
const waitMsMax = 500;
/** With so many whose rows are not updated yet, the store is slow. */
const unsettledMax = 100;

interface Waiting {
  readonly run: JobRun;
  readonly sinceMs: number;
}

/**
 * The jobs that a worker has claimed: those that run, those of short kinds that begin as soon as one
 * of their kind ends, and those whose rows are not updated yet.
 */
export class ClaimedJobs {
  /** Called when the row of a job is updated. */
  readonly #whenSettled: (run: JobRun) => void;
  readonly #active = new Map<JobRun, { readonly sinceMs: number }>();
  readonly #waiting = new Map<string, Waiting[]>();
  /** Of all that have begun. */
  readonly #settled = new Map<JobRun, Promise<void>>();
  readonly #pace = new JobPace();
  #stopReturning: (() => void) | undefined;

  constructor(whenSettled: (run: JobRun) => void) {
    this.#whenSettled = whenSettled;
  }

  /** Jobs that run. */
  get size(): number {
    return this.#active.size;
  }

  /** Whether none runs or waits, and the rows of all are updated. */
  get isEmpty(): boolean {
    return this.#settled.size === 0 && !this.#hasWaiting;
  }

  get isSlow(): boolean {
    return this.#settled.size - this.#active.size > unsettledMax;
  }

  get kinds(): ReadonlySet<string> {
    return new Set([...this.#settled.keys()].map(({ kind }) => kind.kind));
  }

  get leases(): readonly string[] {
    return [...new Set([...this.#all()].map(({ leaseId }) => leaseId))];
  }

  countOf({ kind }: JobKind): number {
    let count = 0;
    for (const run of this.#active.keys()) if (run.kind.kind === kind) count += 1;
    return count;
  }

  /** How many jobs to claim beside those of a kind that begin at once. */
  aheadOf(kind: JobKind): number {
    for (const [run, { sinceMs }] of this.#active) {
      // Perhaps the first one that is not short.
      if (run.kind === kind && monotonicMs() - sinceMs > waitMsMax / 2) return 0;
    }
    return this.#pace.aheadOf(kind);
  }

  begin(run: JobRun): void {
    const settled = this.#run(run).finally(() => {
      this.#settled.delete(run);
      this.#whenSettled(run);
    });
    this.#settled.set(run, settled);
  }

  /** For jobs that cannot begin yet: as many of their kind run as may. */
  beginLater(run: JobRun): void {
    const { kind } = run.kind;
    const waiting = this.#waiting.get(kind) ?? [];
    waiting.push({ run, sinceMs: monotonicMs() });
    this.#waiting.set(kind, waiting);
    this.#stopReturning ??= repeat(waitMsMax, () => this.#returnLate());
  }

  /** All that have not begun. */
  returnWaiting(): void {
    this.#returnSince(Number.POSITIVE_INFINITY);
    this.#returnLate();
  }

  cancel(jobId: string): void {
    for (const run of this.#all()) if (run.jobId === jobId) run.abort('cancelled');
  }

  active(): Iterable<JobRun> {
    return this.#active.keys();
  }

  /** Of the jobs that have begun by now. */
  async settled(): Promise<void> {
    await Promise.all(this.#settled.values());
  }

  get #hasWaiting(): boolean {
    return [...this.#waiting.values()].some(({ length }) => length > 0);
  }

  *#all(): Generator<JobRun> {
    yield* this.#settled.keys();
    for (const waiting of this.#waiting.values()) for (const { run } of waiting) yield run;
  }

  async #run(run: JobRun): Promise<void> {
    const sinceMs = monotonicMs();
    const { isAborted } = run;
    this.#active.set(run, { sinceMs });
    await run.attempt();
    this.#active.delete(run);
    if (!isAborted) this.#pace.learn(run.kind, sinceMs);
    this.#beginNext(run.kind);
    await run.settle();
  }

  #beginNext(kind: JobKind): void {
    const waiting = this.#waiting.get(kind.kind);
    if (!waiting?.length || this.countOf(kind) >= kind.concurrency) return;
    if (isTurnOver()) {
      void giveTurn().then(() => this.#beginNext(kind));
      return;
    }
    const { run, sinceMs } = waiting.shift() as Waiting;
    // After a suspension of the process others may have it.
    if (monotonicMs() - sinceMs > 2 * waitMsMax) run.abort('returned');
    this.begin(run);
  }

  #returnLate(): void {
    this.#returnSince(monotonicMs() - waitMsMax);
    if (this.#hasWaiting) return;
    this.#stopReturning?.();
    this.#stopReturning = undefined;
  }

  #returnSince(instantMs: number): void {
    for (const [kind, waiting] of this.#waiting) {
      const late = waiting.filter(({ sinceMs }) => sinceMs <= instantMs);
      this.#waiting.set(
        kind,
        waiting.filter(({ sinceMs }) => sinceMs > instantMs),
      );
      for (const { run } of late) {
        run.abort('returned');
        this.begin(run);
      }
    }
  }
}
