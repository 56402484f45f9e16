import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/engines.ts';

const child = resolve(import.meta.dirname, '../support/query-thread-child.ts');

test('a process that ends at once does not wait for a slow query on a thread', async () => {
  const folder = await makeFolder();
  const { status, stdout } = spawnSync(process.execPath, [child, join(folder.path, 'test.db')], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  await folder.remove();
  expect([stdout, status]).toEqual(['running 1\n', 3]);
});
