import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findJob } from '../../src/jobs/inspect.ts';
import type { JobId } from '../../src/jobs/job.ts';
import { cancelJob, enqueueJob } from '../../src/jobs/queue.ts';
import type { Worker } from '../../src/jobs/worker.ts';
import type { WriteHandle } from '../../src/storage/database.ts';
import { engines } from '../support/engines.ts';
import {
  createGate,
  type Gate,
  namedKind,
  type TestWorkerOptions,
  untilAborted,
  workerOf,
} from '../support/jobs.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 });

describe.each(engines)('jobs that are known to be short on %s', (engine) => {
  let store: SharedStore;
  let workers: Worker[];
  let gate: Gate;
  let seen: string[];
  let running: number;
  let runningMost: number;
  beforeEach(async () => {
    store = await openSharedStore(engine);
    workers = [];
    gate = createGate();
    seen = [];
    [running, runningMost] = [0, 0];
  });
  afterEach(async () => {
    gate.open();
    await Promise.all(workers.map((worker) => worker.stop()));
    await store.close();
  });

  const kind = () =>
    namedKind({
      concurrency: 1,
      run: async ({ signal }, { name }) => {
        running += 1;
        runningMost = Math.max(running, runningMost);
        seen.push(name);
        if (name === 'long') await Promise.race([gate.opened, untilAborted(signal)]);
        await Promise.resolve();
        running -= 1;
      },
    });

  /** One that has run some jobs. */
  async function startUsed(options: Partial<TestWorkerOptions> = {}): Promise<Worker> {
    const worker = workerOf(store.database, { kinds: [kind()], pollMs: 60_000, ...options });
    workers.push(worker);
    worker.start();
    await enqueue(['first']);
    await worker.whenIdle();
    seen.length = 0;
    return worker;
  }

  /** The first one is due before the others. */
  const enqueue = (names: readonly string[]): Promise<JobId[]> =>
    store.database.write(async (handle) => {
      const ids: JobId[] = [];
      for (const name of names) {
        ids.push(await enqueueJob(handle, { kind: 'test', payload: { name } }));
      }
      await makeFirst(handle, ids[0]);
      return ids;
    });
  const makeFirst = (handle: WriteHandle, id = '') =>
    handle.run(
      handle.builder.updateTable('job').set({ due_at: 1, created_at: 1 }).where('id', '=', id),
    );
  const find = (id: JobId) => store.database.read((handle) => findJob(handle, id));
  const names = (count: number) => Array.from({ length: count }, (_, at) => `job ${at}`);

  test('are claimed together, and run one after the other', async () => {
    const meter = { queries: 0 };
    const worker = await startUsed({ meter });
    const before = meter.queries;
    await enqueue(names(20));
    await worker.whenIdle();
    expect([...seen].sort()).toEqual(names(20).sort());
    expect(runningMost).toBe(1);
    // One by one they would take a statement each.
    expect(meter.queries - before).toBeLessThan(20);
    const left = await store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('job').selectAll()),
    );
    expect(left).toEqual([]);
  });

  test('are returned when they would wait for long, and another node runs them', async () => {
    await startUsed();
    const ids = await enqueue(['long', ...names(5)]);
    await until(() => expect(seen).toEqual(['long']));
    const other = workerOf(store.openNode(), { kinds: [kind()] });
    workers.push(other);
    other.start();
    await until(() => expect(seen).toHaveLength(6));
    await other.whenIdle();
    expect([...seen].sort()).toEqual([...names(5), 'long']);
    expect(await find(ids[0] as JobId)).toMatchObject({ state: 'running', attempts: 1 });
    gate.open();
  });

  test('are not claimed so when they have been attempted before, or may be only once', async () => {
    const worker = await startUsed();
    const ids = await store.database.write(async (handle) => {
      const long = await enqueueJob(handle, { kind: 'test', payload: { name: 'long' } });
      const name = { kind: 'test', payload: { name: 'x' } };
      const once = await enqueueJob(handle, { ...name, attemptsMax: 1 });
      const tried = await enqueueJob(handle, name);
      const fresh = await enqueueJob(handle, name);
      const attempts = { attempts: 1 };
      await handle.run(handle.builder.updateTable('job').set(attempts).where('id', '=', tried));
      await makeFirst(handle, long);
      return { long, once, tried, fresh };
    });
    await until(async () => expect(await find(ids.long)).toMatchObject({ state: 'running' }));
    expect(await find(ids.once)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await find(ids.tried)).toMatchObject({ state: 'waiting', attempts: 1 });
    gate.open();
    await worker.whenIdle();
    expect(await find(ids.fresh)).toBeUndefined();
  });

  test('go back to the queue when the server stops, the attempt not counted', async () => {
    const worker = await startUsed();
    const ids = await enqueue(['long', ...names(3)]);
    await until(() => expect(seen).toEqual(['long']));
    await worker.stop();
    // It waits for a slow store for a moment only.
    const returned = { state: 'waiting', attempts: 0, lastError: null };
    for (const id of ids) await until(async () => expect(await find(id)).toMatchObject(returned));
    expect(seen).toEqual(['long']);
  });

  test('are not begun when they are cancelled before', async () => {
    const worker = await startUsed();
    const [, first, second] = await enqueue(['long', 'cancelled', 'kept']);
    await until(() => expect(seen).toEqual(['long']));
    await store.database.write((handle) => cancelJob(handle, first as JobId));
    gate.open();
    await worker.whenIdle();
    expect(seen).toEqual(['long', 'kept']);
    expect(await find(second as JobId)).toBeUndefined();
    expect(await find(first as JobId)).toBeUndefined();
  });
});
