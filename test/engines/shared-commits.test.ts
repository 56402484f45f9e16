import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/base/errors/app-error.ts';
import type { ReadHandle, WriteHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import { defineRowInsertion } from '../../src/storage/row-insertion.ts';
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
  await observer.query(`do $$ begin
    execute format('alter database %I set deadlock_timeout = 100', current_database()); end $$`);
  database = new PostgresDatabase({
    connectionString: proxy.url,
    poolSize: 8,
    queueTimeoutMs: 60_000,
  });
  await migrate(database, migrations);
  await observer.query(
    'create table merged_fact (name text primary key, at bigint, details jsonb)',
  );
  // Units share what the process knows of the tree.
  await database.write(async (handle) => handle.execute(insertFact, fact('first')));
});
beforeEach(async () => {
  proxy.failCommits();
  await observer.query('delete from server_fact; delete from merged_fact');
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

interface MergedFact {
  readonly name: string;
  readonly at: number | null;
  readonly details: string | null;
}

/** Its rows of several units are inserted by one statement. */
const insertMerged = defineStatement<MergedFact, unknown>(
  (b, p) =>
    compilable(
      b,
      sql`insert into merged_fact values (${p.name}, ${p.at}, cast(${p.details} as jsonb))`,
    ),
  {
    ofRows: defineRowInsertion<keyof MergedFact>({
      table: 'merged_fact',
      columns: { name: 'text', at: 'bigint', details: 'jsonb' },
    }),
  },
);

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

const slow = { timeout: 60_000 };

/** A transaction of the observer would see only the connections that were there when it first looked. */
async function untilWaitingForLocks(count: number): Promise<void> {
  await vi.waitFor(async () => {
    await observer.query('select pg_stat_clear_snapshot()');
    const { rows } = await observer.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    expect(rows.length).toBe(count);
  }, slow);
}

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
    await untilWaitingForLocks(blocked.length);
  }
  expect(await Promise.all([share(add('a')), share(add('b'))])).toHaveLength(2);
  await observer.query('rollback');
  await Promise.all(blocked);
  expect(await stored()).toEqual(['a', 'b', 'x', 'y']);
});

test('rows of one statement are stored together, each as it is', async () => {
  const facts: MergedFact[] = [
    { name: `a "quoted" name, \\ and 'more' {}`, at: null, details: null },
    {
      name: 'Grüße 🎈\t\n',
      at: Number.MAX_SAFE_INTEGER,
      details: '{"a": [1, "\\"x\\\\"], "b": null}',
    },
    { name: 'last', at: -1, details: '"text"' },
  ];
  await Promise.all(
    facts.map((each) => share(async (handle) => handle.postpone(each.name, insertMerged, each))),
  );
  const { rows } = await observer.query(
    `select name, at, details::text, cmin::text, xmin::text from merged_fact order by at nulls first`,
  );
  const [none, text, large] = rows;
  expect([none.name, text.name, large.name]).toEqual([facts[0]?.name, 'last', facts[1]?.name]);
  expect([none.details, text.details, large.details]).toEqual([null, '"text"', facts[1]?.details]);
  expect([none.at, text.at, large.at]).toEqual([null, '-1', String(Number.MAX_SAFE_INTEGER)]);
  // The same transaction, and the same statement of it.
  expect(new Set(rows.map(({ cmin, xmin }) => `${xmin} ${cmin}`)).size).toBe(1);
});

test('a row that fails among those of others makes each unit run again by itself', async () => {
  const unit = (name: string) =>
    share(async (handle) => {
      const row = { name, at: 1, details: name === 'bad' ? '{' : '{}' };
      handle.postpone(name, insertMerged, row);
    });
  const outcomes = await Promise.allSettled(['one', 'bad', 'two'].map(unit));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const { rows } = await observer.query('select name from merged_fact order by name');
  expect(rows.map(({ name }) => name)).toEqual(['one', 'two']);
});

test('units that read the same at the same moment send it once, and do not share rows', async () => {
  const query = sql<{ at: string }>`select clock_timestamp()::text as at`;
  const rows: { at: string }[] = [];
  const unit = () =>
    share(async (handle) => {
      const row = await handle.first(compilable(handle.builder, query));
      if (row) rows.push(row);
    });
  await Promise.all([unit(), unit(), unit()]);
  expect(new Set(rows.map(({ at }) => at)).size).toBe(1);
  expect(new Set(rows).size).toBe(3);
});

test('shared transactions that want the names of each other all end, each name stored once', async () => {
  await observer.query('begin');
  await observer.query(
    `insert into server_fact (name, value) values ('gate 1', ''), ('gate 2', '')`,
  );
  const names = (...wanted: string[]) =>
    share(async (handle) => {
      const inserted: string[] = [];
      for (const name of wanted) {
        if (await handle.insertLikely(insertion, fact(name))) inserted.push(name);
      }
      return inserted;
    });
  const waiting: Promise<string[][]>[] = [];
  for (const wanted of [
    ['x', 'gate 1', 'y'],
    ['y', 'gate 2', 'x'],
  ]) {
    waiting.push(Promise.all([names(...wanted), names(`beside ${wanted[0]}`)]));
    await untilWaitingForLocks(waiting.length);
  }
  await observer.query('rollback');
  const inserted = (await Promise.all(waiting)).flat(2);
  expect(inserted.toSorted()).toEqual(['beside x', 'beside y', 'gate 1', 'gate 2', 'x', 'y']);
  expect(await stored()).toEqual(['beside x', 'beside y', 'gate 1', 'gate 2', 'x', 'y']);
});
