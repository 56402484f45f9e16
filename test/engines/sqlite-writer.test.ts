import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { createSqlBuilder } from '../../src/storage/sql-builder.ts';
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import type { SqliteHandle } from '../../src/storage/sqlite/sqlite-handle.ts';
import { SqliteWriter } from '../../src/storage/sqlite/sqlite-writer.ts';
import { WalSync } from '../../src/storage/sqlite/wal-sync.ts';
import { defineStatement } from '../../src/storage/statement.ts';
import { makeFolder } from '../support/engines.ts';

/** What begins and ends transactions and savepoints, in order; tests add events of their own. */
class WatchedConnection extends SqliteConnection {
  readonly events: string[] = [];

  override run(sql: string, parameters: readonly unknown[]): number {
    if (/^[A-Z]/.test(sql)) this.events.push(sql);
    return super.run(sql, parameters);
  }
}

describe('the writer of SQLite', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let connection: WatchedConnection;
  let writer: SqliteWriter;
  let walSync: WalSync;
  beforeEach(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'test.db');
    const database = new SqliteDatabase({ path, queueTimeoutMs: 10_000 });
    await migrate(database, migrations);
    await database.close();
    connection = new WatchedConnection({ path, readonly: false, busyTimeoutMs: 0 });
    walSync = new WalSync(path);
    writer = new SqliteWriter({
      builder: createSqlBuilder('sqlite'),
      connection,
      walSync,
      queueTimeoutMs: 10_000,
      onCommit: () => undefined,
      pauseOf: () => undefined,
      boundedReader: undefined,
      // On a slow machine units would be in several transactions.
      batchMs: Number.POSITIVE_INFINITY,
    });
  });
  afterEach(async () => {
    await writer.drain();
    await walSync.close();
    connection.close();
    await folder.remove();
  });

  const put = (handle: SqliteHandle, name: string): Promise<number> =>
    handle.run(handle.builder.insertInto('server_fact').values({ name, value: '' }));
  const names = (): Promise<string[]> =>
    writer.submit(async (handle) => {
      const facts = handle.builder.selectFrom('server_fact').select('name').orderBy('name');
      return (await handle.all(facts)).map(({ name }) => name);
    });

  const savepoint = ['SAVEPOINT unit', 'RELEASE unit'];
  const undoneSavepoint = ['SAVEPOINT unit', 'ROLLBACK TO unit', 'RELEASE unit'];

  /** Stores the name and fails, each time that it runs. */
  const failingPut = (name: string) => async (handle: SqliteHandle) => {
    await put(handle, name);
    throw new Error(`${name} on purpose`);
  };

  test('opens no savepoint for the units of a commit', async () => {
    const submitted = ['a', 'b', 'c'].map((name) => writer.submit((handle) => put(handle, name)));
    await Promise.all(submitted);
    expect(connection.events).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
    expect(await names()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
  });

  test('runs all again in savepoints when one fails after it has written', async () => {
    const before = await names();
    const meters = [1, 2, 3].map(() => ({ queries: 0 }));
    const afterCommit: string[] = [];
    const storing = (name: string) => async (handle: SqliteHandle) => {
      handle.afterCommit(() => afterCommit.push(name));
      return put(handle, name);
    };
    connection.events.length = 0;
    const outcomes = await Promise.allSettled([
      writer.submit(storing('a'), meters[0]),
      writer.submit(failingPut('b'), meters[1]),
      writer.submit(storing('c'), meters[2]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: new Error('b on purpose') });
    expect(connection.events).toEqual([
      ...['BEGIN IMMEDIATE', 'ROLLBACK', 'BEGIN IMMEDIATE'],
      ...[...undoneSavepoint, ...savepoint, 'COMMIT'],
    ]);
    expect(await names()).toEqual([...before, 'a', 'c'].toSorted());
    expect(afterCommit).toEqual(['a', 'c']);
    expect(meters).toEqual([{ queries: 1 }, { queries: 1 }, { queries: 1 }]);
  });

  test('goes on without savepoints when a unit fails before it has written anything', async () => {
    const outcomes = await Promise.allSettled([
      writer.submit((handle) => put(handle, 'a')),
      writer.submit(() => Promise.reject(new Error('on purpose'))),
      writer.submit((handle) => put(handle, 'b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(connection.events).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
    expect(await names()).toEqual(expect.arrayContaining(['a', 'b']));
  });

  test('never repeats a unit that must run once, and undoes those after it alone', async () => {
    const runs: string[] = [];
    const counted = (name: string) => async (handle: SqliteHandle) => {
      runs.push(name);
      await put(handle, name);
    };
    const once = { runsOnce: true };
    const outcomes = await Promise.allSettled([
      writer.submit(counted('a')),
      writer.submit(counted('b'), undefined, once),
      writer.submit(failingPut('c')),
      writer.submit(counted('d'), undefined, once),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ]);
    expect(runs).toEqual(['a', 'b', 'd']);
    expect(connection.events).toEqual([
      ...['BEGIN IMMEDIATE', ...undoneSavepoint, ...savepoint, 'COMMIT'],
    ]);
    expect(await names()).toEqual(expect.arrayContaining(['a', 'b', 'd']));
    expect(await names()).not.toContain('c');
  });

  test('runs the others again when a unit that must run once fails, and keeps its failure', async () => {
    const runs: string[] = [];
    const outcomes = await Promise.allSettled([
      writer.submit(async (handle) => {
        runs.push('a');
        await put(handle, 'a');
      }),
      writer.submit(
        async (handle) => {
          runs.push('b');
          await failingPut('b')(handle);
        },
        undefined,
        { runsOnce: true },
      ),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: new Error('b on purpose') });
    expect(runs).toEqual(['a', 'b', 'a']);
    expect(await names()).toContain('a');
    expect(await names()).not.toContain('b');
  });

  describe('a unit that its caller repeats', () => {
    const byCaller = { runsOnce: true, isRepeatedByCaller: true };

    test('opens no savepoints, and its late changes wait for the commit', async () => {
      await Promise.all([
        writer.submit((handle) => put(handle, 'a'), undefined, byCaller),
        writer.submit((handle) => put(handle, 'b'), undefined, byCaller),
        writer.submit((handle) => put(handle, 'c')),
      ]);
      expect(connection.events).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
      expect(await names()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    });

    test('conflicts with one that fails after it has written, and is not run again', async () => {
      const runs: string[] = [];
      const afterCommit: string[] = [];
      const meter = { queries: 0 };
      const outcomes = await Promise.allSettled([
        writer.submit(
          async (handle) => {
            runs.push('a');
            handle.afterCommit(() => afterCommit.push('a'));
            await put(handle, 'a');
          },
          meter,
          byCaller,
        ),
        writer.submit(failingPut('b')),
        writer.submit((handle) => put(handle, 'c')),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
      expect(outcomes[0]).toMatchObject({ reason: { code: 'store.conflict' } });
      expect(outcomes[1]).toMatchObject({ reason: new Error('b on purpose') });
      expect([runs, afterCommit, meter]).toEqual([['a'], [], { queries: 0 }]);
      expect(await names()).toContain('c');
      expect(await names()).not.toContain('a');
    });

    test('keeps its own failure, and the others run again', async () => {
      const outcomes = await Promise.allSettled([
        writer.submit((handle) => put(handle, 'a')),
        writer.submit(failingPut('b'), undefined, byCaller),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      expect(outcomes[1]).toMatchObject({ reason: new Error('b on purpose') });
      expect(await names()).toContain('a');
      expect(await names()).not.toContain('b');
    });
  });

  describe('changes that wait for the commit', () => {
    const store = defineStatement<{ name: string; value: string }, unknown>(
      (b, p) => b.insertInto('server_fact').values({ name: p.name, value: p.value }),
      { isNeededBefore: (sql) => sql.includes('order by "name"') },
    );
    const leave =
      (name: string, key = name) =>
      async (handle: SqliteHandle) =>
        handle.postpone(key, store, { name, value: 'late' });

    test('are seen by the unit that left them and by those after it', async () => {
      const seen = await Promise.all([
        writer.submit(leave('a')).then(() => []),
        writer.submit(async (handle) => {
          await leave('b')(handle);
          const facts = handle.builder.selectFrom('server_fact').select('name').orderBy('name');
          return (await handle.all(facts)).map(({ name }) => name);
        }),
        names(),
      ]);
      expect(seen[1]).toEqual(expect.arrayContaining(['a', 'b']));
      expect(seen[2]).toEqual(seen[1]);
      expect(connection.events).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
    });

    test('of a unit that fails are not stored, and the others need not run again', async () => {
      const outcomes = await Promise.allSettled([
        writer.submit(leave('a')),
        writer.submit(async (handle) => {
          await leave('b')(handle);
          throw new Error('on purpose');
        }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      expect(connection.events).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
      const present = await names();
      expect(present).toContain('a');
      expect(present).not.toContain('b');
    });

    test('that cannot be stored make only their own unit fail', async () => {
      const outcomes = await Promise.allSettled([
        writer.submit(leave('a')),
        writer.submit(leave('a', 'the same name with another key')),
        writer.submit(leave('b')),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await names()).toEqual(expect.arrayContaining(['a', 'b']));
    });

    test('that cannot be stored do not end a unit that must run once', async () => {
      const runs: string[] = [];
      const outcomes = await Promise.allSettled([
        writer.submit(leave('a')),
        writer.submit(leave('a', 'the same name with another key')),
        writer.submit(
          async (handle) => {
            runs.push('once');
            await put(handle, 'once');
          },
          undefined,
          { runsOnce: true },
        ),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(runs).toEqual(['once']);
      expect(await names()).toEqual(expect.arrayContaining(['a', 'once']));
    });
  });

  test('ends the transaction with a first unit that fails, and runs the others in the next one', async () => {
    const before = await names();
    connection.events.length = 0;
    const outcomes = await Promise.allSettled([
      writer.submit(async (handle) => {
        await put(handle, 'lost');
        throw new Error('on purpose');
      }),
      writer.submit((handle) => put(handle, 'kept')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(connection.events).toEqual(['BEGIN IMMEDIATE', 'ROLLBACK', 'BEGIN IMMEDIATE', 'COMMIT']);
    expect(await names()).toEqual([...before, 'kept'].toSorted());
  });

  test.each([
    { statements: 10, ends: ['COMMIT', 'a turn'] },
    { statements: 1_000, ends: ['a turn', 'COMMIT'] },
  ])('gives a turn before the commit of many statements: $statements', async (example) => {
    await writer.submit(async (handle) => {
      for (let count = 0; count < example.statements; count += 1) {
        await put(handle, `fact ${count}`);
      }
      setImmediate(() => connection.events.push('a turn'));
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(connection.events).toEqual(['BEGIN IMMEDIATE', ...example.ends]);
  });
});
