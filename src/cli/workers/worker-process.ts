import cluster, { type Worker } from 'node:cluster';
import type { MetricValues } from '../../http/metrics.ts';
import { assignmentVariable } from './assignment.ts';
import { Channel } from './channel.ts';
import type { Assignment, PrimaryDuties, WorkerDuties } from './duties.ts';

/** How a process ended. */
export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Listening {
  /** Of the context path. */
  readonly url: string;
}

/** A worker, as the primary process knows it. */
export class WorkerProcess {
  readonly assignment: Assignment;
  readonly channel: Channel<WorkerDuties>;
  /** Resolves once it serves requests; never, if it ends before. */
  readonly ready: Promise<Listening>;
  readonly ended: Promise<WorkerEnd>;
  readonly #worker: Worker;
  /** Whether it was told to end. */
  isEnding = false;
  /** As far as the primary process knows them. */
  counts: MetricValues = [];

  constructor(
    assignment: Assignment,
    duties: (worker: WorkerProcess) => Omit<PrimaryDuties, 'ready'>,
  ) {
    this.assignment = assignment;
    this.#worker = cluster.fork(assignmentVariable(assignment));
    const ready = Promise.withResolvers<Listening>();
    this.ready = ready.promise;
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code, signal) => resolve({ code, signal }));
    });
    const all: PrimaryDuties = { ...duties(this), ready: ready.resolve };
    this.channel = new Channel(this.#worker as never, all);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
