import { assert } from '../base/assert.ts';
import { jittered, monotonicMs, sleep, sleepUnlessAborted } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { type CommitListener, listenForCommits } from '../repository/unit/notices.ts';
import type { Database, QueryMeter, WriteHandle } from '../storage/database.ts';
import type { JobTable } from '../storage/job-tables.ts';
import { ClaimedJobs } from './claimed-jobs.ts';
import { type ClaimRequest, claimJobs, createDueTimes, type DueTimes } from './claims.ts';
import { ClockWatch } from './clock-watch.ts';
import { JobEnds } from './job-ends.ts';
import type { JobKind, JobPriority } from './job-kind.ts';
import { JobRun, type RunEnvironment } from './job-run.ts';
import { enqueueLeftWork } from './left-work.ts';

export interface WorkerOptions {
  readonly database: Database;
  /** Jobs of other kinds are left to workers that have these kinds. */
  readonly kinds: readonly JobKind[];
  readonly log: Logger;
  /** How often to look for jobs of other processes; 1 s by default. */
  readonly pollMs?: number;
  /** How long `stop` waits for jobs to end, and again how long after it has aborted them. */
  readonly graceMs?: number;
  /** Jobs of all kinds that run at the same time; 16 by default. */
  readonly jobsMax?: number;
  /** Counts the queries that look for work. */
  readonly meter?: QueryMeter;
}

/** Runs the jobs of one store. Any number of workers may share a store. */
export interface Worker {
  start(): void;
  /** Claims nothing more and returns what has not begun; jobs that run go on. */
  drain(): Promise<void>;
  /**
   * Claims nothing more and resolves once no job runs here. Jobs that do not end in time are
   * aborted and released, without counting the attempt. What the kinds hold is given back.
   */
  stop(): Promise<void>;
  /** Looks for work now. */
  wake(): void;
  /** Resolves when no job runs here and none is due; jobs with a later start are not awaited. */
  whenIdle(): Promise<void>;
}

const pollMsDefault = 1_000;
const graceMsDefault = 5_000;
const jobsMaxDefault = 16;
/** The part of these that jobs of bulk kinds leave to others. */
const reservedShare = 0.25;
const priorities: readonly JobPriority[] = ['interactive', 'normal', 'bulk'];
/** Work that several units leave within this time is one job. */
const gatherMs = 200;
/**
 * Between the starts of two searches unless jobs are known to wait: jobs that come one by one are claimed
 * and ended together, so that each costs less than a commit of its own. A first one begins at once.
 */
const searchMs = 25;

export function createWorker(options: WorkerOptions): Worker {
  const names = options.kinds.map(({ kind }) => kind);
  assert(new Set(names).size === names.length, 'every kind of job is declared once');
  return new StoreWorker(options);
}

interface Pass {
  /** Nothing was claimed, and nothing that could be is due. */
  readonly isIdle: boolean;
  /** As many of a kind as may run were claimed: perhaps more are due. */
  readonly isFull?: boolean;
  readonly pauseMs: number;
}

interface FreeKind extends ClaimRequest {
  readonly priority: JobPriority;
  /** How many more to claim if the limit is reached. */
  readonly ahead: number;
}

/** Claimed rows of jobs that begin at once, and of others that begin after them. */
interface Claimed {
  readonly first: JobTable[];
  readonly later: JobTable[];
  /** Of any kind as many as were asked for: perhaps more are due. */
  isFull: boolean;
}

