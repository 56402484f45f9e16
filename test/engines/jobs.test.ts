import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { AppError } from '../../src/base/errors/app-error.ts';
import { createDueTimes } from '../../src/jobs/claims.ts';
import { countJobs, findJob, listJobs } from '../../src/jobs/inspect.ts';
import type { Job, JobId } from '../../src/jobs/job.ts';
import type { JobContext } from '../../src/jobs/job-kind.ts';
import { cancelJob, enqueueJob, type NewJob } from '../../src/jobs/queue.ts';
import type { Worker } from '../../src/jobs/worker.ts';
import type { ReadHandle } from '../../src/storage/database.ts';
import { engines } from '../support/engines.ts';
import {
  createGate,
  namedKind,
  type TestWorkerOptions,
  untilAborted,
  workerOf,
} from '../support/jobs.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

/** Other work of the machine may take its time. */
const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 });

describe.each(engines)('jobs on %s', (engine) => {
  let store: SharedStore;
  let workers: Worker[];
  let shiftedMs: number;
  beforeEach(async () => {
    store = await openSharedStore(engine);
    workers = [];
    shiftedMs = 0;
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    shiftClock(-shiftedMs);
    await store.close();
  });

  function startWorker(options: TestWorkerOptions): Worker {
    const worker = workerOf(store.database, options);
    workers.push(worker);
    worker.start();
    return worker;
  }

  function letTimePass(ms: number): void {
    shiftClock(ms);
    shiftedMs += ms;
  }

  const enqueue = (name: string, rest: Partial<NewJob> = {}): Promise<JobId> =>
    store.database.write((handle) =>
      enqueueJob(handle, { kind: 'test', payload: { name }, ...rest }),
    );
  const find = (id: JobId): Promise<Job | undefined> =>
    store.database.read((handle) => findJob(handle, id));
  const count = (): Promise<number> => store.database.read((handle) => countJobs(handle));
  const cancel = (id: JobId) => store.database.write((handle) => cancelJob(handle, id));
  const putFact = (context: JobContext, name: string) =>
    context.database.write(async (handle) => {
      const { builder } = handle;
      await handle.run(builder.insertInto('server_fact').values({ name, value: 'x' }));
      await context.complete(handle);
    });
  const facts = async (): Promise<string[]> => {
    const rows = await store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('server_fact').select('name').orderBy('name')),
    );
    return rows.map(({ name }) => name);
  };
  /** As if the process that runs the job had died and its lease had ended. */
  const endLease = (id: JobId) =>
    store.database.write((handle) =>
      handle.run(handle.builder.updateTable('job').set({ due_at: 1 }).where('id', '=', id)),
    );

  /** A kind whose jobs tell their names. */
  function recording(seen: string[], rest: object = {}) {
    return namedKind({
      run: async (_context, { name }) => {
        seen.push(name);
      },
      ...rest,
    });
  }

  describe('are run', () => {
    test('once each, and leave nothing behind', async () => {
      const seen: string[] = [];
      const worker = startWorker({ kinds: [recording(seen)] });
      for (const name of ['a', 'b', 'c', 'd', 'e']) await enqueue(name);
      await worker.whenIdle();
      expect(seen.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await count()).toBe(0);
    });

    test('when the unit that enqueues them commits, and not at all when it fails', async () => {
      const seen: string[] = [];
      const worker = startWorker({ kinds: [recording(seen)] });
      const failing = store.database.write(async (handle) => {
        await enqueueJob(handle, { kind: 'test', payload: { name: 'lost' } });
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      await enqueue('kept');
      await worker.whenIdle();
      expect(seen).toEqual(['kept']);
    });

    test('at once in the process that enqueues them, without waiting for a poll', async () => {
      const ran = createGate();
      const worker = startWorker({
        kinds: [namedKind({ run: async () => ran.open() })],
        pollMs: 600_000,
      });
      await worker.whenIdle();
      await enqueue('a');
      await ran.opened;
    });

    test('by a worker that was not told of them, with its next look', async () => {
      const ran = createGate();
      const worker = startWorker({
        database: store.openNode(),
        kinds: [namedKind({ run: async () => ran.open() })],
      });
      await worker.whenIdle();
      await enqueue('a');
      await ran.opened;
    });

    test('not before their time', async () => {
      const seen: string[] = [];
      const worker = startWorker({ kinds: [recording(seen)] });
      const id = await enqueue('later', { runAtMs: now() + 60_000 });
      await worker.whenIdle();
      expect(seen).toEqual([]);
      expect(await find(id)).toMatchObject({ state: 'waiting', attempts: 0 });
      letTimePass(60_000);
      await worker.whenIdle();
      expect(seen).toEqual(['later']);
    });

    test('no more of a kind at a time than the kind says, other kinds beside them', async () => {
      const gate = createGate();
      const running: string[] = [];
      const holding = namedKind({
        run: async (_context, { name }) => {
          running.push(name);
          await gate.opened;
        },
      });
      const seen: string[] = [];
      const worker = startWorker({ kinds: [holding, recording(seen, { kind: 'other' })] });
      for (const name of ['a', 'b', 'c']) await enqueue(name);
      await enqueue('beside', { kind: 'other' });
      await until(() => expect(seen).toEqual(['beside']));
      await until(() => expect(running).toHaveLength(2));
      expect(
        await store.database.read((h) => countJobs(h, { kind: 'test', state: 'running' })),
      ).toBe(2);
      expect(
        await store.database.read((h) => countJobs(h, { kind: 'test', state: 'waiting' })),
      ).toBe(1);
      gate.open();
      await worker.whenIdle();
      expect(running.sort()).toEqual(['a', 'b', 'c']);
    });

    test('by workers that know their kind only', async () => {
      const seen: string[] = [];
      const worker = startWorker({ kinds: [recording(seen)] });
      const id = await enqueue('a', { kind: 'unknown' });
      await worker.whenIdle();
      expect(await find(id)).toMatchObject({ state: 'waiting', attempts: 0 });
      expect(seen).toEqual([]);
    });

    test('with their payload as it was given, whatever characters and numbers it holds', async () => {
      const payload = { name: 'a\0b\ud800', long: 9_007_199_254_740_993n, list: [1.5, null, '€'] };
      const id = await enqueue('', { payload, runAtMs: now() + 1_000 });
      expect((await find(id))?.payload).toEqual(payload);
    });
  });

  describe('that share a key', () => {
    test('are one while they wait, with the newest payload and the earliest time', async () => {
      const first = await enqueue('old', { key: 'k', runAtMs: now() + 60_000 });
      const second = await enqueue('new', { key: 'k' });
      const third = await enqueue('newest', { key: 'k', runAtMs: now() + 120_000 });
      await enqueue('of another key', { key: 'l' });
      expect([second, third]).toEqual([first, first]);
      const seen: string[] = [];
      await startWorker({ kinds: [recording(seen)] }).whenIdle();
      expect(seen.sort()).toEqual(['newest', 'of another key']);
    });

    test('are two when the first has begun, and the second waits for its end', async () => {
      const gate = createGate();
      const log: string[] = [];
      const worker = startWorker({
        kinds: [
          namedKind({
            run: async (_context, { name }) => {
              log.push(`${name} begins`);
              if (name === 'first') await gate.opened;
              log.push(`${name} ends`);
            },
          }),
        ],
      });
      await enqueue('first', { key: 'k' });
      await until(() => expect(log).toEqual(['first begins']));
      await enqueue('second', { key: 'k' });
      await enqueue('third', { key: 'k' });
      await enqueue('beside');
      await until(() => expect(log).toContain('beside ends'));
      gate.open();
      await worker.whenIdle();
      expect(log.filter((line) => !line.startsWith('beside'))).toEqual([
        'first begins',
        'first ends',
        'third begins',
        'third ends',
      ]);
    });

    test('leave the work to the newer one when the older one fails', async () => {
      const gate = createGate();
      const seen: string[] = [];
      const worker = startWorker({
        kinds: [
          namedKind({
            run: async (_context, { name }) => {
              seen.push(name);
              if (name === 'new') return;
              await gate.opened;
              throw new Error('on purpose');
            },
          }),
        ],
      });
      await enqueue('old', { key: 'k' });
      await until(() => expect(seen).toEqual(['old']));
      await enqueue('new', { key: 'k' });
      gate.open();
      await worker.whenIdle();
      expect(seen).toEqual(['old', 'new']);
      expect(await count()).toBe(0);
    });

    test('take the place of one that has failed', async () => {
      const worker = startWorker({
        kinds: [
          namedKind({
            attemptsMax: 1,
            run: async (_context, { name }) => {
              if (name === 'bad') throw new Error('on purpose');
            },
          }),
        ],
      });
      const id = await enqueue('bad', { key: 'k' });
      await worker.whenIdle();
      expect(await find(id)).toMatchObject({ state: 'failed' });
      expect(await enqueue('good', { key: 'k' })).toBe(id);
      await worker.whenIdle();
      expect(await count()).toBe(0);
    });
  });

  describe('that fail', () => {
    test('are tried again, each time after a longer pause, until they succeed', async () => {
      const attempts: number[] = [];
      let beforeMs = now();
      const worker = startWorker({
        kinds: [
          namedKind({
            attemptsMax: 5,
            retryAfterMs: 10_000,
            run: async ({ attempt }) => {
              attempts.push(attempt);
              if (attempt < 4) throw new AppError('store.busy');
            },
          }),
        ],
      });
      const id = await enqueue('a');
      for (const pauseMs of [10_000, 20_000, 40_000]) {
        await worker.whenIdle();
        const job = await find(id);
        expect(job).toMatchObject({ state: 'waiting', attempts: attempts.length });
        expect(job?.lastError).toBe('the store did not take the write in time');
        // The attempt ended between the two instants; the pause is a quarter more or less.
        const dueAtMs = job?.dueAtMs ?? 0;
        expect(dueAtMs).toBeGreaterThan(beforeMs + pauseMs * 0.74);
        expect(dueAtMs).toBeLessThan(now() + pauseMs * 1.26);
        beforeMs = dueAtMs;
        letTimePass(dueAtMs - now());
      }
      await worker.whenIdle();
      expect(attempts).toEqual([1, 2, 3, 4]);
      expect(await count()).toBe(0);
    });

    test('stay as failed after their last attempt, with what went wrong and when', async () => {
      const seen: string[] = [];
      const failing = recording(seen, {
        run: async (_context: JobContext, { name }: { name: string }) => {
          seen.push(name);
          throw name === 'secret'
            ? new Error('password 1234')
            : new AppError('user.not-found', name);
        },
      });
      const startedMs = now();
      const worker = startWorker({ kinds: [failing] });
      const id = await enqueue('a');
      const secret = await enqueue('secret', { attemptsMax: 1 });
      await until(async () => expect(await listFailed()).toHaveLength(2));
      await worker.whenIdle();
      expect(seen.sort()).toEqual(['a', 'a', 'a', 'secret']);
      const failed = await find(id);
      expect(failed).toMatchObject({ state: 'failed', attempts: 3, lastError: 'a', dueAtMs: null });
      // The clock of the store is another one than that of the test.
      expect(failed?.failedAtMs).toBeGreaterThan(startedMs - 1_000);
      expect(failed?.failedAtMs).toBeLessThan(now() + 1_000);
      expect((await find(secret))?.lastError).toBe('unexpected error; see the log');
    });

    const listFailed = (options = {}) =>
      store.database.read((handle) =>
        listJobs(handle, { state: 'failed', offset: 0, limit: 50, ...options }),
      );

    test('are listed a page at a time', async () => {
      const run = async () => {
        throw new Error('on purpose');
      };
      const kinds = ['test', 'other'].map((kind) => namedKind({ kind, attemptsMax: 1, run }));
      const worker = startWorker({ kinds });
      const ids = [await enqueue('a'), await enqueue('b'), await enqueue('c', { kind: 'other' })];
      await worker.whenIdle();
      expect((await listFailed()).map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect((await listFailed({ kind: 'other' })).map(({ id }) => id)).toEqual([ids[2]]);
      const pages = [await listFailed({ limit: 2 }), await listFailed({ offset: 2, limit: 2 })];
      expect(pages.flat().map(({ id }) => id)).toEqual((await listFailed()).map(({ id }) => id));
    });

    test('fail at once when their payload is not one of the kind, and others go on', async () => {
      const seen: string[] = [];
      const worker = startWorker({ kinds: [recording(seen)] });
      const unfit = await enqueue('', { payload: { name: 5 } });
      const torn = await enqueue('torn', { runAtMs: now() + 1_000 });
      await store.database.write((handle) =>
        handle.run(
          handle.builder
            .updateTable('job')
            .set({ payload: '{"na', due_at: 1 })
            .where('id', '=', torn),
        ),
      );
      await enqueue('good');
      await worker.whenIdle();
      expect(seen).toEqual(['good']);
      expect(await find(unfit)).toMatchObject({
        state: 'failed',
        attempts: 1,
        lastError: 'the payload is not valid: name: expected a text',
      });
      expect(await find(torn)).toMatchObject({ state: 'failed', payload: undefined });
    });
  });

  describe('whose worker dies', () => {
    test('are taken over when the lease ends, and not before', async () => {
      const stuck = createGate();
      const seen: number[] = [];
      const run = async ({ attempt }: JobContext) => {
        seen.push(attempt);
        if (attempt === 1) await stuck.opened;
      };
      startWorker({ kinds: [namedKind({ run })] });
      const id = await enqueue('a');
      await until(() => expect(seen).toEqual([1]));
      const other = startWorker({ kinds: [namedKind({ run })] });
      await other.whenIdle();
      expect(seen).toEqual([1]);
      await endLease(id);
      await other.whenIdle();
      expect(seen).toEqual([1, 2]);
      expect(await count()).toBe(0);
      stuck.open();
    });

    test('have failed when that happens on their last attempt: they may be the reason', async () => {
      const gate = createGate();
      const seen: string[] = [];
      const kind = (pause: Promise<void>) =>
        namedKind({
          attemptsMax: 1,
          run: async (_context, { name }) => {
            seen.push(name);
            await pause;
          },
        });
      startWorker({ kinds: [kind(gate.opened)] });
      const id = await enqueue('deadly');
      await until(() => expect(seen).toEqual(['deadly']));
      await endLease(id);
      await startWorker({ kinds: [kind(Promise.resolve())] }).whenIdle();
      // The first worker may have taken the job over itself, and the second does not wait for it.
      await until(async () =>
        expect(await find(id)).toMatchObject({
          state: 'failed',
          attempts: 1,
          lastError: expect.stringContaining('stopped unexpectedly'),
        }),
      );
      gate.open();
      expect(seen).toEqual(['deadly']);
    });

    test('keep their lease while they run, however long that is', async () => {
      const gate = createGate();
      let runs = 0;
      const kind = namedKind({
        leaseMs: 600,
        run: async () => {
          runs += 1;
          await gate.opened;
        },
      });
      const holders = [startWorker({ kinds: [kind] }), startWorker({ kinds: [kind] })];
      const id = await enqueue('long');
      await until(() => expect(runs).toBe(1));
      const first = (await find(id))?.dueAtMs ?? 0;
      await until(async () => expect((await find(id))?.dueAtMs).toBeGreaterThan(first + 700));
      gate.open();
      await Promise.all(holders.map((worker) => worker.whenIdle()));
      expect(runs).toBe(1);
    });
  });

  describe('completed in the unit that does the work', () => {
    test('are done when the unit is, and are not run again', async () => {
      const worker = startWorker({
        kinds: [namedKind({ run: (context, { name }) => putFact(context, name) })],
      });
      await enqueue('a');
      await worker.whenIdle();
      expect(await facts()).toContain('a');
      expect(await count()).toBe(0);
    });

    test('stay when the unit fails, and none of its work is done', async () => {
      const worker = startWorker({
        kinds: [
          namedKind({
            run: ({ attempt, complete, database }, { name }) =>
              database.write(async (handle) => {
                const { builder } = handle;
                await handle.run(
                  builder
                    .insertInto('server_fact')
                    .values({ name: `${name}${attempt}`, value: '' }),
                );
                await complete(handle);
                if (attempt === 1) throw new Error('on purpose');
              }),
          }),
        ],
      });
      await enqueue('a');
      await until(async () => expect(await count()).toBe(0));
      await worker.whenIdle();
      expect(await facts()).toContain('a2');
      expect(await facts()).not.toContain('a1');
    });

    test('are done once when another worker has taken them over: the late unit fails', async () => {
      const begun = createGate();
      const takenOver = createGate();
      const late = Promise.withResolvers<unknown>();
      const slow = namedKind({
        run: async (context, { name }) => {
          begun.open();
          await takenOver.opened;
          await putFact(context, `${name} late`).then(late.resolve, late.resolve);
        },
      });
      startWorker({ kinds: [slow] });
      const id = await enqueue('a');
      await begun.opened;
      await endLease(id);
      const other = startWorker({
        kinds: [
          namedKind({
            run: async (context, { name }) => {
              takenOver.open();
              await late.promise;
              await putFact(context, name);
            },
          }),
        ],
      });
      expect(await late.promise).toMatchObject({ code: 'request.conflict' });
      await other.whenIdle();
      expect(await facts()).toContain('a');
      expect(await facts()).not.toContain('a late');
      expect(await count()).toBe(0);
    });

    test('do not count as failed when something goes wrong afterwards', async () => {
      const worker = startWorker({
        kinds: [
          namedKind({
            run: async (context, { name }) => {
              await putFact(context, name);
              throw new Error('on purpose');
            },
          }),
        ],
      });
      await enqueue('a');
      await worker.whenIdle();
      expect(await count()).toBe(0);
    });
  });

  describe('that are cancelled', () => {
    test('are gone when they wait or have failed', async () => {
      const id = await enqueue('a');
      expect(await cancel(id)).toBe('removed');
      expect(await cancel(id)).toBe('unknown');
      const seen: string[] = [];
      const worker = startWorker({ kinds: [recording(seen)] });
      await worker.whenIdle();
      expect(seen).toEqual([]);
      const failed = await enqueue('', { payload: {} });
      await worker.whenIdle();
      expect(await find(failed)).toMatchObject({ state: 'failed' });
      expect(await cancel(failed)).toBe('removed');
      expect(await count()).toBe(0);
    });

    test('end at once when they run in the same process, and do not come back', async () => {
      let runs = 0;
      const worker = startWorker({
        kinds: [
          namedKind({
            run: ({ signal }) => {
              runs += 1;
              return untilAborted(signal);
            },
          }),
        ],
      });
      const id = await enqueue('a');
      await until(() => expect(runs).toBe(1));
      expect(await cancel(id)).toBe('requested');
      await worker.whenIdle();
      expect(runs).toBe(1);
      expect(await count()).toBe(0);
    });

    test('end when the worker of another process renews the lease', async () => {
      const begun = createGate();
      const worker = startWorker({
        database: store.openNode(),
        kinds: [
          namedKind({
            leaseMs: 300,
            run: ({ signal }) => {
              begun.open();
              return untilAborted(signal);
            },
          }),
        ],
      });
      const id = await enqueue('a');
      await begun.opened;
      expect(await cancel(id)).toBe('requested');
      expect(await find(id)).toMatchObject({ isCancelled: true });
      await worker.whenIdle();
      expect(await count()).toBe(0);
    });

    test('are not run again when their worker has died meanwhile', async () => {
      const gate = createGate();
      const seen: string[] = [];
      startWorker({ kinds: [recording(seen, { run: () => gate.opened.then(() => undefined) })] });
      const id = await enqueue('a');
      await until(async () => expect(await find(id)).toMatchObject({ state: 'running' }));
      expect(await cancel(id)).toBe('requested');
      await endLease(id);
      await startWorker({ kinds: [recording(seen)] }).whenIdle();
      gate.open();
      expect(seen).toEqual([]);
      expect(await count()).toBe(0);
    });
  });

  describe('when the server stops', () => {
    test('may end in the time of grace', async () => {
      const gate = createGate();
      const begun = createGate();
      const worker = startWorker({
        graceMs: 20_000,
        kinds: [
          namedKind({
            run: async ({ signal }) => {
              begun.open();
              await gate.opened;
              signal.throwIfAborted();
            },
          }),
        ],
      });
      await enqueue('a');
      await begun.opened;
      const stopped = worker.stop();
      gate.open();
      await stopped;
      expect(await count()).toBe(0);
    });

    test('go back to the queue after it, the attempt not counted, and run elsewhere', async () => {
      const begun = createGate();
      const worker = startWorker({
        kinds: [
          namedKind({
            attemptsMax: 1,
            run: ({ signal }) => {
              begun.open();
              return untilAborted(signal);
            },
          }),
        ],
      });
      const id = await enqueue('a');
      await begun.opened;
      const waiting = await enqueue('b', { runAtMs: now() + 60_000 });
      await worker.stop();
      expect(await find(id)).toMatchObject({ state: 'waiting', attempts: 0, lastError: null });
      expect(await find(waiting)).toMatchObject({ state: 'waiting', attempts: 0 });
      const seen: string[] = [];
      await startWorker({ kinds: [recording(seen, { attemptsMax: 1 })] }).whenIdle();
      expect(seen).toEqual(['a']);
    });

    test('do not hold it up when they do not heed their signal', async () => {
      const gate = createGate();
      const begun = createGate();
      const worker = startWorker({
        kinds: [
          namedKind({
            run: async () => {
              begun.open();
              await gate.opened;
            },
          }),
        ],
      });
      const id = await enqueue('a');
      await begun.opened;
      await worker.stop();
      expect(await find(id)).toMatchObject({ state: 'running', attempts: 1 });
      gate.open();
      await until(async () => expect(await count()).toBe(0));
    });

    test('are not claimed any more', async () => {
      const seen: string[] = [];
      const worker = startWorker({ kinds: [recording(seen)] });
      await worker.whenIdle();
      await worker.stop();
      const id = await enqueue('late');
      worker.wake();
      await worker.stop();
      expect(await find(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    });
  });

  test('two nodes share the work and never run a job twice', async () => {
    const runs = new Map<string, number>();
    const runningKeys = new Set<string>();
    const by = [0, 0];
    const worker = (node: number) =>
      namedKind({
        concurrency: 4,
        run: async (_context, { name }) => {
          const key = name.split('-')[0] ?? '';
          expect(runningKeys.has(key), `${key} runs twice at once`).toBe(false);
          runningKeys.add(key);
          runs.set(name, (runs.get(name) ?? 0) + 1);
          by[node] = (by[node] ?? 0) + 1;
          await new Promise((resolve) => setImmediate(resolve));
          runningKeys.delete(key);
        },
      });
    const pair = [store.database, store.openNode()].map((database, node) =>
      workerOf(database, { kinds: [worker(node)], pollMs: 1 }),
    );
    for (let index = 0; index < 100; index += 1) await enqueue(`single${index}`);
    for (const each of pair) each.start();
    for (let index = 0; index < 100; index += 1) {
      await enqueue(`key${index % 5}-${index}`, { key: `key${index % 5}` });
    }
    await until(async () => expect(await count()).toBe(0));
    await Promise.all(pair.map((each) => each.stop()));
    expect([...runs.values()].every((times) => times === 1)).toBe(true);
    expect([...runs.keys()].filter((name) => name.startsWith('single'))).toHaveLength(100);
    expect(runs.has('key4-99')).toBe(true);
    expect(Math.min(...by)).toBeGreaterThan(0);
  });

  describe('cost nothing while there are none', () => {
    test('a worker that drains ends what it runs, and leaves the rest to others', async () => {
      const gate = createGate();
      const begun: string[] = [];
      const kindOf = (worker: string) =>
        namedKind({
          run: async (_context, { name }) => {
            begun.push(`${worker}: ${name}`);
            if (name === 'first') await gate.opened;
          },
        });
      const draining = startWorker({ kinds: [kindOf('one')] });
      await enqueue('first');
      await until(() => expect(begun).toEqual(['one: first']));
      await draining.drain();
      // Otherwise it would begin it at once: it learns of the jobs of its process.
      await enqueue('second');
      startWorker({ kinds: [kindOf('two')] });
      await until(() => expect(begun).toEqual(['one: first', 'two: second']));
      gate.open();
      await until(async () => expect(await count()).toBe(0));
    });

    test('but one query for each look', async () => {
      const meter = { queries: 0 };
      const kinds = ['a', 'b', 'c', 'd'].map((kind) => recording([], { kind }));
      const worker = startWorker({ kinds, meter, pollMs: 600_000 });
      await enqueue('later', { kind: 'a', runAtMs: now() + 600_000 });
      await worker.whenIdle();
      const before = meter.queries;
      for (let look = 0; look < 100; look += 1) await worker.whenIdle();
      expect(meter.queries - before).toBe(100);
    });

    test('and the look reads as much of the queue when it is long as when it is short', async () => {
      await store.database.write(async (handle) => {
        for (let index = 0; index < 20; index += 1) {
          await handle.run(
            handle.builder.insertInto('job').values(
              Array.from({ length: 500 }, (_item, item) => ({
                id: `${index}-${item}`,
                kind: 'test',
                due_at: item % 2 === 0 ? now() + 600_000 : null,
                failed_at: item % 2 === 0 ? null : 1,
                attempts: 0,
                is_cancelled: 0,
                created_at: 1,
                payload: '{}',
              })),
            ),
          );
        }
      });
      await analyze();
      const plan = await explainLook();
      expect(plan).toContain('job_due');
      expect(plan).not.toMatch(/Seq Scan on job|SCAN job(?! USING)/);
    });

    const analyze = () => store.database.migrate((handle) => handle.script('ANALYZE'));
    /** How the engine runs the statement that an idle worker sends. */
    const explainLook = () =>
      store.database.read(async (handle) => {
        let plan = '';
        const explaining: Pick<ReadHandle, 'dialect' | 'fetchFirst'> = {
          dialect: handle.dialect,
          fetchFirst: async (statement) => {
            const { sql: text } = statement.compiledFor(handle);
            const literal = text.replace(/\?|\$1/, "'test'").replace(/\?|\$2/, '0');
            const prefix = engine === 'sqlite' ? 'explain query plan' : 'explain';
            const query = sql.raw(`${prefix} ${literal}`);
            plan = JSON.stringify(
              await handle.all({ compile: () => query.compile(handle.builder) as never }),
            );
            return undefined;
          },
        };
        await createDueTimes(['test'])(explaining as ReadHandle);
        return plan;
      });
  });
});
