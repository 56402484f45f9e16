import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findJob } from '../../src/jobs/inspect.ts';
import type { JobId } from '../../src/jobs/job.ts';
import type { JobContext } from '../../src/jobs/job-kind.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import type { Worker } from '../../src/jobs/worker.ts';
import type { Database } from '../../src/storage/database.ts';
import { engines } from '../support/engines.ts';
import { createGate, namedKind, type TestWorkerOptions, workerOf } from '../support/jobs.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

describe.each(engines)('the lease of a job on %s', (engine) => {
  let store: SharedStore;
  let workers: Worker[];
  beforeEach(async () => {
    store = await openSharedStore(engine);
    workers = [];
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(workers.map((worker) => worker.stop()));
    await store.close();
  });

  function startWorker(database: Database, options: TestWorkerOptions): Worker {
    const worker = workerOf(database, options);
    workers.push(worker);
    worker.start();
    return worker;
  }

  const enqueue = (name: string): Promise<JobId> =>
    store.database.write((handle) => enqueueJob(handle, { kind: 'test', payload: { name } }));
  const putFact = ({ database }: JobContext, name: string): Promise<unknown> =>
    database.write((handle) =>
      handle.run(handle.builder.insertInto('server_fact').values({ name, value: 'x' })),
    );
  const facts = async (): Promise<string[]> => {
    const query = store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('server_fact').select('name').orderBy('name')),
    );
    return (await query).map(({ name }) => name).filter((name) => name.startsWith('slice'));
  };
  /** As if the node had been suspended for longer than the lease. */
  const endLease = (id: JobId) =>
    store.database.write((handle) =>
      handle.run(handle.builder.updateTable('job').set({ due_at: 1 }).where('id', '=', id)),
    );

  test('is good for every slice of the work, and a slice without it is not stored', async () => {
    const begun = createGate();
    const takenOver = createGate();
    const late = Promise.withResolvers<unknown>();
    const signal = Promise.withResolvers<AbortSignal>();
    const slow = namedKind({
      run: async (context) => {
        await putFact(context, 'slice 1');
        signal.resolve(context.signal);
        begun.open();
        await takenOver.opened;
        await putFact(context, 'slice 2').then(late.resolve, late.resolve);
      },
    });
    startWorker(store.openNode(), { kinds: [slow] });
    const id = await enqueue('a');
    await begun.opened;
    await endLease(id);
    const done = createGate();
    const run = async (context: JobContext) => {
      takenOver.open();
      await late.promise;
      await putFact(context, 'slice 3');
      done.open();
    };
    startWorker(store.openNode(), { kinds: [namedKind({ run })] });
    expect(await late.promise).toMatchObject({ code: 'request.conflict' });
    expect((await signal.promise).aborted).toBe(true);
    await done.opened;
    expect(await facts()).toEqual(['slice 1', 'slice 3']);
  });

  test('that has run out is still valid as long as no worker has claimed the job', async () => {
    const begun = createGate();
    const ended = createGate();
    const failure: unknown[] = [];
    const slow = namedKind({
      run: async (context) => {
        begun.open();
        await ended.opened;
        await putFact(context, 'slice').catch((error: unknown) => failure.push(error));
      },
    });
    const worker = startWorker(store.database, { kinds: [slow] });
    const id = await enqueue('a');
    await begun.opened;
    await endLease(id);
    // Its own worker looks every 20 ms, and leaves what runs already alone.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await store.database.read((handle) => findJob(handle, id))).toMatchObject({
      attempts: 1,
    });
    ended.open();
    await worker.whenIdle();
    expect(failure).toEqual([]);
    expect(await facts()).toEqual(['slice']);
  });

  test('is renewed while a unit of the job itself keeps the store busy', async () => {
    let attempts = 0;
    const slow = namedKind({
      leaseMs: 150,
      run: async ({ database }) => {
        attempts += 1;
        await database.write(async (handle) => {
          const { builder } = handle;
          await handle.run(builder.insertInto('server_fact').values({ name: 'slice', value: '' }));
          await new Promise((resolve) => setTimeout(resolve, 500));
        });
      },
    });
    const node = startWorker(store.database, { kinds: [slow] });
    await enqueue('a');
    await node.whenIdle();
    expect(attempts).toBe(1);
    expect(await facts()).toEqual(['slice']);
  });

  test.runIf(engine === 'postgres')(
    'is judged by the clock of the store, not by that of a node',
    async () => {
      const gate = createGate();
      const seen: string[] = [];
      const kind = (node: string) =>
        namedKind({
          run: async (_context, { name }) => {
            seen.push(`${name} on ${node}`);
            await gate.opened;
          },
        });
      startWorker(store.openNode(), { kinds: [kind('right')] });
      await enqueue('a');
      await vi.waitFor(() => expect(seen).toEqual(['a on right']), { timeout: 60_000 });
      const { now } = Date;
      // Both nodes of the test share it: leases, due times and new jobs are an hour off all at once.
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
      const other = startWorker(store.openNode(), { kinds: [kind('fast')] });
      await other.whenIdle();
      await other.whenIdle();
      expect(seen).toEqual(['a on right']);
      vi.restoreAllMocks();
      gate.open();
    },
  );

  test.runIf(engine === 'postgres')(
    'lets a job of a node that is ahead begin at once',
    async () => {
      const { now } = Date;
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
      const id = await enqueue('a');
      vi.restoreAllMocks();
      const seen: string[] = [];
      const run = async (_context: JobContext, { name }: { name: string }) => void seen.push(name);
      await startWorker(store.openNode(), { kinds: [namedKind({ run })] }).whenIdle();
      expect(seen).toEqual(['a']);
      expect(await store.database.read((handle) => findJob(handle, id))).toBeUndefined();
    },
  );
});
