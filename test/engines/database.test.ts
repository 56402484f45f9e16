import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineStatement } from '../../src/storage/statement.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';
import { turnsDuring } from '../support/turns.ts';

const findFact = defineStatement((b, p: { name: string }) =>
  b.selectFrom('server_fact').select(['name', 'value']).where('name', '=', p.name),
);

const changeFact = defineStatement((b, p: { name: string; value: string }) =>
  b.updateTable('server_fact').set({ value: p.value }).where('name', '=', p.name),
);

describe.each(engines)('the %s store', (engine) => {
  let store: TestDatabase;
  beforeEach(async () => {
    store = await openTestDatabase(engine);
  });
  afterEach(() => store.close());

  const put = (name: string, value: string) =>
    store.database.write((handle) =>
      handle.run(handle.builder.insertInto('server_fact').values({ name, value })),
    );
  const find = (name: string) =>
    store.database.read((handle) => handle.fetchFirst(findFact, { name }));

  test('keeps what a write unit stored', async () => {
    await put('a', '1');
    expect(await find('a')).toEqual({ name: 'a', value: '1' });
  });

  test('rolls a failed unit back without harming others of the same commit', async () => {
    const outcomes = await Promise.allSettled([
      put('kept-1', '1'),
      store.database.write(async (handle) => {
        await handle.run(
          handle.builder.insertInto('server_fact').values({ name: 'lost', value: '' }),
        );
        throw new Error('on purpose');
      }),
      put('kept-2', '2'),
    ]);
    expect(outcomes.map((o) => o.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await find('lost')).toBeUndefined();
    expect(await find('kept-1')).toBeDefined();
    expect(await find('kept-2')).toBeDefined();
  });

  test('reports a duplicate key as store.unique', async () => {
    await put('a', '1');
    await expect(put('a', '2')).rejects.toMatchObject({ code: 'store.unique' });
  });

  test('refuses a handle whose unit has ended', async () => {
    const escaped = await store.database.read(async (handle) => handle);
    await expect(escaped.fetchFirst(findFact, { name: 'a' })).rejects.toThrow('after its unit');
  });

  test('counts the queries of a unit', async () => {
    const meter = { queries: 0 };
    await store.database.read(async (handle) => {
      await handle.fetchFirst(findFact, { name: 'a' });
      await handle.fetchFirst(findFact, { name: 'b' });
    }, meter);
    expect(meter.queries).toBe(2);
  });

  test('gives others a turn after a statement that changed many rows', async () => {
    const values = Array.from({ length: 1_200 }, (_, index) => ({
      name: `many-${index}`,
      value: '',
    }));
    const rowsOf = (from: number) => values.slice(from, from + 300);
    const turns = await store.database.write(async (handle) => {
      const facts = handle.builder.insertInto('server_fact');
      for (const from of [0, 300, 600, 900]) await handle.run(facts.values(rowsOf(from)));
      const deletion = handle.builder.deleteFrom('server_fact').where('name', 'like', 'many-%');
      return turnsDuring(() => handle.run(deletion));
    });
    expect(turns).toBeGreaterThanOrEqual(1);
  });

  test.runIf(engine === 'sqlite')(
    'gives others a turn before a statement with a large text',
    async () => {
      const meter = { queries: 0 };
      await store.database.write(async (handle) => {
        const facts = handle.builder.insertInto('server_fact');
        const insertion = facts.values({ name: 'large', value: 'x'.repeat(1_100_000) });
        expect(await turnsDuring(() => handle.run(insertion))).toBe(2);
        handle.postpone('large', changeFact, { name: 'large', value: 'y'.repeat(1_100_000) });
        expect(await turnsDuring(() => handle.fetchFirst(findFact, { name: 'large' }))).toBe(2);
        expect(meter.queries).toBe(3);
      }, meter);
      expect((await find('large'))?.value).toBe('y'.repeat(1_100_000));
    },
  );

  test('runs after-commit actions only for units that succeed', async () => {
    const seen: string[] = [];
    await store.database.write(async (handle) => handle.afterCommit(() => seen.push('done')));
    await store.database
      .write(async (handle) => {
        handle.afterCommit(() => seen.push('never'));
        throw new Error('on purpose');
      })
      .catch(() => undefined);
    expect(seen).toEqual(['done']);
  });

  test('shows a write once it is acknowledged, also while many reads run', async () => {
    let isRunning = true;
    const readers = Array.from({ length: 4 }, async () => {
      while (isRunning) {
        await find('busy');
        await new Promise((resolve) => setImmediate(resolve));
        await find('busy');
      }
    });
    for (let index = 0; index < 200; index += 1) {
      await put(`told-${index}`, 'x');
      expect(await find(`told-${index}`)).toBeDefined();
    }
    isRunning = false;
    await Promise.all(readers);
  });

  test('a snapshot does not move while others write', async () => {
    const seen = await store.database.snapshot(async (handle) => {
      const before = await handle.fetchFirst(findFact, { name: 'late' });
      await put('late', '1');
      const after = await handle.fetchFirst(findFact, { name: 'late' });
      return [before, after];
    });
    expect(seen).toEqual([undefined, undefined]);
    expect(await find('late')).toBeDefined();
  });

  test('takes a hundred overlapping writes', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => put(`k${i}`, String(i))));
    const rows = await store.database.read((h) =>
      h.all(h.builder.selectFrom('server_fact').selectAll().where('name', 'like', 'k%')),
    );
    expect(rows).toHaveLength(100);
  });
});
