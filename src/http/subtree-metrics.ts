import { Counter, Gauge, type Registry } from 'prom-client';
import { now } from '../base/clock.ts';
import type { SubtreeCounts } from '../jobs/subtrees/subtree-counts.ts';
import type { SubtreeWorkFigures } from '../repository/editing/subtree-work.ts';

/** Metrics of the work on large folders. Those of the store are absent while it cannot be read. */
export class SubtreeMetrics {
  readonly #changes: Gauge<'kind'>;
  readonly #tasks: Gauge<'kind'>;
  readonly #rowsLeft: Gauge;
  readonly #oldestAge: Gauge;
  readonly #failing: Gauge<'work'>;

  constructor(registry: Registry, counts: SubtreeCounts) {
    const registers = [registry];
    this.#changes = new Gauge({
      name: 'cartulary_pending_changes',
      help: 'Changes of large folders that are not in all their documents yet',
      labelNames: ['kind'],
      registers,
    });
    this.#tasks = new Gauge({
      name: 'cartulary_subtree_tasks',
      help: 'Tasks that follow from changes of large folders and are not done yet',
      labelNames: ['kind'],
      registers,
    });
    this.#rowsLeft = new Gauge({
      name: 'cartulary_pending_change_rows_left',
      help: 'Documents to which changes of large folders are still to be written, as far as counted',
      registers,
    });
    this.#oldestAge = new Gauge({
      name: 'cartulary_pending_change_oldest_age_seconds',
      help: 'Time since the oldest pending change was made; 0 without one',
      registers,
    });
    this.#failing = new Gauge({
      name: 'cartulary_subtree_work_failing',
      help: 'Changes of large folders and tasks that follow from them whose last attempt has failed',
      labelNames: ['work'],
      registers,
    });
    registerCounts(registry, counts);
  }

  show(figures: SubtreeWorkFigures | undefined): void {
    this.#changes.reset();
    this.#tasks.reset();
    this.#failing.reset();
    if (!figures) {
      this.#rowsLeft.remove();
      this.#oldestAge.remove();
      return;
    }
    for (const [kind, count] of Object.entries(figures.changes)) this.#changes.set({ kind }, count);
    for (const [kind, count] of Object.entries(figures.tasks)) this.#tasks.set({ kind }, count);
    for (const [work, count] of Object.entries(figures.failing)) this.#failing.set({ work }, count);
    this.#rowsLeft.set(figures.rowsLeft);
    const ageMs = figures.oldestMs === null ? 0 : now() - figures.oldestMs;
    this.#oldestAge.set(Math.max(0, ageMs) / 1_000);
  }
}

function registerCounts(registry: Registry, counts: SubtreeCounts): void {
  new Counter({
    name: 'cartulary_subtree_rows_written_total',
    help: 'Documents of large folders to which this process has written a change, or that a task has done',
    labelNames: ['work'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ work: 'change' }, counts.changeRows);
      this.inc({ work: 'task' }, counts.taskDocuments);
    },
  });
}
