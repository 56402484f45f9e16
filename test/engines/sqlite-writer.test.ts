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

  test('opens no savepoint for the first unit of a commit, and one for each that follows', async () => {
    const submitted = ['a', 'b', 'c'].map((name) => writer.submit((handle) => put(handle, name)));
    await Promise.all(submitted);
    expect(connection.events).toEqual([
      'BEGIN IMMEDIATE',
      ...['SAVEPOINT unit', 'RELEASE unit'],
      ...['SAVEPOINT unit', 'RELEASE unit'],
      'COMMIT',
    ]);
    expect(await names()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
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
