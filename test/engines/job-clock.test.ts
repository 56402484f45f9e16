import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { findJob } from '../../src/jobs/inspect.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import type { Worker } from '../../src/jobs/worker.ts';
import type { Database } from '../../src/storage/database.ts';
import { engines } from '../support/engines.ts';
import { createGate, namedKind, type TestKind, workerOf } from '../support/jobs.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

const hourMs = 3_600_000;

describe.each(engines)('jobs while the clock jumps, on %s,', (engine) => {
  let store: SharedStore;
  let workers: Worker[];
  let shiftedMs: number;
  let done: string[];
  beforeEach(async () => {
    store = await openSharedStore(engine);
    workers = [];
    shiftedMs = 0;
    done = [];
  });
  afterEach(async () => {
    shiftClock(-shiftedMs);
    await Promise.all(workers.map((worker) => worker.stop()));
    await store.close();
  });

  const jump = (hours: number): void => {
    shiftClock(hours * hourMs);
    shiftedMs += hours * hourMs;
  };
  function start(database: Database, options: Partial<TestKind> = {}): Worker {
    const run: TestKind['run'] = async (_context, { name }) => void done.push(name);
    const worker = workerOf(database, { kinds: [namedKind({ run, ...options })] });
    workers.push(worker);
    worker.start();
    return worker;
  }
  const enqueue = (name: string, more: object = {}) =>
    store.database.write((handle) =>
      enqueueJob(handle, { kind: 'test', payload: { name }, ...more }),
    );
  const whenDone = (...names: string[]) =>
    vi.waitFor(() => expect(done.toSorted()).toEqual(names), { timeout: 60_000 });

  test('begin when they would have without a jump back', async () => {
    const gate = createGate();
    const run: TestKind['run'] = async (_context, { name }) => {
      await gate.opened;
      done.push(name);
    };
    const nodes = [store.database, store.openNode()];
    for (const node of nodes) await start(node, { run, concurrency: 1 }).whenIdle();
    const later = await enqueue('later', { runAtMs: now() + 600_000 });
    // Two run, the others wait for them.
    for (const name of ['a', 'b', 'c', 'd']) await enqueue(name);
    jump(-5);
    gate.open();
    await whenDone('a', 'b', 'c', 'd');
    await vi.waitFor(
      async () => {
        const job = await store.database.read((handle) => findJob(handle, later));
        expect((job?.dueAtMs ?? 0) - now()).toBeLessThan(700_000);
        expect((job?.dueAtMs ?? 0) - now()).toBeGreaterThan(400_000);
      },
      { timeout: 60_000 },
    );
  });

  test('are taken over from a worker that died before a jump back', async () => {
    const never = createGate();
    const dead = start(store.openNode(), { run: () => never.opened, leaseMs: 10_000 });
    const id = await enqueue('a');
    await vi.waitFor(
      async () => {
        const job = await store.database.read((handle) => findJob(handle, id));
        expect(job?.state).toBe('running');
      },
      { timeout: 60_000 },
    );
    await dead.stop();
    jump(-5);
    start(store.database);
    await whenDone('a');
  });

  test('begin although the clock was set back while no server ran', async () => {
    await enqueue('a');
    jump(-5);
    start(store.database);
    await whenDone('a');
  });

  test('run once, and to their end, when it jumps forth and back', async () => {
    const begun = createGate();
    const gate = createGate();
    let attempts = 0;
    const run: TestKind['run'] = async ({ database }, { name }) => {
      attempts += 1;
      begun.open();
      await gate.opened;
      await database.write((handle) =>
        handle.run(handle.builder.insertInto('server_fact').values({ name, value: 'x' })),
      );
      done.push(name);
    };
    const worker = start(store.database, { run, leaseMs: 150 });
    await enqueue('a');
    await begun.opened;
    for (const hours of [7, -3, -9]) {
      jump(hours);
      worker.wake();
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    gate.open();
    await whenDone('a');
    await worker.whenIdle();
    expect([attempts, done]).toEqual([1, ['a']]);
  });
});
