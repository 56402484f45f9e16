import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobKind, JobPriority } from '../../src/jobs/job-kind.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';
import { createGate, type Gate, namedKind, workerOf } from '../support/jobs.ts';

describe.each(engines)('of many jobs on %s', (engine) => {
  let store: TestDatabase;
  let gate: Gate;
  let begun: string[];
  beforeEach(async () => {
    store = await openTestDatabase(engine);
    gate = createGate();
    begun = [];
  });
  afterEach(() => store.close());

  const holding = (kind: JobPriority): JobKind => ({
    ...namedKind({
      kind,
      concurrency: 100,
      run: async () => {
        begun.push(kind);
        await gate.opened;
      },
    }),
    priority: kind,
  });
  const kinds = (['bulk', 'normal', 'interactive'] as const).map(holding);
  const enqueue = (kind: string, count: number, waitingMax?: number) =>
    store.database.write(async (handle) => {
      const job = { kind, payload: { name: kind }, ...(waitingMax && { waitingMax }) };
      for (let index = 0; index < count; index += 1) await enqueueJob(handle, job);
    });
  const numberOf = (kind: string) => begun.filter((each) => each === kind).length;

  test('those that a user waits for begin first, within the bound of the process', async () => {
    for (const kind of ['bulk', 'normal', 'interactive']) await enqueue(kind, 3);
    const worker = workerOf(store.database, { kinds, jobsMax: 4 });
    worker.start();
    await vi.waitFor(() => expect(begun).toHaveLength(4), { timeout: 60_000 });
    expect([numberOf('interactive'), numberOf('normal')]).toEqual([3, 1]);
    gate.open();
    await worker.whenIdle();
    expect(begun).toHaveLength(9);
    expect(begun.slice(-3)).toEqual(['bulk', 'bulk', 'bulk']);
    await worker.stop();
  });

  test('those in bulk leave room for others that come later', async () => {
    await enqueue('bulk', 20);
    const worker = workerOf(store.database, { kinds, jobsMax: 8 });
    worker.start();
    await vi.waitFor(() => expect(begun).toHaveLength(6), { timeout: 60_000 });
    await enqueue('interactive', 5);
    await vi.waitFor(() => expect(begun).toHaveLength(8), { timeout: 60_000 });
    expect([numberOf('bulk'), numberOf('interactive')]).toEqual([6, 2]);
    gate.open();
    await worker.whenIdle();
    expect([numberOf('bulk'), numberOf('interactive')]).toEqual([20, 5]);
    await worker.stop();
  });

  test('no more of a kind than its bound wait, and a refused one leaves nothing', async () => {
    await enqueue('normal', 3, 3);
    await expect(enqueue('normal', 1, 3)).rejects.toMatchObject({
      code: 'job.too-many',
      status: 429,
      message: '3 jobs of the kind normal wait already; try again when some are done',
    });
    await enqueue('bulk', 1, 3);
    const rows = await store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('job').select('kind')),
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['bulk', 'normal', 'normal', 'normal']);
  });
});