class StoreWorker implements Worker, CommitListener {
  readonly #options: WorkerOptions;
  /** By priority. */
  readonly #kinds: readonly JobKind[];
  readonly #pollMs: number;
  readonly #graceMs: number;
  readonly #dueTimes: DueTimes;
  readonly #clockWatch: ClockWatch;
  readonly #claimed = new ClaimedJobs((run) => this.#settled(run));
  readonly #runEnvironment: RunEnvironment;
  readonly #idleWaiters: (() => void)[] = [];
  #alarm = new AbortController();
  #looping: Promise<void> | undefined;
  #isDraining = false;
  #stopping: Promise<void> | undefined;
  #stopListening: (() => void) | undefined;
  #isGathering = false;
  #isFailing = false;
  /** Whether the last pass left jobs out that can begin once others have ended. */
  #leavesOut = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#kinds = priorities.flatMap((priority) =>
      options.kinds.filter((kind) => kind.priority === priority),
    );
    this.#pollMs = options.pollMs ?? pollMsDefault;
    this.#graceMs = options.graceMs ?? graceMsDefault;
    const kinds = this.#kinds.map(({ kind }) => kind);
    this.#dueTimes = createDueTimes(kinds);
    this.#clockWatch = new ClockWatch({ ...options, kinds });
    const { database, log } = options;
    this.#runEnvironment = { database, log, ends: new JobEnds(database) };
  }

  start(): void {
    this.#looping ??= this.#loop();
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    this.wake();
    await this.#looping;
    this.#claimed.returnWaiting();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#windUp();
    return this.#stopping;
  }

  wake(): void {
    // Without a reason it creates an error each time.
    this.#alarm.abort('woken');
  }

  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.wake();
    });
  }

  jobsAdded(): void {
    this.wake();
  }

  async workLeft(): Promise<void> {
    if (this.#isGathering) return;
    this.#isGathering = true;
    await sleep(gatherMs);
    this.#isGathering = false;
    this.wake();
  }

  jobCancelled(id: string): void {
    this.#claimed.cancel(id);
  }

  async #loop(): Promise<void> {
    while (!this.#isDraining) {
      // Before the pass: a call that wakes the worker while it looks makes it look again.
      this.#alarm = new AbortController();
      const { signal } = this.#alarm;
      const beganMs = monotonicMs();
      const { isIdle, isFull, pauseMs } = await this.#pass();
      if (isIdle && this.#claimed.isEmpty && !signal.aborted) this.#resolveIdle();
      await sleepUnlessAborted(pauseMs, signal);
      const earlyMs = searchMs - (monotonicMs() - beganMs);
      if (!isFull && earlyMs > 0 && !this.#isAwaited) await sleep(earlyMs);
    }
  }

  get #isAwaited(): boolean {
    return this.#isDraining || this.#idleWaiters.length > 0;
  }

  #resolveIdle(): void {
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }

  async #pass(): Promise<Pass> {
    const pollMs = jittered(this.#pollMs);
    const free = this.#freeKinds();
    this.#leavesOut = free.length < this.#kinds.length;
    if (this.#kinds.length > 0 && free.length === 0) {
      return { isIdle: false, pauseMs: pollMs };
    }
    try {
      const pass = await this.#claimDue(pollMs);
      await this.#enqueueLeftWork();
      this.#isFailing = false;
      return pass;
    } catch (error) {
      // Logged once for each outage: the next pass tries again.
      if (!this.#isFailing) this.#options.log.error({ err: error }, 'jobs could not be claimed');
      this.#isFailing = true;
      return { isIdle: false, pauseMs: pollMs };
    }
  }

  /** Kinds whose jobs run here are left out: the end of a job wakes another pass. */
  #enqueueLeftWork(): Promise<void> {
    const running = this.#claimed.kinds;
    const kinds = this.#options.kinds.filter(({ kind }) => !running.has(kind));
    return enqueueLeftWork(this.#options.database, kinds);
  }

  #freeKinds(): FreeKind[] {
    if (this.#claimed.isSlow) return [];
    return this.#kinds
      .map((each) => {
        const { kind, leaseMs, priority } = each;
        const free = each.concurrency - this.#claimed.countOf(each);
        const limit = Math.min(free, this.#roomFor(priority));
        const ahead = limit === free ? this.#claimed.aheadOf(each) : 0;
        return { kind, leaseMs, priority, limit, ahead };
      })
      .filter(({ limit }) => limit > 0);
  }

  /** How many more jobs of that priority may run, beside `claimed` ones that are about to. */
  #roomFor(priority: JobPriority, claimed = 0): number {
    const { jobsMax = jobsMaxDefault } = this.#options;
    const usable = priority === 'bulk' ? Math.ceil(jobsMax * (1 - reservedShare)) : jobsMax;
    return usable - this.#claimed.size - claimed;
  }

  async #claimDue(pollMs: number): Promise<Pass> {
    const waits = await this.#readWaits();
    const free = this.#freeKinds().map((request) => ({
      request,
      waitMs: waits.get(request.kind) ?? Number.POSITIVE_INFINITY,
    }));
    const due = free.filter(({ waitMs }) => waitMs <= 0);
    const isFull = due.length > 0 && (await this.#claim(due.map(({ request }) => request)));
    if (isFull || free.length < this.#kinds.length) this.#leavesOut = true;
    const nextMs = Math.min(...free.map(({ waitMs }) => waitMs).filter((waitMs) => waitMs > 0));
    return { isIdle: due.length === 0, isFull, pauseMs: Math.min(pollMs, nextMs) };
  }

  async #readWaits(): Promise<ReadonlyMap<string, number | null>> {
    const { database, meter } = this.#options;
    const due = await database.read((handle) => {
      this.#stopListening ??= listenForCommits(handle.rows, this);
      return this.#dueTimes(handle);
    }, meter);
    if (due && (await this.#clockWatch.follow(due.clockMs))) return this.#readWaits();
    return new Map(this.#kinds.map(({ kind }, index) => [kind, due?.waits[index] ?? null]));
  }

  /** Returns whether of any kind as many were claimed as were asked for. */
  async #claim(requests: readonly FreeKind[]): Promise<boolean> {
    const { database, meter } = this.#options;
    const { first, later, isFull } = await database.write(async (handle) => {
      const claimed: Claimed = { first: [], later: [], isFull: false };
      for (const request of requests) await this.#claimKind(handle, request, claimed);
      return claimed;
    }, meter);
    for (const row of first) this.#claimed.begin(this.#runOf(row));
    for (const row of later) {
      const run = this.#runOf(row);
      if (run.isAborted) this.#claimed.begin(run);
      else this.#claimed.beginLater(run);
    }
    return isFull;
  }

  async #claimKind(handle: WriteHandle, request: FreeKind, claimed: Claimed): Promise<void> {
    const limit = Math.min(request.limit, this.#roomFor(request.priority, claimed.first.length));
    if (limit <= 0) {
      claimed.isFull = true;
      return;
    }
    const { leases } = this.#claimed;
    const rows = await claimJobs(handle, { ...request, limit }, leases);
    claimed.first.push(...rows);
    if (rows.length < limit) return;
    const ahead = limit === request.limit ? request.ahead : 0;
    const next = { ...request, limit: ahead, isFirstOfSeveral: true };
    const later = ahead > 0 ? await claimJobs(handle, next, leases) : [];
    claimed.later.push(...later);
    if (later.length === ahead) claimed.isFull = true;
  }

  #runOf(row: JobTable): JobRun {
    const kind = this.#kinds.find((each) => each.kind === row.kind);
    assert(kind !== undefined && row.lease_id !== null, 'a claimed job has a kind and a lease');
    const run = new JobRun(this.#runEnvironment, kind, { ...row, lease_id: row.lease_id });
    if (this.#stopping !== undefined) run.abort('stopping');
    return run;
  }

  /** Looks for work only if there may be some that had to wait for this job. */
  #settled({ kind, hasKey }: JobRun): void {
    const mayBe = hasKey || kind.isWanted !== undefined || this.#leavesOut;
    if (mayBe || this.#isAwaited) this.wake();
  }

  async #windUp(): Promise<void> {
    await this.drain();
    await this.#waitForRuns();
    for (const run of this.#claimed.active()) run.abort('stopping');
    await this.#waitForRuns();
    for (const run of this.#claimed.active()) {
      this.#options.log.error({ jobId: run.jobId }, 'a job does not end; its lease will run out');
      run.abandon();
    }
    this.#stopListening?.();
    for (const { close } of this.#options.kinds) await close?.();
    this.#resolveIdle();
  }

  async #waitForRuns(): Promise<void> {
    if (this.#claimed.isEmpty) return;
    const ended = new AbortController();
    void this.#claimed.settled().then(() => ended.abort('ended'));
    await sleepUnlessAborted(this.#graceMs, ended.signal);
  }
}
