import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScanThreads } from '../../src/storage/sqlite/scan-threads.ts';
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';
import { makeFolder } from '../support/engines.ts';
import { countStatement, endlessRows } from '../support/slow-statements.ts';

const busyTimeoutMs = 1_000;
const statement = { sql: 'select name from server_fact', parameters: [], pageRows: 2 };

describe('the threads of scans', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let writer: SqliteConnection;
  let threads: ScanThreads;
  const workers: Worker[] = [];
  const onWorker = (worker: Worker): void => {
    workers.push(worker);
  };
  beforeEach(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'test.db');
    writer = new SqliteConnection({ path, readonly: false, busyTimeoutMs });
    writer.script('create table server_fact (name text, value text)');
    writer.script("insert into server_fact (name) values ('a'), ('b'), ('c'), ('d'), ('e')");
    threads = new ScanThreads({ path, busyTimeoutMs, idleMs: 60_000 });
    process.on('worker', onWorker);
  });
  afterEach(async () => {
    process.off('worker', onWorker);
    workers.length = 0;
    await threads.close();
    writer.close();
    await folder.remove();
  });

  const namesOf = (pages: readonly (readonly unknown[])[]) =>
    pages.flat().map((row) => (row as { name: string }).name);

  test('are kept for the next scan, one for each that runs at the same time', async () => {
    for (let time = 0; time < 3; time += 1) {
      const pages = await Array.fromAsync(threads.scan(statement, undefined));
      expect(namesOf(pages)).toEqual(['a', 'b', 'c', 'd', 'e']);
    }
    expect(workers).toHaveLength(1);
    const first = threads.scan(statement, undefined);
    await first.next();
    const second = await Array.fromAsync(threads.scan(statement, undefined));
    expect(namesOf(second)).toHaveLength(5);
    expect(workers).toHaveLength(2);
    await first.return(undefined);
  });

  test('that die end their scan with an error, and others replace them', async () => {
    const scan = threads.scan(statement, undefined);
    await scan.next();
    await workers[0]?.terminate();
    await expect(scan.next()).rejects.toMatchObject({ code: 'store.unavailable', status: 503 });
    expect(namesOf(await Array.fromAsync(threads.scan(statement, undefined)))).toHaveLength(5);
    expect(workers).toHaveLength(2);
  });

  test('stop a statement without rows when the scan is not wanted any more', async () => {
    const controller = new AbortController();
    const { sql, parameters } = countStatement(endlessRows, Number.POSITIVE_INFINITY);
    const endless = { sql, parameters, pageRows: 2 };
    const scan = threads.scan(endless, controller.signal);
    const next = scan.next();
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    expect(namesOf(await Array.fromAsync(threads.scan(statement, undefined)))).toHaveLength(5);
    expect(workers).toHaveLength(1);
  });

  test('release their snapshot with the scan', async () => {
    const scan = threads.scan(statement, undefined);
    await scan.next();
    await scan.return(undefined);
    writer.script("update server_fact set name = 'z'");
    expect(writer.all('pragma wal_checkpoint(truncate)', [])).toEqual([
      { busy: 0, log: 0, checkpointed: 0 },
    ]);
  });
});
