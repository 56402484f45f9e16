import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { openFileBlobStore } from '../../src/blobs/file-blob-store.ts';
import {
  type CollectionSettings,
  collectContentsKind,
  collectionKind,
} from '../../src/jobs/collect-contents.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import type { BlobServices } from '../../src/repository/attachments/blobs.ts';
import type { Database } from '../../src/storage/database.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { workerOf } from '../support/jobs.ts';
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

  /** As the schedule does every hour, on some nodes. */
  async function runOn(nodes: readonly Database[], settings: CollectionSettings): Promise<void> {
    const { database } = store;
    await database.write((handle) =>
      enqueueJob(handle, { kind: collectionKind, key: 'orphanedContentsCollection', payload: {} }),
    );
    const kinds = [collectContentsKind(services, settings)];
    const workers = nodes.map((node) => workerOf(node, { kinds }));
    for (const worker of workers) worker.start();
    await Promise.all(workers.map((worker) => worker.whenIdle()));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await jobs()).toEqual([]);
  }

  async function leave(text: string): Promise<void> {
    const staged = await services.blobs.stage(Buffer.from(text));
    await staged.commit();
    await staged.discard();
  }

  const contents = async () => (await Array.fromAsync(services.blobs.list())).length;

  test('collects with its first run, beside other nodes, and then once an interval', async () => {
    await leave('for two nodes');
    const nodes = [store.openNode(), store.openNode()];
    shiftClock(2 * hourMs);
    let shiftedMs = 2 * hourMs;
    const letTimePass = (ms: number): void => {
      shiftClock(ms);
      shiftedMs += ms;
    };
    try {
      await runOn(nodes, daily);
      expect(await contents()).toBe(0);
      await leave('for later');
      letTimePass(23 * hourMs);
      await runOn(nodes, daily);
      expect(await contents()).toBe(1);
      // The schedule is not always exact.
      letTimePass(hourMs - 5_000);
      await runOn(nodes, daily);
      expect(await contents()).toBe(0);
    } finally {
      shiftClock(-shiftedMs);
    }
  });

  test('collects when the clock was set back since the last run', async () => {
    shiftClock(500 * hourMs);
    await runOn([store.database], daily);
    shiftClock(-500 * hourMs);
    await leave('for the right time');
    shiftClock(2 * hourMs);
    try {
      await runOn([store.database], daily);
      expect(await contents()).toBe(0);
    } finally {
      shiftClock(-2 * hourMs);
    }
  });

  test('removes nothing where it is switched off', async () => {
    await leave('kept');
    shiftClock(50 * hourMs);
    try {
      await runOn([store.database], { ...daily, intervalHours: 0 });
      expect(await contents()).toBe(1);
    } finally {
      shiftClock(-50 * hourMs);
    }
  });
});
