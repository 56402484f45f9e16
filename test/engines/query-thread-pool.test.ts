import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { monotonicMs } from '../../src/base/clock.ts';
import { BoundedReader } from '../../src/storage/sqlite/bounded-reader.ts';
import { QueryThreads } from '../../src/storage/sqlite/query-threads.ts';
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';
import { makeFolder } from '../support/engines.ts';
import { countStatement, endlessRows, slowRows } from '../support/slow-statements.ts';

const busyTimeoutMs = 1_000;

describe('the threads for slow queries', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let path: string;
  let writer: SqliteConnection;
  let threads: QueryThreads;
  const workers: Worker[] = [];
  const onWorker = (worker: Worker): void => {
    workers.push(worker);
  };
  beforeEach(async () => {
    folder = await makeFolder();
    path = join(folder.path, 'test.db');
    writer = new SqliteConnection({ path, readonly: false, busyTimeoutMs });
    writer.script('create table server_fact (name text, value)');
    threads = new QueryThreads({ path, busyTimeoutMs, threadsMax: 1 });
    process.on('worker', onWorker);
  });
  afterEach(async () => {
    process.off('worker', onWorker);
    workers.splice(0);
    await threads.close();
    writer.close();
    await folder.remove();
  });

  async function count(rows: number, timeLimitMs = 60_000, on = threads) {
    const deadlineMs = monotonicMs() + timeLimitMs;
    const { sql, parameters } = countStatement(rows, deadlineMs);
    const { value } = await on.run({ method: 'all', sql, parameters }, deadlineMs);
    return value;
  }

  const counted = (rows: number) => [{ count: rows, fact: null }];

  test('return what a connection returns, for values of every kind', async () => {
    const parameters = [null, 1, -2.5, 'grüße 🎉', 9_007_199_254_740_991n, ''];
    const sql = `select ? as a, ? as b, ? as c, cartulary_fold(?) as d, ? as e, ? as f,
      1e400 as g union all select 1, 2, 3, 4, 5, 6, 7`;
    for (const method of ['all', 'get'] as const) {
      const expected = writer[method](sql, parameters);
      const result = await threads.run({ method, sql, parameters }, monotonicMs() + 60_000);
      expect(result).toEqual({ value: expected, tookMs: expect.any(Number) });
    }
    const none = { method: 'get', sql: 'select 1 where 0', parameters: [] } as const;
    expect((await threads.run(none, monotonicMs() + 60_000)).value).toBeUndefined();
    expect(workers).toHaveLength(1);
  });

  test('fail as a connection fails', async () => {
    const run = (sql: string) =>
      threads.run({ method: 'all', sql, parameters: [] }, monotonicMs() + 60_000);
    await expect(run('delete from server_fact')).rejects.toThrow();
    await expect(run('select nothing')).rejects.toMatchObject({ code: 'store.unknown' });
    expect(await count(10)).toEqual(counted(10));
    expect(workers).toHaveLength(1);
  });

  test('go on with the same thread after it stopped a query', async () => {
    await expect(count(endlessRows, 200)).rejects.toMatchObject({ code: 'store.timeout' });
    expect(await count(10)).toEqual(counted(10));
    expect(workers).toHaveLength(1);
  });

  test('refuse a query that waited until its time was over, and do not run it', async () => {
    const ends: string[] = [];
    const running = count(endlessRows, 1_500).finally(() => ends.push('running'));
    running.catch(() => undefined);
    await expect(count(10, 100)).rejects.toMatchObject({ code: 'store.timeout', status: 503 });
    expect(ends).toEqual([]);
    expect(threads.waiting).toBe(0);
    await expect(running).rejects.toMatchObject({ code: 'store.timeout' });
  });

  test('refuse a query when too many wait already', async () => {
    const outcomes = Promise.allSettled(Array.from({ length: 101 }, () => count(endlessRows, 500)));
    await expect(count(10)).rejects.toMatchObject({
      code: 'store.busy',
      status: 503,
      message: expect.stringContaining('too many slow queries'),
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    expect([threads.running, threads.waiting]).toEqual([1, 100]);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { code: 'store.timeout' } });
    }
    expect(await count(10)).toEqual(counted(10));
  });

  test('run as many queries at a time as there are threads, and no more', async () => {
    const two = new QueryThreads({ path, busyTimeoutMs, threadsMax: 2 });
    const all = Promise.all([1, 2, 3].map((n) => count(n * slowRows, 60_000, two)));
    expect([two.running, two.waiting]).toEqual([2, 1]);
    expect(await all).toEqual([1, 2, 3].map((n) => counted(n * slowRows)));
    expect(workers).toHaveLength(2);
    await two.close();
  });

  test('begin nothing while they are held, and go on after that', async () => {
    const running = count(slowRows);
    const held = threads.hold(60_000);
    const waiting = count(10);
    const resume = await held;
    expect(await running).toEqual(counted(slowRows));
    expect([threads.running, threads.waiting]).toEqual([0, 1]);
    resume();
    expect(await waiting).toEqual(counted(10));
  });

  test('are held for a limited time only when a query does not end', async () => {
    const running = count(endlessRows, 2_000);
    const resume = await threads.hold(50);
    expect(threads.running).toBe(1);
    resume();
    await expect(running).rejects.toMatchObject({ code: 'store.timeout' });
  });

  test('fail the query of a thread that dies, and replace the thread', async () => {
    await count(10);
    const running = count(slowRows);
    const waiting = count(10);
    await workers[0]?.terminate();
    await expect(running).rejects.toMatchObject({ code: 'store.unavailable', status: 503 });
    expect(await waiting).toEqual(counted(10));
    expect(workers).toHaveLength(2);
  });

  test('replace a thread that ends while it is idle', async () => {
    await count(10);
    await workers[0]?.terminate();
    expect(await count(10)).toEqual(counted(10));
    expect(workers).toHaveLength(2);
  });

  test('end when there has been nothing to do for a while, and start again', async () => {
    const brief = new QueryThreads({ path, busyTimeoutMs, threadsMax: 1, idleMs: 50 });
    await count(10, 60_000, brief);
    await new Promise((resolve) => workers[0]?.once('exit', resolve));
    expect(await count(10, 60_000, brief)).toEqual(counted(10));
    expect(workers).toHaveLength(2);
    await brief.close();
  });

  test('refuse what waits when they are closed, stop what runs, and take nothing more', async () => {
    const outcomes = Promise.allSettled([count(endlessRows), count(10)]);
    await threads.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { code: 'server.shutting-down' } });
    }
    await expect(count(10)).rejects.toMatchObject({ code: 'server.shutting-down' });
  });

  test('get a statement back to the event loop a while after it was slow', async () => {
    const connection = new SqliteConnection({ path, readonly: true, busyTimeoutMs });
    const reader = new BoundedReader({ connection, threads, slowForMs: 2_000 });
    const deadlineMs = monotonicMs() + 60_000;
    const run = (rows: number) =>
      reader.run({ method: 'all', ...countStatement(rows, deadlineMs) }, deadlineMs);
    expect(await run(slowRows)).toEqual(counted(slowRows));
    // Again and again: on a busy machine also the quick one may use up its slice.
    const sentAway = async (): Promise<number> => {
      const before = threads.statements;
      expect(await run(10)).toEqual(counted(10));
      return threads.statements - before;
    };
    expect(await sentAway()).toBe(1);
    await expect.poll(sentAway, { timeout: 60_000 }).toBe(0);
    connection.close();
  });
});
