import type { MetricValues } from '../metrics.ts';

/** The other processes of the same server, where it has several. */
export interface Siblings {
  /** Undefined in the first process, which answers all requests itself. */
  readonly handsOver: HandsOver | undefined;
  /** What the others have counted, also those that have ended; it gets the counts of this process. */
  otherCounts(own: MetricValues): Promise<readonly MetricValues[]>;
}

/** What a process leaves to the first one. */
export interface HandsOver {
  /** Whether it leaves requests that write as well, not only those for what the first process remembers. */
  readonly writes: boolean;
  /** The socket at which the first process takes them in; undefined while it is away. */
  path(): string | undefined;
  /** Accepts no more connections: clients should open new ones. */
  isDraining(): boolean;
}
