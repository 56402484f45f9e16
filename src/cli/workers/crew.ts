import { GuessSlowdown } from '../../authentication/guess-slowdown.ts';
import { isWithin, monotonicMs, sleep, sleepUnlessAborted } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { Config } from '../../config/settings.ts';
import type { MetricValues } from '../../http/metrics.ts';
import { restartDelayMs, stableMs } from './restart-delay.ts';
import { WorkerCounts } from './worker-counts.ts';
import { type WorkerEnd, WorkerProcess } from './worker-process.ts';

interface CrewOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Of the server, at this start of it. */
  readonly serverId: string;
  /** For the sockets of the workers. */
  socketPath(launch: number): string;
}

/** A worker ended before it served requests; it has printed why. */
export class FailedStart extends Error {
  readonly end: WorkerEnd;

  constructor(worker: number, end: WorkerEnd) {
    const { code, signal } = end;
    super(`worker ${worker} could not start (${signal ?? `exit status ${code}`})`);
    this.end = end;
  }
}

/** While a worker drains for another one, connections without a request wait so long for one. */
const idleMs = 5_000;
/** Beyond the time limit that a worker has for its requests. */
const closeMs = 15_000;

/** The workers of one server: started, replaced when they end, restarted one after the other. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #log: Logger;
  /** By number; one that is being replaced after its end is missing. */
  readonly #workers = new Map<number, WorkerProcess>();
  /** Of these a new process is started by a restart. */
  readonly #replacing = new Set<number>();
  readonly #failures = new Map<number, number>();
  readonly #guesses = new GuessSlowdown();
  readonly #counts = new WorkerCounts(() => [...this.#workers.values()]);
  readonly #stopping = new AbortController();
  readonly #all = new Set<WorkerProcess>();
  #launches = 0;
  #firstPath: string | undefined;
  #restarting: Promise<void> | undefined;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#log = options.log;
  }

  /**
   * The first worker prepares the store before the others start.
   *
   * @returns the URL of the context path
   * @throws FailedStart
   */
  async start(): Promise<string> {
    const { workers } = this.#options.config;
    const url = await this.#launch(1);
    const others = Array.from({ length: workers - 1 }, (_, index) => this.#launch(index + 2));
    await Promise.all(others);
    return url;
  }

  /** Replaces all workers, one after the other, by new processes. */
  restart(): Promise<void> {
    this.#restarting ??= this.#restart().finally(() => {
      this.#restarting = undefined;
    });
    return this.#restarting;
  }

  /** Goes on serving for `drainSeconds`, drains all, then ends them; the first one last, as it makes the changes of the others. */
  async stop(): Promise<void> {
    this.#stopping.abort('stopping');
    const { shutdownTimeoutMs, drainSeconds } = this.#options.config;
    const workers = [...this.#all];
    // One that is still starting answers once it serves, which may be never.
    for (const { channel } of workers) channel.ask('leave').catch(() => undefined);
    if (drainSeconds > 0) await sleep(drainSeconds * 1_000);
    const drained = workers.map((worker) => this.#drain(worker, 0));
    await isWithin(Promise.all(drained), shutdownTimeoutMs + closeMs);
    const [first, others] = [workers.filter(isFirst), workers.filter((each) => !isFirst(each))];
    for (const part of [others, first]) await Promise.all(part.map((each) => this.#end(each)));
  }

  /** @throws FailedStart */
  async #launch(number: number): Promise<string> {
    const worker = this.#fork(number);
    this.#all.add(worker);
    const startedMs = monotonicMs();
    const end = worker.ended.then((how) => {
      this.#all.delete(worker);
      return how;
    });
    const result = await Promise.race([worker.ready, end]);
    if (!('url' in result)) throw new FailedStart(number, result);
    this.#workers.set(number, worker);
    if (number === 1) await this.#announceFirst(worker.assignment.socketPath);
    const { pid } = worker;
    this.#log.info({ worker: number, pid }, 'worker started');
    void end.then((how) => this.#ended(worker, { how, startedMs }));
    return result.url;
  }

  #fork(number: number): WorkerProcess {
    const { config, serverId, socketPath } = this.#options;
    this.#launches += 1;
    const assignment = {
      number,
      workers: config.workers,
      isFirst: number === 1,
      serverId,
      socketPath: socketPath(this.#launches),
      firstPath: this.#firstPath,
    };
    return new WorkerProcess(assignment, (worker) => ({
      beginAttempt: (attempt) => this.#guesses.begin(attempt),
      endAttempt: (attempt) => this.#guesses.succeed(attempt),
      failAttempt: (attempt) => this.#guesses.delayAfterFailureMs(attempt),
      otherCounts: (own: MetricValues) => this.#counts.others(worker, own),
    }));
  }

  #ended(
    worker: WorkerProcess,
    { how, startedMs }: { readonly how: WorkerEnd; readonly startedMs: number },
  ): void {
    this.#counts.retire(worker);
    const { number } = worker.assignment;
    if (this.#workers.get(number) !== worker) return;
    this.#workers.delete(number);
    if (number === 1) void this.#announceFirst(undefined);
    if (worker.isEnding || this.#isStopping) return;
    this.#log.error({ worker: number, ...how }, 'a worker has ended; another one takes its place');
    if (monotonicMs() - startedMs > stableMs) this.#failures.delete(number);
    if (!this.#replacing.has(number)) void this.#replaceEnded(number);
  }

  async #replaceEnded(number: number): Promise<void> {
    while (!this.#isStopping) {
      const failures = this.#failures.get(number) ?? 0;
      this.#failures.set(number, failures + 1);
      await sleepUnlessAborted(restartDelayMs(failures), this.#stopping.signal);
      if (this.#isStopping) return;
      try {
        await this.#launch(number);
        return;
      } catch (error) {
        this.#log.error({ err: error }, 'a worker could not be replaced; it is tried again');
      }
    }
  }

  async #restart(): Promise<void> {
    this.#log.info('restarting the workers, one after the other');
    for (let number = 1; number <= this.#options.config.workers; number += 1) {
      if (this.#isStopping || !(await this.#restartOne(number))) return;
    }
    this.#log.info('all workers were restarted');
  }

  /** The new process serves before the old one drains. False when it could not start. */
  async #restartOne(number: number): Promise<boolean> {
    const old = this.#workers.get(number);
    // It has ended, and its successor is new anyway.
    if (!old) return true;
    this.#replacing.add(number);
    try {
      await this.#launch(number);
    } catch (error) {
      this.#log.error({ err: error }, 'the restart has ended: the workers that run go on');
      return false;
    } finally {
      this.#replacing.delete(number);
      if (!this.#workers.has(number)) void this.#replaceEnded(number);
    }
    await this.#drain(old, idleMs);
    await this.#end(old);
    return true;
  }

  /** Resolves when all others know where the first worker takes in their requests. */
  async #announceFirst(path: string | undefined): Promise<void> {
    this.#firstPath = path;
    const others = [...this.#all].filter((worker) => !isFirst(worker));
    await Promise.allSettled(others.map(({ channel }) => channel.ask('setFirst', { path })));
  }

  async #drain(worker: WorkerProcess, idle: number): Promise<void> {
    worker.isEnding = true;
    // One that has ended, or has not begun to serve, has nothing to drain.
    await worker.channel.ask('drain', { idleMs: idle }).catch(() => undefined);
  }

  async #end(worker: WorkerProcess): Promise<void> {
    worker.isEnding = true;
    const counts = worker.channel.ask('end').then((values) => {
      worker.counts = values;
    });
    counts.catch(() => undefined);
    if (await isWithin(worker.ended, closeMs)) return;
    this.#log.warn({ worker: worker.assignment.number }, 'a worker did not end and was killed');
    worker.kill();
    await worker.ended;
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }
}

function isFirst({ assignment }: WorkerProcess): boolean {
  return assignment.isFirst;
}
