import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/log.ts';
import { openFileBlobStore } from '../../src/blobs/file-blob-store.ts';
import {
  type CollectionSettings,
  collectContentsKind,
  collectionKind,
} from '../../src/jobs/collect-contents.ts';
import { scheduleKinds } from '../../src/jobs/schedule.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import type { BlobServices } from '../../src/repository/attachments/blobs.ts';
import type { Database } from '../../src/storage/database.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

const hourMs = 60 * 60 * 1000;
const daily: CollectionSettings = { intervalHours: 24, graceHours: 1 };

describe.each(engines)('the job that collects contents on %s', (engine) => {
  let store: SharedStore;
  let services: BlobServices;
  let removeFolder: () => Promise<void>;
  beforeAll(async () => {
    const folder = await makeFolder();
    removeFolder = folder.remove;
    store = await openSharedStore(engine);
    const blobs = await openFileBlobStore({ root: folder.path });
    services = { database: store.database, blobs };
  });
  afterAll(async () => {
    await store.close();
    await removeFolder();
  });

  const jobs = () =>
    store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('job').selectAll().where('kind', '=', collectionKind)),
    );

  const kindOf = (settings: CollectionSettings) => collectContentsKind(services, settings);

  const workerOn = (database: Database, schedule: CollectionSettings) =>
    createWorker({
      database,
      kinds: [kindOf(schedule)],
      log: createLogger('silent'),
      pollMs: 10,
    });

  async function leave(text: string): Promise<void> {
    const staged = await services.blobs.stage(Buffer.from(text));
    await staged.commit();
    await staged.discard();
  }

  const contents = async () => (await Array.fromAsync(services.blobs.list())).length;

  test('starts after an interval, once for all nodes, and keeps its time over restarts', async () => {
    const nodes = [store.openNode(), store.openNode(), store.database];
    const beforeMs = now();
    await Promise.all(nodes.map((node) => scheduleKinds(node, [kindOf(daily)])));
    const [job, ...others] = await jobs();
    expect(others).toEqual([]);
    const due = job?.due_at ?? 0;
    expect(due).toBeGreaterThanOrEqual(beforeMs + 24 * hourMs);
    expect(due).toBeLessThanOrEqual(now() + 24 * hourMs);
    shiftClock(hourMs);
    try {
      await scheduleKinds(store.database, [kindOf(daily)]);
      expect((await jobs()).map(({ due_at: dueAt }) => dueAt)).toEqual([due]);
      await scheduleKinds(store.database, [kindOf({ ...daily, intervalHours: 2 })]);
      expect((await jobs())[0]?.due_at).toBeLessThan(due);
    } finally {
      shiftClock(-hourMs);
    }
  });

  test('collects when its time has come, beside other nodes, and comes again', async () => {
    await leave('for two nodes');
    await scheduleKinds(store.database, [kindOf(daily)]);
    const workers = [store.openNode(), store.openNode()].map((node) => workerOn(node, daily));
    shiftClock(25 * hourMs);
    try {
      for (const worker of workers) worker.start();
      await expect.poll(contents, { timeout: 10_000 }).toBe(0);
      await Promise.all(workers.map((worker) => worker.whenIdle()));
      const [next, ...others] = await jobs();
      expect(others).toEqual([]);
      expect(next).toMatchObject({ lease_id: null, failed_at: null });
      expect(next?.due_at).toBeGreaterThan(now() + 23 * hourMs);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
      shiftClock(-25 * hourMs);
    }
  });

  test('ends where it is switched off, and removes nothing', async () => {
    await leave('kept');
    await scheduleKinds(store.database, [kindOf(daily)]);
    const never = { ...daily, intervalHours: 0 };
    const worker = workerOn(store.database, never);
    shiftClock(50 * hourMs);
    try {
      worker.start();
      await expect.poll(jobs, { timeout: 10_000 }).toEqual([]);
    } finally {
      await worker.stop();
      shiftClock(-50 * hourMs);
    }
    await scheduleKinds(store.database, [kindOf(never)]);
    expect([await jobs(), await contents()]).toEqual([[], 1]);
  });
});
