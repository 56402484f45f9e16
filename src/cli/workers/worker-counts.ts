import { isWithin } from '../../base/clock.ts';
import type { MetricValues } from '../../http/metrics.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that does not answer in time is counted as it was before. */
const answerMs = 1_000;

/**
 * What all workers have counted. Each sum that was shown was made of values that are kept here, also for the time
 * after the end of a worker: sums of counters never go down.
 */
export class WorkerCounts {
  readonly #workers: () => readonly WorkerProcess[];
  #ended: MetricValues = [];
  /** Additions of ended workers happen one after the other. */
  #adding: Promise<void> = Promise.resolve();

  constructor(workers: () => readonly WorkerProcess[]) {
    this.#workers = workers;
  }

  async others(asking: WorkerProcess, own: MetricValues): Promise<readonly MetricValues[]> {
    asking.counts = own;
    const others = this.#workers().filter((worker) => worker !== asking);
    const values = await Promise.all(others.map(latestOf));
    await this.#adding;
    return [this.#ended, ...values];
  }

  retire({ counts }: WorkerProcess): void {
    this.#adding = this.#adding.then(async () => {
      // Loaded when a worker has ended, which is rare.
      const { addMetrics, lastingMetrics } = await import('../../http/metrics.ts');
      this.#ended = await addMetrics([this.#ended, lastingMetrics(counts)]).getMetricsAsJSON();
    });
  }
}

async function latestOf(worker: WorkerProcess): Promise<MetricValues> {
  const asked = worker.channel.ask('counts').then((values) => {
    worker.counts = values;
  });
  asked.catch(() => undefined);
  if (await isWithin(asked, answerMs)) return worker.counts;
  const { lastingMetrics } = await import('../../http/metrics.ts');
  return lastingMetrics(worker.counts);
}
