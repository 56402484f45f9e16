import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('cartulary check on %s', (engine) => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore(engine);
    await store.run(['user', 'list']);
  });
  afterAll(() => store.close());

  test('is content with a sound store', async () => {
    const { code, stdout, stderr } = await store.run(['check']);
    expect([code, stdout, stderr]).toEqual([0, 'no problems found\n', '']);
  });

  test('warns without failing', async () => {
    const key = 'ab'.repeat(32);
    const folder = join(store.folder, 'data/blobs/data/ab/ab');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, key), 'orphan');
    const { code, stdout } = await store.run(['check', '--fast']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `warning blob ${key}: is content of 6 bytes without a row, to be collected`,
      '0 errors, 1 warning',
      '',
    ]);
  });

  test('fails when something is wrong, and says what', async () => {
    await store.withStore(({ database }) =>
      database.write((handle) =>
        handle.run(
          handle.builder
            .updateTable('document')
            .set({ title_key: 'Other\u001b[2J' })
            .where('path', '=', '/default-domain'),
        ),
      ),
    );
    const { code, stdout } = await store.run(['check', '--fast']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error document [0-9a-f-]{36}: has "Other.*" in title_key, its/m);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^1 error, 1 warning$/m);
  });
});

describe('cartulary check', () => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore('sqlite');
  });
  afterAll(() => store.close());

  test('does not make a store by looking for it', async () => {
    for (const _again of [1, 2]) {
      const { code, stdout, stderr } = await store.run(['check']);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(`error: there is no store in ${store.env.CARTULARY_DATA}\n`);
    }
  });

  test('tells a database file that is none', async () => {
    const data = join(store.folder, 'damaged');
    await mkdir(data);
    await writeFile(join(data, 'cartulary.db'), 'this is not a database'.repeat(1_000));
    const { code, stderr } = await store.run(['check', '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: the database cannot even be opened: .*backup\n$/);
  });
});
