import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { defineBulkAction } from '../../src/bulk/action.ts';
import { type BulkStage, openBulkStage } from '../support/bulk-stage.ts';
import { engines } from '../support/engines.ts';
import { createGate, type Gate } from '../support/jobs.ts';

const hourMs = 3_600_000;
let gate: Gate;
let done: string[];

const gatedAction = defineBulkAction<null>({
  name: 'gated',
  description: 'For the test.',
  bucketSize: 4,
  batchSize: 2,
  isExclusive: true,
  parse: () => null,
  async run({ handle }, { items }) {
    await gate.opened;
    handle.afterCommit(() => void done.push(...items));
    return {};
  },
});

describe.each(engines)('a bulk command on %s', (engine) => {
  let stage: BulkStage;
  let shiftedMs: number;
  beforeEach(async () => {
    stage = await openBulkStage(engine, [gatedAction]);
    gate = createGate();
    done = [];
    shiftedMs = 0;
  });
  afterEach(async () => {
    gate.open();
    shiftClock(-shiftedMs);
    await stage.close();
  });

  const ids = Array.from({ length: 20 }, (_, at) => `item ${String(at).padStart(2, '0')}`);
  const submit = async () =>
    (await stage.submit({ action: gatedAction, source: { kind: 'ids', ids } })).id;
  const hasState = (id: string, state: string) =>
    vi.waitFor(async () => expect((await stage.status(id))?.state).toBe(state), {
      timeout: 60_000,
      interval: 10,
    });
  /** What follows a commit may come after others see it. */
  const areDone = () => vi.waitFor(() => expect(done.toSorted()).toEqual(ids), { timeout: 60_000 });
  const jump = (hours: number): void => {
    shiftClock(hours * hourMs);
    shiftedMs += hours * hourMs;
  };

  test('is done to its end, each item once, while the clock jumps forth and back', async () => {
    const worker = stage.worker();
    const id = await submit();
    await hasState(id, 'RUNNING');
    for (const hours of [6, -4, -8]) {
      jump(hours);
      worker.wake();
    }
    gate.open();
    await hasState(id, 'COMPLETED');
    expect(await stage.status(id)).toMatchObject({ processed: 20, total: 20, errorCount: 0 });
    await areDone();
  });

  test('whose jobs have failed for good or are gone gives its place to the next', async () => {
    const { database } = stage.repository;
    const first = await submit();
    await expect(submit()).rejects.toMatchObject({ code: 'bulk.action-running' });
    const failed = { due_at: null, failed_at: 1, attempts: 1_000 };
    await database.write((handle) => handle.run(handle.builder.updateTable('job').set(failed)));
    const second = await submit();
    expect(await stage.status(first)).toMatchObject({ state: 'ABORTED', errorCount: 1 });
    await database.write((handle) => handle.run(handle.builder.deleteFrom('job')));
    const third = await submit();
    expect(await stage.status(second)).toMatchObject({ state: 'ABORTED', processed: 0 });
    gate.open();
    stage.worker();
    await hasState(third, 'COMPLETED');
    await areDone();
  });
});
