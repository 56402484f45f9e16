import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ReadHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import { compilable, defineStatement } from '../../src/storage/statement.ts';
import { createPostgresDatabase } from '../support/engines.ts';

const rows = 20_000;
let store: { url: string; drop: () => Promise<void> };
let database: PostgresDatabase;
let observer: pg.Client;
beforeAll(async () => {
  store = await createPostgresDatabase();
  observer = new pg.Client({ connectionString: store.url });
  await observer.connect();
  // One connection, so that its prepared statements can be looked at; each plan is compared again.
  database = new PostgresDatabase({
    connectionString: store.url,
    poolSize: 1,
    queueTimeoutMs: 10_000,
    slowPlanMs: 0,
  });
  await migrate(database, migrations);
  await observer.query('create table skewed (id integer primary key, kind text not null)');
  await observer.query(`insert into skewed select i, case when i = 1 then 'rare' else 'common' end
    from generate_series(1, ${rows}) as i`);
  await observer.query('create index skewed_kind on skewed (kind)');
  // For an unknown value the server then expects nearly all rows, as it does of much larger tables.
  await observer.query('alter table skewed alter column kind set (n_distinct = 1)');
  await observer.query('analyze skewed');
});
afterAll(async () => {
  await database.close();
  await observer.end();
  await store.drop();
});

const slow = { timeout: 20_000 };
const bounds = { timeLimitMs: 10_000 };

/** The server counts scans of its transaction, and of those before it that it has not yet reported. */
async function sequentialScans(handle: ReadHandle): Promise<number> {
  const select = sql<{ scans: number }>`select seq_scan as scans from pg_stat_xact_user_tables
    where relname = 'skewed'`;
  return (await handle.first(compilable(handle.builder, select)))?.scans ?? 0;
}

/** Whether a bounded unit reads the whole table to find the rows of that kind. */
function readsAllFor(kind: string): Promise<boolean> {
  const find = async (handle: ReadHandle): Promise<boolean> => {
    const before = await sequentialScans(handle);
    const select = sql`select count(id) from skewed where kind = ${kind}`;
    await handle.all(compilable(handle.builder, select));
    return (await sequentialScans(handle)) > before;
  };
  return database.read(find, undefined, bounds);
}

interface Prepared {
  readonly name: string;
  readonly generic: number;
  readonly custom: number;
}

function preparedFor(text: string): Promise<Prepared | undefined> {
  const prepared = sql<Prepared>`select name, generic_plans as generic, custom_plans as custom
    from pg_prepared_statements where strpos(statement, ${text}) > 0
      and strpos(statement, 'pg_prepared_statements') = 0`;
  return database.read((handle) => handle.first(compilable(handle.builder, prepared)));
}

const byId = (handle: ReadHandle, ids: readonly number[]) =>
  handle.all(compilable(handle.builder, sql`select kind from skewed where id = ${ids[0]}`));

test('a text that comes again is planned once for all values', async () => {
  const text = 'select kind from skewed where id =';
  await vi.waitFor(async () => {
    await database.read((handle) => byId(handle, [1]), undefined, bounds);
    expect(await preparedFor(text)).toBeDefined();
  }, slow);
  const before = await preparedFor(text);
  for (const id of [1, 2, 3])
    await database.read((handle) => byId(handle, [id]), undefined, bounds);
  expect(await preparedFor(text)).toEqual({
    name: before?.name,
    generic: (before?.generic ?? 0) + 3,
    custom: 0,
  });
});

test('a plan for frequent values is given up as soon as a rare value comes', async () => {
  const text = 'select count(id) from skewed where kind =';
  await vi.waitFor(async () => {
    expect(await readsAllFor('common')).toBe(true);
    expect(await preparedFor(text)).toBeDefined();
  }, slow);
  // The first unit finds it by the plan that was kept, and its plan is compared then.
  await vi.waitFor(async () => expect(await readsAllFor('rare')).toBe(false), slow);
  const given = await preparedFor(text);
  expect([await readsAllFor('common'), await readsAllFor('rare')]).toEqual([true, false]);
  expect(await preparedFor(text)).toEqual(given);
});

test('lists of any length have one text', async () => {
  const select = (values: readonly string[]) =>
    database.read(async ({ builder }) =>
      builder
        .selectFrom('document')
        .select('id')
        .where('id', 'in', [...values])
        .compile(),
    );
  const [two, three] = [await select(['a', 'b']), await select(['a', 'b', 'c'])];
  expect(three.sql).toBe(two.sql);
  expect(three.parameters).toEqual([['a', 'b', 'c']]);
});

