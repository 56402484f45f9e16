import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { SubtreeCounts } from '../jobs/subtrees/subtree-counts.ts';
import { SubtreeMetrics } from './subtree-metrics.ts';

const changes = { security: 1, trash: 0, untrash: 0, move: 0, removal: 0, copy: 0 };
const tasks = { transition: 0, restoreNames: 0, emptyTrash: 2 };

test('what cannot be read from the store is absent, and back once it can be', async () => {
  const registry = new Registry();
  const counts = new SubtreeCounts();
  const metrics = new SubtreeMetrics(registry, counts);
  counts.changeRows = 7;
  const values = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^cartulary/.test(line));
  const own = [
    'cartulary_subtree_rows_written_total{work="change"} 7',
    'cartulary_subtree_rows_written_total{work="task"} 0',
  ];
  const known = { changes, tasks, rowsLeft: 12, failing: { change: 1, task: 0 }, oldestMs: null };
  metrics.show(known);
  expect(await values()).toEqual(
    expect.arrayContaining([
      ...own,
      'cartulary_pending_changes{kind="security"} 1',
      'cartulary_subtree_tasks{kind="emptyTrash"} 2',
      'cartulary_pending_change_rows_left 12',
      'cartulary_subtree_work_failing{work="change"} 1',
      'cartulary_pending_change_oldest_age_seconds 0',
    ]),
  );
  metrics.show(undefined);
  expect(await values()).toEqual(own);
  metrics.show(known);
  expect(await values()).toContain('cartulary_pending_change_rows_left 12');
});
