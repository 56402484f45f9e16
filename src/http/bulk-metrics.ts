import { Counter, Gauge, type Registry } from 'prom-client';
import type { BulkCounts } from '../bulk/environment.ts';
import type { BulkFigures } from '../bulk/inspect.ts';

/** Metrics of bulk commands. Those of the store are absent while it cannot be read. */
export class BulkMetrics {
  readonly #commands: Gauge<'state'>;

  constructor(registry: Registry, counts: BulkCounts) {
    this.#commands = new Gauge({
      name: 'cartulary_bulk_commands',
      help: 'Bulk commands whose status is kept, by their state',
      labelNames: ['state'],
      registers: [registry],
    });
    new Counter({
      name: 'cartulary_bulk_items_total',
      help: 'Items of bulk commands that this process has done, with those that failed',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(counts.processed);
      },
    });
    new Counter({
      name: 'cartulary_bulk_item_errors_total',
      help: 'Items of bulk commands that failed in this process',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(counts.failed);
      },
    });
  }

  show(figures: BulkFigures | undefined): void {
    this.#commands.reset();
    for (const [state, count] of Object.entries(figures ?? {}))
      this.#commands.set({ state }, count);
  }
}