test('a list of placeholders keeps its parameters', async () => {
  const among = defineStatement<{ first: string; second: string }, { name: string }>((b, p) =>
    b.selectFrom('server_fact').select('name').where('name', 'in', [p.first, p.second]),
  );
  await observer.query(`insert into server_fact values ('one', ''), ('two', '')`);
  const found = await database.read((handle) =>
    handle.fetchAll(among, { first: 'two', second: 'none' }),
  );
  expect(found).toEqual([{ name: 'two' }]);
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

async function factsLike(pattern: string): Promise<string[]> {
  const found = await observer.query('select name from server_fact where name like $1 order by 1', [
    pattern,
  ]);
  return found.rows.map(({ name }) => name);
}

test('a unit whose name is taken runs again, and learns it', async () => {
  const answers: boolean[] = [];
  const addOnce = () =>
    database.write(async (handle) => {
      const isNew = await handle.insertLikely(insertion, { name: 'likely', value: '' });
      answers.push(isNew);
      handle.postpone('side', insertFact, { name: `side ${isNew ? 'new' : 'taken'}`, value: '' });
      return isNew;
    });
  expect([await addOnce(), await addOnce()]).toEqual([true, false]);
  // The second unit has assumed that the name is free, before it ran again.
  expect(answers).toEqual([true, true, false]);
  expect(await factsLike('side%')).toEqual(['side new', 'side taken']);
});

test('the error of a statement that was not waited for ends the unit, even if its work goes on', async () => {
  const unit = database.write(async (handle) => {
    handle.postpone('twice', insertFact, { name: 'likely', value: '' });
    await handle.fetchFirst(insertFact, { name: 'after', value: '' }).catch(() => undefined);
  });
  await expect(unit).rejects.toMatchObject({ code: 'store.unique' });
  expect(await factsLike('after')).toEqual([]);
});

test('nothing is committed when a statement sent with the commit fails', async () => {
  const unit = database.write(async (handle) => {
    await handle.execute(insertFact, { name: 'early', value: '' });
    handle.postpone('twice', insertFact, { name: 'likely', value: '' });
  });
  await expect(unit).rejects.toMatchObject({ code: 'store.unique' });
  expect(await factsLike('early')).toEqual([]);
});

test('nothing is committed without a statement that the driver cannot write', async () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const unit = database.write(async (handle) => {
    await handle.execute(insertFact, { name: 'complete', value: '' });
    handle.postpone('bad', insertFact, { name: 'bad', value: circular as unknown as string });
  });
  await expect(unit).rejects.toThrow('values can be sent');
  expect(await factsLike('complete')).toEqual([]);
  expect(await database.write(async () => 'usable')).toBe('usable');
});

test('a unit that only postpones is stored', async () => {
  await database.write(async (handle) => {
    handle.postpone('only', insertFact, { name: 'only', value: '' });
  });
  expect(await factsLike('only')).toEqual(['only']);
});

test('a unit that began with an older state of the tree runs again with the present one', async () => {
  await database.write(async (handle) => handle.execute(insertFact, { name: 'known', value: '' }));
  await observer.query('update tree_state set revision = revision + 1');
  const revisions: number[] = [];
  await database.write(async (handle) => {
    revisions.push(handle.tree.revision);
    const fact = { name: `seen ${revisions.length}`, value: '' };
    // Its work does not heed the error by which it learns it.
    await handle.execute(insertFact, fact).catch(() => undefined);
  });
  const [stale = 0] = revisions;
  expect(revisions).toEqual([stale, stale + 1]);
  expect(await factsLike('seen%')).toEqual(['seen 2']);
});

test('a unit that waited for the lock of the tree sees what its holder has changed', async () => {
  await observer.query('begin');
  await observer.query('select pg_advisory_xact_lock(7071001)');
  const revisions: number[] = [];
  const waiting = database.write(async (handle) => {
    revisions.push(handle.tree.revision);
    await handle.lockTree('shared');
    await handle.execute(insertFact, { name: `locked ${revisions.length}`, value: '' });
    return handle.tree.revision;
  });
  await vi.waitFor(async () => {
    const { rowCount } = await observer.query(
      `select from pg_locks where locktype = 'advisory' and not granted`,
    );
    expect(rowCount).toBe(1);
  }, slow);
  await observer.query('update tree_state set revision = revision + 1');
  await observer.query('commit');
  const [stale = 0] = revisions;
  expect(await waiting).toBe(stale + 1);
  expect(await factsLike('locked%')).toEqual(['locked 2']);
});

test('a name whose statement was skipped after an error is prepared again', async () => {
  const named = defineStatement<{ id: number }, { kind: string }>((b, p) =>
    compilable(b, sql`select kind from skewed where id = ${p.id} and kind is not null`),
  );
  const failing = defineStatement<object, unknown>((b) =>
    compilable(b, sql`insert into server_fact (name, value) values (null, '')`),
  );
  const failed = database.write(async (handle) => {
    handle.postpone('fails', failing, {});
    return handle.fetchFirst(named, { id: 1 });
  });
  await expect(failed).rejects.toMatchObject({ cause: { code: '23502' } });
  const found = await database.read((handle) => handle.fetchFirst(named, { id: 1 }));
  expect(found).toEqual({ kind: 'rare' });
});

test('what a named statement returns is asked for once', async () => {
  const named = defineStatement<{ id: number | null }, Record<string, unknown>>((b, p) =>
    compilable(
      b,
      sql`select id, kind, id * 1.5 as half, array[kind, null] as list, id > 5 as more
        from skewed where id <= cast(${p.id} as integer) order by id`,
    ),
  );
  const ask = (id: number | null) => database.read((handle) => handle.fetchAll(named, { id }));
  const first = { id: 1, kind: 'rare', half: '1.5', list: ['rare', null], more: false };
  for (const _again of [1, 2]) {
    expect(await ask(null)).toEqual([]);
    expect(await ask(1)).toEqual([first]);
  }
  expect(await ask(2)).toEqual([first, expect.objectContaining({ id: 2, kind: 'common' })]);
});
