import type { Attempt } from '../../authentication/guess-slowdown.ts';
import type { MetricValues } from '../../http/metrics.ts';

/** What a worker process is told when it starts. */
export interface Assignment {
  /** Counted from 1; a process that takes the place of another has its number. */
  readonly number: number;
  readonly workers: number;
  /** Does what only one process may do: all background work and all writes of a store on SQLite. */
  readonly isFirst: boolean;
  /** Of the server, at this start of it. */
  readonly serverId: string;
  /** Where it takes in requests of the others if it is the first. */
  readonly socketPath: string;
  /** Where the first one does so when this one starts. */
  readonly firstPath: string | undefined;
}

/** What the primary process asks of a worker. */
export interface WorkerDuties {
  /** Where the first worker takes in requests; undefined while there is none. */
  setFirst(place: { readonly path: string | undefined }): void;
  /** Is not ready for load balancers from now on, and leaves new work to other servers. */
  leave(): void;
  /** Accepts no more connections; answers when the last one has ended. */
  drain(options: DrainOptions): Promise<void>;
  /** Closes the store; answers with its last counts, and ends. */
  end(): Promise<MetricValues>;
  counts(): Promise<MetricValues>;
}

/** What a worker asks of the primary process. */
export interface PrimaryDuties {
  /** It serves requests now. */
  ready(address: { readonly url: string }): void;
  beginAttempt(attempt: Attempt): boolean;
  endAttempt(attempt: Attempt): void;
  failAttempt(attempt: Attempt): number;
  /** Takes the counts of the worker that asks; the latest of the others, and what ended ones have counted. */
  otherCounts(own: MetricValues): Promise<readonly MetricValues[]>;
}

interface DrainOptions {
  /** How long connections without a request may wait for one. */
  readonly idleMs: number;
}
