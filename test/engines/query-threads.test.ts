import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QueryThreadCounts, ReadHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { createSqlBuilder } from '../../src/storage/sql-builder.ts';
import { longFirstStep } from '../../src/storage/sql-dialect.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { makeFolder } from '../support/engines.ts';
import { countOn, endlessRows, slowRows } from '../support/slow-statements.ts';
import { turnsDuring } from '../support/turns.ts';

const generous = 60_000;
const builder = createSqlBuilder('sqlite');

describe('slow queries on SQLite', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let database: SqliteDatabase;
  beforeEach(async () => {
    folder = await makeFolder();
    database = open(2);
    await migrate(database, migrations);
  });
  afterEach(async () => {
    await database.close();
    await folder.remove();
  });

  function open(queryThreads: number): SqliteDatabase {
    return new SqliteDatabase({
      path: join(folder.path, 'test.db'),
      queueTimeoutMs: 10_000,
      queryThreads,
    });
  }

  function count(rows: number, timeLimitMs = generous, on = database) {
    return on.read((handle) => countOn(handle, rows), undefined, { timeLimitMs });
  }

  /** What the threads do. */
  function counts(): QueryThreadCounts {
    return database.queryThreads ?? expect.fail('the store has no threads');
  }

  function put(value: string) {
    return database.write(async (handle) => {
      await handle.run(handle.builder.deleteFrom('server_fact').where('name', '=', 'a'));
      await handle.run(handle.builder.insertInto('server_fact').values({ name: 'a', value }));
    });
  }

  test('leave the event loop free while they run', async () => {
    // A few where the loop runs them, many thousands where it is free.
    expect(await turnsDuring(() => count(8 * slowRows))).toBeGreaterThan(100);
    expect(counts()).toMatchObject({ statements: 1, running: 0, waiting: 0 });
  });

  test('find the same as on the event loop', async () => {
    await put('same');
    const expected = { count: slowRows, fact: 'same' };
    expect(await count(slowRows)).toEqual(expected);
    expect(counts().statements).toBe(1);
    const withoutThreads = open(0);
    expect(await count(slowRows, generous, withoutThreads)).toEqual(expected);
    await withoutThreads.close();
  });

  test('stay where they are when they are quick', async () => {
    expect(await count(1_000)).toMatchObject({ count: 1_000 });
    expect(counts().statements).toBe(0);
  });

  test('go to a thread at once when they were slow lately', async () => {
    await count(slowRows);
    expect(await count(1_000)).toMatchObject({ count: 1_000 });
    expect(counts().statements).toBe(2);
  });

  test('go to a thread when they are marked as long before their first row', async () => {
    const query = sql`select 1 as one ${sql.raw(longFirstStep)}`.compile(builder);
    const found = await database.read((handle) => handle.all({ compile: () => query }));
    expect(found).toEqual([{ one: 1 }]);
    expect(counts().statements).toBe(1);
  });

  test('do not wait for others that are slow when they are quick', async () => {
    await count(slowRows);
    const slow = [count(endlessRows, 1_000), count(endlessRows, 1_000)];
    const outcomes = Promise.allSettled(slow);
    await expect.poll(() => counts().running).toBe(2);
    const before = counts().statements;
    expect(await count(10)).toMatchObject({ count: 10 });
    expect(counts()).toMatchObject({ statements: before, running: 2, waiting: 0 });
    await outcomes;
  });

  test('return to the event loop once a thread has found them quick', async () => {
    await count(slowRows);
    // On a busy machine a thread may take long for a quick one, too.
    const sentAway = async (): Promise<number> => {
      const before = counts().statements;
      await count(10);
      return counts().statements - before;
    };
    expect(await sentAway()).toBe(1);
    await expect.poll(sentAway, { timeout: 60_000 }).toBe(0);
  });

  test('go to a thread in reads without a time limit, too', async () => {
    await database.read((handle) => countOn(handle, slowRows));
    expect(counts().statements).toBe(1);
  });

  test('come back in parts when they find many rows', async () => {
    const rows = 2_750;
    const query =
      sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      select i from n`.compile(builder);
    let found: readonly unknown[] = [];
    const turns = await turnsDuring(async () => {
      found = await database.read((handle) => handle.allOfLarge({ compile: () => query }));
    });
    expect(found).toEqual(Array.from({ length: rows }, (_unused, at) => ({ i: at + 1 })));
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(await count(1_000)).toMatchObject({ count: 1_000 });
  });

  test('give turns between statements that are quick, but many', async () => {
    const statements = 40;
    const half = (handle: ReadHandle) => {
      const query =
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
        select count(*) as count from n`.compile(builder);
      return handle.first({ compile: () => query });
    };
    const turns = await turnsDuring(() =>
      database.read(async (handle) => {
        for (let n = 0; n < statements; n += 1) await half(handle);
      }),
    );
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(counts().statements).toBe(0);
  });

  test('go to a thread at once when their text is long, which takes long to prepare', async () => {
    const ofLength = (length: number) => {
      const query = sql`select 1 as one -- ${sql.raw('x'.repeat(length))}`.compile(builder);
      const work = (handle: ReadHandle) => handle.all({ compile: () => query });
      return database.read(work, undefined, { timeLimitMs: generous });
    };
    expect(await ofLength(9_000)).toEqual([{ one: 1 }]);
    expect(counts().statements).toBe(0);
    expect(await ofLength(10_000)).toEqual([{ one: 1 }]);
    expect(counts().statements).toBe(1);
  });

  test('see what was committed before them', async () => {
    await count(slowRows);
    for (const value of ['1', '2', '3']) {
      await put(value);
      expect(await count(1_000)).toMatchObject({ fact: value });
    }
  });

  test('do not hold up writes, and keep the state they began with', async () => {
    await put('old');
    await count(slowRows);
    const running = count(8 * slowRows);
    await put('new');
    expect(counts().running).toBe(1);
    expect(await count(1_000)).toMatchObject({ fact: 'new' });
    expect(await running).toMatchObject({ count: 8 * slowRows });
  });

  test('are stopped at their time limit, and the thread goes on to the next', async () => {
    await expect(count(endlessRows, 300)).rejects.toMatchObject({
      code: 'store.timeout',
      status: 503,
    });
    await expect.poll(() => counts().running).toBe(0);
    expect(await count(1_000)).toMatchObject({ count: 1_000 });
  });

  test('are stopped when the store is closed', async () => {
    const running = count(endlessRows);
    const outcome = expect(running).rejects.toMatchObject({ code: 'server.shutting-down' });
    await expect.poll(() => counts().running).toBe(1);
    await database.close();
    await outcome;
  });

  test('stay on the connection of a snapshot, and of a unit that writes', async () => {
    const seen = await database.write(async (handle) => {
      await handle.run(handle.builder.insertInto('server_fact').values({ name: 'a', value: '1' }));
      return [handle.deadlineMs, await database.snapshot(async (inner) => inner.deadlineMs)];
    });
    expect(seen).toEqual([undefined, undefined]);
    expect(counts().statements).toBe(0);
  });
});
