import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/base/errors/app-error.ts';
import type { ReadHandle, WriteHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import { compilable, defineStatement } from '../../src/storage/statement.ts';
import { createPostgresDatabase } from '../support/engines.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';

let store: { url: string; drop: () => Promise<void> };
let proxy: PostgresProxy;
let database: PostgresDatabase;
let observer: pg.Client;
beforeAll(async () => {
  store = await createPostgresDatabase();
  proxy = await PostgresProxy.open(store.url);
  observer = new pg.Client({ connectionString: store.url });
  await observer.connect();
  database = new PostgresDatabase({
    connectionString: proxy.url,
    poolSize: 8,
    queueTimeoutMs: 10_000,
  });
  await migrate(database, migrations);
  // Units share what the process knows of the tree.
  await database.write(async (handle) => handle.execute(insertFact, fact('first')));
});
beforeEach(async () => {
  proxy.failCommits();
  await observer.query('delete from server_fact');
});
afterAll(async () => {
  await database.close();
  await observer.end();
  await proxy.close();
  await store.drop();
});

const insertFact = defineStatement<{ name: string; value: string }, unknown>((b, p) =>
  b.insertInto('server_fact').values({ name: p.name, value: p.value }),
);
const insertion = {
  likely: insertFact,
  certain: defineStatement<{ name: string; value: string }, unknown>((b, p) =>
    b
      .insertInto('server_fact')
      .values({ name: p.name, value: p.value })
      .onConflict((conflict) => conflict.doNothing()),
  ),
};

const fact = (name: string) => ({ name, value: '' });

const share = <T>(work: (handle: WriteHandle) => Promise<T>): Promise<T> =>
  database.write(work, undefined, { sharesCommit: true });

async function transactionOf(handle: ReadHandle): Promise<string> {
  const query = sql<{ xid: string }>`select pg_current_xact_id()::text as xid`;
  return (await handle.first(compilable(handle.builder, query)))?.xid ?? '';
}

async function factsSeen(handle: ReadHandle): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from server_fact`;
  return (await handle.first(compilable(handle.builder, query)))?.count ?? -1;
}

const slow = { timeout: 20_000 };

/** Reads, and leaves a row for the commit. */
const add = (name: string) => async (handle: WriteHandle) => {
  const xid = await transactionOf(handle);
  await handle.lockTree('shared');
  await handle.insertLikely(insertion, fact(name));
  return xid;
};

async function stored(): Promise<string[]> {
  const { rows } = await observer.query('select name from server_fact order by name');
  return rows.map(({ name }) => name);
}

test('units that come together share a transaction, and see nothing of each other', async () => {
  const seen: number[] = [];
  const done: string[] = [];
  const unit = (name: string) =>
    share(async (handle) => {
      handle.afterCommit(() => done.push(name));
      const xid = await add(name)(handle);
      return xid;
    });
  const looking = share(async (handle) => {
    await transactionOf(handle);
    await transactionOf(handle);
    seen.push(await factsSeen(handle));
    return transactionOf(handle);
  });
  const xids = await Promise.all([unit('a'), unit('b'), looking, unit('c')]);
  expect(new Set(xids).size).toBe(1);
  expect([seen, done, await stored()]).toEqual([[0], ['a', 'b', 'c'], ['a', 'b', 'c']]);
});

test('a unit that fails leaves the others as they are', async () => {
  const failing = share(async (handle) => {
    await add('failing')(handle);
    throw new AppError('permission.denied');
  });
  const [a, failed, b] = await Promise.allSettled([share(add('a')), failing, share(add('b'))]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'permission.denied' } });
  expect([a.status, b.status, await stored()]).toEqual(['fulfilled', 'fulfilled', ['a', 'b']]);
});

test('a taken name costs the others no more than another run', async () => {
  const attempt = () => share((handle) => handle.insertLikely(insertion, fact('same')));
  const [one, other] = await Promise.all([attempt(), attempt(), share(add('a'))]);
  expect([one, other].toSorted()).toEqual([false, true]);
  expect(await stored()).toEqual(['a', 'same']);
});

const early = {
  'waits for a change': (handle: WriteHandle) => handle.execute(insertFact, fact('early')),
  'reads after a change': async (handle: WriteHandle) => {
    await handle.insertLikely(insertion, fact('early'));
    return factsSeen(handle);
  },
  'locks a row': (handle: WriteHandle) =>
    handle.first(handle.builder.selectFrom('server_fact').selectAll().forUpdate()),
  'locks the tree for itself': (handle: WriteHandle) => handle.lockTree('exclusive'),
};

test.each(Object.entries(early))('a unit that %s runs again by itself', async (_name, act) => {
  const xids: string[] = [];
  const alone = share(async (handle) => {
    xids.push(await transactionOf(handle));
    // Its work does not heed the error by which it learns it.
    await Promise.resolve(act(handle)).catch(() => undefined);
    await handle.insertLikely(insertion, fact('last'));
  });
  const [shared] = await Promise.all([share(add('a')), alone, share(add('b'))]);
  expect(xids).toEqual([shared, expect.not.stringMatching(`^${shared}$`)]);
  expect((await stored()).filter((name) => name !== 'early')).toEqual(['a', 'b', 'last']);
});

test('a statement that fails makes all run again by themselves', async () => {
  const divide = (handle: WriteHandle) =>
    handle.first(compilable(handle.builder, sql`select 1 / (count(*) - count(*)) from job`));
  const [a, failed, b] = await Promise.allSettled([
    share(add('a')),
    share(divide),
    share(add('b')),
  ]);
  expect(failed.status).toBe('rejected');
  expect([a.status, b.status, await stored()]).toEqual(['fulfilled', 'fulfilled', ['a', 'b']]);
});

test('units that began with an older state of the tree run again with the present one', async () => {
  await observer.query('update tree_state set revision = revision + 1');
  const revisions: number[] = [];
  const unit = (name: string) =>
    share(async (handle) => {
      revisions.push(handle.tree.revision);
      if (name === 'refused' && revisions.length <= 3) throw new AppError('permission.denied');
      await add(name)(handle);
    });
  await Promise.all([unit('a'), unit('refused'), unit('b')]);
  const [stale = 0] = revisions;
  expect(revisions).toEqual([stale, stale, stale, stale + 1, stale + 1, stale + 1]);
  expect(await stored()).toEqual(['a', 'b', 'refused']);
});

test('the commit of a shared transaction that was lost is asked for, or done again', async () => {
  proxy.failCommits('answer lost');
  const [a, b] = await Promise.all([share(add('a')), share(add('b'))]);
  expect(a).toBe(b);
  proxy.failCommits('lost');
  const [c, d] = await Promise.all([share(add('c')), share(add('d'))]);
  expect(c).not.toBe(d);
  expect([await stored(), proxy.pendingFaults]).toEqual([['a', 'b', 'c', 'd'], 0]);
});

test('units that wait for a lock keep no other waiting', async () => {
  await observer.query('begin');
  await observer.query(`insert into server_fact (name, value) values ('x', ''), ('y', '')`);
  const blocked: Promise<string>[] = [];
  for (const name of ['x', 'y']) {
    blocked.push(share(add(name)));
    await vi.waitFor(async () => {
      const { rows } = await observer.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows.length).toBe(blocked.length);
    }, slow);
  }
  expect(await Promise.all([share(add('a')), share(add('b'))])).toHaveLength(2);
  await observer.query('rollback');
  await Promise.all(blocked);
  expect(await stored()).toEqual(['a', 'b', 'x', 'y']);
});
