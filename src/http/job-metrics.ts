import { Gauge, type Registry } from 'prom-client';
import type { JobCounts } from '../jobs/inspect.ts';

const states = ['waiting', 'running', 'failed'] as const;

/** Metrics of the background jobs of the store, which all its servers show. */
export class JobMetrics {
  readonly #jobs: Gauge<'kind' | 'state'>;

  constructor(registry: Registry) {
    this.#jobs = new Gauge({
      name: 'cartulary_jobs',
      help: 'Background jobs that wait, run or have failed; a kind without jobs is left out',
      labelNames: ['kind', 'state'],
      registers: [registry],
    });
  }

  /** @param counts undefined while the store cannot be read */
  show(counts: readonly JobCounts[] = []): void {
    this.#jobs.reset();
    for (const each of counts) {
      for (const state of states) this.#jobs.set({ kind: each.kind, state }, each[state]);
    }
  }
}
