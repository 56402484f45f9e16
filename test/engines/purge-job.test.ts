import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFileBlobStore } from '../../src/blobs/file-blob-store.ts';
import { purgeExpiredKind, purgeKind } from '../../src/jobs/purge-expired.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import type { BlobServices } from '../../src/repository/attachments/blobs.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { workerOf } from '../support/jobs.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

describe.each(engines)('the job that removes what has expired on %s', (engine) => {
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

  type Purges = Parameters<typeof purgeExpiredKind>[1]['others'];

  /** Runs the job once, as a schedule starts it. */
  async function run(others: Purges): Promise<void> {
    const { database } = store;
    await database.write((handle) =>
      enqueueJob(handle, { kind: purgeKind, key: 'transientStoreGC', payload: {} }),
    );
    const worker = workerOf(database, { kinds: [purgeExpiredKind(services, { others })] });
    worker.start();
    await worker.whenIdle();
    await worker.stop();
  }

  test('removes uploads that a crash has left, and is done', async () => {
    await services.blobs.chunks.write('left-by-a-crash', Buffer.from('x'));
    await run([]);
    expect(await services.blobs.chunks.listBatches()).not.toContain('left-by-a-crash');
    expect(await jobs()).toEqual([]);
  });

  test('gives everything its turn, also after something that fails, and tries again', async () => {
    const turns: string[] = [];
    const fails = async () => {
      turns.push('fails');
      throw new Error('on purpose');
    };
    const works = async () => {
      turns.push('works');
      return 0;
    };
    await run([fails, works]);
    expect(turns).toEqual(['fails', 'works']);
    const [job] = await jobs();
    expect(job).toMatchObject({ failed_at: null, attempts: 1 });
    await run([works]);
    expect(turns).toEqual(['fails', 'works', 'works']);
    expect(await jobs()).toEqual([]);
  });

  test('calls each again until nothing is left, in units of their own', async () => {
    const left = [3, 2, 0];
    const handles = new Set<unknown>();
    const removes = async (handle: unknown) => {
      handles.add(handle);
      return left.shift() ?? 0;
    };
    await run([removes]);
    expect(handles.size).toBe(3);
    expect(left).toEqual([]);
  });

  const jobs = () =>
    store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('job').selectAll().where('kind', '=', purgeKind)),
    );
});
