import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';
import { makeFolder } from '../support/engines.ts';

const program = resolve(import.meta.dirname, '../support/checkpoint-child.ts');

test('a process that is killed while a thread copies its write-ahead log loses nothing', async () => {
  const folder = await makeFolder();
  const path = join(folder.path, 'test.db');
  const acknowledged = new Set<string>();

  /** SQLite counts in the header of the file how often it has begun anew. */
  const hasBegunAnew = async (): Promise<boolean> =>
    (await readFile(`${path}-wal`)).readUInt32BE(12) >= 2;

  for (const afterMs of [0, 7, 23, 61]) {
    const child = fork(program, [path]);
    child.on('message', (name) => acknowledged.add(String(name)));
    await once(child, 'message');
    await expect.poll(hasBegunAnew, { timeout: 60_000, interval: 10 }).toBe(true);
    await sleep(afterMs);
    child.kill('SIGKILL');
    await once(child, 'close');
    const connection = new SqliteConnection({ path, readonly: false, busyTimeoutMs: 5_000 });
    const state = connection.get('pragma integrity_check', []);
    const names = connection.all('select name from server_fact', []) as { name: string }[];
    connection.close();
    expect(state).toEqual({ integrity_check: 'ok' });
    expect([...acknowledged.difference(new Set(names.map(({ name }) => name)))]).toEqual([]);
  }
  await folder.remove();
});
