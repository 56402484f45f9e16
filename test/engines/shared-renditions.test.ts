import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FileBlobStore, openFileBlobStore } from '../../src/blobs/file-blob-store.ts';
import { Workshop } from '../../src/conversion/workshop.ts';
import { makeRenditionsKind, RenditionCounts } from '../../src/jobs/renditions/make-renditions.ts';
import type { Worker } from '../../src/jobs/worker.ts';
import { stageWithLease } from '../../src/repository/attachments/blob-leases.ts';
import { requestRenditions } from '../../src/repository/renditions/request-renditions.ts';
import {
  beginNextRendition,
  finishRendition,
  hasWaitingRenditions,
} from '../../src/repository/renditions/waiting-renditions.ts';
import type { Database } from '../../src/storage/database.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { workerOf } from '../support/jobs.ts';
import { readRenditions } from '../support/renditions.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

const first = { blob_key: '', name: '' };

describe.each(engines)('renditions that several nodes make, on %s', (engine) => {
  let store: SharedStore;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let blobs: FileBlobStore;
  let workers: Worker[];
  let requested: number;
  beforeEach(async () => {
    requested = 0;
    [store, folder, workers] = [await openSharedStore(engine), await makeFolder(), []];
    blobs = await openFileBlobStore({ root: folder.path, digestAlgorithm: 'SHA-256' });
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await store.close();
    await folder.remove();
  });

  async function request(count: number): Promise<void> {
    const { database } = store;
    const last = requested + count;
    for (let number = requested + 1; number <= last; number += 1) {
      const naming = { name: `${number}.txt`, mimeType: 'text/plain', encoding: null };
      const text = Buffer.from(`text ${number}`);
      const { blob } = await stageWithLease({ blobs, database }, text, naming);
      await database.write((handle) => requestRenditions(handle, [{ blob, name: 'thumbnail' }]));
    }
    requested = last;
  }

  const workshop = new Workshop({ processesMax: 1 });

  function startNode(): RenditionCounts {
    const renditionCounts = new RenditionCounts();
    const kind = makeRenditionsKind({ blobs, workshop, renditionCounts, processesMax: 1 });
    const worker = workerOf(store.openNode(), { kinds: [kind] });
    workers.push(worker);
    worker.start();
    return renditionCounts;
  }

  const addJob = (id: string, dueInMs: number) =>
    store.database.write((handle) => {
      const { clock } = handle.dialect;
      const dueAt = clock.instant(clock.offset(dueInMs));
      const job = { id, kind: 'make-renditions', job_key: id, lease_id: id, payload: '{}' };
      const row = { ...job, due_at: dueAt, attempts: 1, is_cancelled: 0, created_at: 0 };
      return handle.run(handle.builder.insertInto('job').values(row));
    });
  const begin = (jobId: string, database: Database = store.database) =>
    database.write((handle) => beginNextRendition(handle, { after: first, jobId }));
  const isLeft = () => store.database.read(hasWaitingRenditions);

  test('are shared among them, and each is made once', async () => {
    const counts = [startNode(), startNode()];
    // A node may be done with a few before the other one looks.
    while (requested < 600 && counts.some(({ made }) => made === 0)) {
      await request(12);
      await vi.waitFor(
        async () => {
          const rows = await readRenditions({ database: store.database });
          expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'done'));
        },
        { timeout: 60_000, interval: 50 },
      );
    }
    await Promise.all(workers.map((worker) => worker.whenIdle()));
    const rows = await readRenditions({ database: store.database });
    expect(rows.map(({ attempts, job_id }) => [attempts, job_id])).toEqual(
      rows.map(() => [1, null]),
    );
    const made = counts.map((count) => count.made);
    expect(made.reduce((sum, count) => sum + count)).toBe(requested);
    expect(Math.min(...made)).toBeGreaterThan(0);
  });

  test('are begun by one job at a time, also when both ask at once', async () => {
    await request(3);
    for (const job of ['one', 'two']) await addJob(job, 60_000);
    const [mine, yours] = await Promise.all([begin('one'), begin('two', store.openNode())]);
    expect(new Set([mine?.blob_key, yours?.blob_key]).size).toBe(2);
    expect(await isLeft()).toBe(true);
    const third = await begin('three');
    await addJob('three', 60_000);
    expect(third).toMatchObject({ attempts: 1 });
    expect([await isLeft(), await begin('four')]).toEqual([false, undefined]);
    const made = { key: third?.blob_key ?? '', mimeType: 'a/b', width: 1, height: 1 };
    await store.database.write((handle) => finishRendition(handle, third ?? first, made));
    expect(await begin('three')).toBeUndefined();
  });

  test('are free again once the lease of the job has ended, and its own before', async () => {
    await request(1);
    await addJob('one', 60_000);
    expect(await begin('one')).toMatchObject({ attempts: 1 });
    expect(await begin('two')).toBeUndefined();
    expect(await begin('one')).toMatchObject({ attempts: 2 });
    await store.database.write((handle) => handle.run(handle.builder.deleteFrom('job')));
    await addJob('one', -1_000);
    expect(await isLeft()).toBe(true);
    expect(await begin('two')).toMatchObject({ attempts: 3 });
  });
});
