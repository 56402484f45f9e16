import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { makeFolder, openTestDatabase, type TestDatabase } from '../support/engines.ts';

/** SQLite without threads scans on the event loop. */
async function openWithoutThreads(): Promise<TestDatabase> {
  const folder = await makeFolder();
  const path = `${folder.path}/test.db`;
  const database = new SqliteDatabase({ path, queueTimeoutMs: 10_000, queryThreads: 0 });
  await migrate(database, migrations);
  const close = async () => {
    await database.close();
    await folder.remove();
  };
  return { database, close };
}

const cases = [
  { name: 'sqlite', open: () => openTestDatabase('sqlite') },
  { name: 'sqlite without threads', open: openWithoutThreads },
  { name: 'postgres', open: () => openTestDatabase('postgres') },
];

const rows = 2_500;

describe.each(cases)('a scan on $name', ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    ({ database } = opened);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await database.write(async (handle) => {
      await handle.run(handle.builder.deleteFrom('server_fact'));
      for (let first = 0; first < rows; first += 500) {
        const values = Array.from({ length: 500 }, (_, at) => factOf(first + at));
        await handle.run(handle.builder.insertInto('server_fact').values(values));
      }
    });
  });

  const factOf = (at: number) => ({ name: `fact ${String(at).padStart(5, '0')}`, value: 'old' });

  const statement = async (value = 'old') => {
    const query = await database.read(async ({ builder }) =>
      builder
        .selectFrom('server_fact')
        .select(['name', 'value'])
        .where('value', '=', value)
        .compile(),
    );
    return { compile: () => query };
  };

  const change = (fact: string) =>
    database.write(async (handle) => {
      const { builder } = handle;
      await handle.run(builder.updateTable('server_fact').set({ value: fact }));
      await handle.run(builder.deleteFrom('server_fact').where('name', '>', 'fact 02000'));
      await handle.run(builder.insertInto('server_fact').values({ name: fact, value: 'old' }));
    });

  test('sees one state in pages, whatever changes meanwhile', async () => {
    const found: { name: string; value: string }[] = [];
    const sizes: number[] = [];
    for await (const page of database.scan(await statement(), { pageRows: 1_000 })) {
      if (sizes.length === 0) await change('new');
      sizes.push(page.length);
      found.push(...page);
    }
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(found.map(({ name }) => name).sort()).toEqual(
      Array.from({ length: rows }, (_, at) => factOf(at).name),
    );
    expect(new Set(found.map(({ value }) => value))).toEqual(new Set(['old']));
  });

  test('that is left early releases what it holds, many times', async () => {
    for (let time = 0; time < 25; time += 1) {
      for await (const page of database.scan(await statement(), { pageRows: 10 })) {
        expect(page).toHaveLength(10);
        break;
      }
    }
    const all = await Array.fromAsync(database.scan(await statement()));
    expect(all.flat()).toHaveLength(rows);
  });

  test('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const scan = database.scan(await statement(), { pageRows: 10, signal: controller.signal });
    expect((await scan.next()).value).toHaveLength(10);
    controller.abort(new Error('enough'));
    await expect(scan.next()).rejects.toThrow('enough');
    const aborted = database.scan(await statement(), { signal: AbortSignal.abort('before') });
    await expect(aborted.next()).rejects.toBe('before');
  });

  test('without rows has no page, and a statement that fails throws its error', async () => {
    expect(await Array.fromAsync(database.scan(await statement('nothing')))).toEqual([]);
    const query = (await statement()).compile();
    const broken = {
      compile: () => ({ ...query, sql: 'select nothing from nowhere', parameters: [] }),
    };
    await expect(database.scan(broken).next()).rejects.toMatchObject({ code: 'store.unknown' });
  });

  test('several at the same time each see their own state', async () => {
    const first = database.scan(await statement(), { pageRows: 100 });
    const before = [...((await first.next()).value ?? [])];
    await change('later');
    const second = await Array.fromAsync(database.scan(await statement()));
    expect(second.flat()).toEqual([{ name: 'later', value: 'old' }]);
    for await (const page of first) before.push(...page);
    expect(before).toHaveLength(rows);
  });
});

test('closing the store ends a scan', async () => {
  const { database, close } = await openTestDatabase('sqlite');
  await database.write((handle) =>
    handle.run(
      handle.builder
        .insertInto('server_fact')
        .values([1, 2, 3].map((at) => ({ name: `fact ${at}`, value: 'x' }))),
    ),
  );
  const query = await database.read(async ({ builder }) =>
    builder.selectFrom('server_fact').select('name').compile(),
  );
  const scan = database.scan({ compile: () => query }, { pageRows: 1 });
  await scan.next();
  await close();
  await expect(scan.next()).rejects.toMatchObject({ code: 'server.shutting-down' });
});
