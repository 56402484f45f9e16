import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('commands on a repository beside the default one, on %s', (engine) => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore(engine);
  });
  afterAll(() => store.close());

  const run = (...args: string[]) =>
    store.run(args, { env: { CARTULARY_REPOSITORIES: 'archive' } });

  test('import makes it with the users there are, and check finds nothing wrong', async () => {
    const letters = join(store.folder, 'letters');
    await mkdir(letters);
    await writeFile(join(letters, 'a.txt'), 'a letter');
    const added = await run('user', 'add', 'ann', '--password', 'ann', '--group', 'administrators');
    expect(added.code).toBe(0);
    const place = ['--to', '/default-domain/workspaces', '--repository', 'archive'];
    const imported = await run('import', letters, ...place, '--as', 'ann');
    expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('1 created')]);
    const checked = await run('check', '--repository', 'archive');
    expect([checked.code, checked.stdout]).toEqual([0, 'no problems found\n']);
    const again = await run('import', letters, ...place);
    expect(again.stdout).toContain('0 created');
    const main = await run('import', letters, ...place.slice(0, 2));
    expect(main.stdout).toContain('1 created');
  });

  test('a name that is not configured is refused with those there are', async () => {
    const { code, stderr } = await run('check', '--repository', 'other');
    expect([code, stderr]).toEqual([
      2,
      "error: option '--repository other': there is no such repository; there are default, archive\n",
    ]);
  });
});
