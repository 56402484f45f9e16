import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { openFileBlobStore } from '../../src/blobs/file-blob-store.ts';
import { type PurgeOptions, purgeExpiredKind, purgeKind } from '../../src/jobs/purge-expired.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import type { BlobServices } from '../../src/repository/attachments/blobs.ts';
import { engines, makeFolder } from '../support/engines.ts';
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

  const workerWith = (others: PurgeOptions['others'], intervalMs = 5) => {
    const log = createLogger('silent');
    return createWorker({
      database: store.database,
      kinds: [purgeExpiredKind(services, { others, intervalMs })],
      log,
      pollMs: 5,
    });
  };

  test('runs by itself from the start of a worker, again and again', async () => {
    let turns = 0;
    const worker = workerWith([
      async () => {
        turns += 1;
        return 0;
      },
    ]);
    await services.blobs.chunks.write('left-by-a-crash', Buffer.from('x'));
    worker.start();
    await expect.poll(() => turns, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(await services.blobs.chunks.listBatches()).not.toContain('left-by-a-crash');
    await worker.stop();
    expect(await jobs()).toHaveLength(1);
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
    const worker = workerWith([fails, works]);
    worker.start();
    await expect.poll(() => turns.length, { timeout: 10_000 }).toBeGreaterThan(3);
    await worker.stop();
    expect(turns.slice(0, 4)).toEqual(['fails', 'works', 'fails', 'works']);
    const [job] = await jobs();
    expect(job).toMatchObject({ failed_at: null });
  });

  test('calls each again until nothing is left, in units of their own', async () => {
    const left = [3, 2, 0];
    const handles = new Set<unknown>();
    const removes = async (handle: unknown) => {
      handles.add(handle);
      return left.shift() ?? 0;
    };
    const worker = workerWith([removes], 60_000);
    worker.start();
    await expect.poll(() => handles.size, { timeout: 10_000 }).toBe(3);
    await worker.stop();
    expect(left).toEqual([]);
  });

  const jobs = () =>
    store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('job').selectAll().where('kind', '=', purgeKind)),
    );
});
