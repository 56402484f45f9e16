import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('cartulary collect on %s', (engine) => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore(engine);
    await store.run(['user', 'list']);
  });
  afterAll(() => store.close());

  const contents = () =>
    store.withStore(({ blobs }) => Array.fromAsync(blobs.list(), ({ key }) => key));

  async function leave(text: string, ageHours: number): Promise<void> {
    const key = await store.withStore(async ({ blobs }) => {
      const staged = await blobs.stage(Buffer.from(text));
      await staged.commit();
      await staged.discard();
      return staged.key;
    });
    const data = join(store.folder, 'data/blobs/data');
    const seconds = Date.now() / 1000 - ageHours * 3_600;
    await utimes(join(data, key.slice(0, 2), key), seconds, seconds);
  }

  test('says what it would remove, and removes it when asked to', async () => {
    await leave('old', 25);
    await leave('young', 23);
    const tell = await store.run(['collect', '--dry-run']);
    expect(tell).toEqual({
      code: 0,
      stdout:
        'would remove 1 unused file, 3 bytes\nleft 1 unused file stored less than 24 hours ago\n',
      stderr: '',
    });
    expect(await contents()).toHaveLength(2);
    const removal = await store.run(['collect']);
    expect([removal.code, removal.stdout.split('\n')[0]]).toEqual([
      0,
      'removed 1 unused file, 3 bytes',
    ]);
    expect(await contents()).toHaveLength(1);
    const sooner = await store.run(['collect', '--collection-grace-hours', '22']);
    expect(sooner.stdout).toBe('removed 1 unused file, 5 bytes\n');
    expect(await contents()).toEqual([]);
    expect((await store.run(['check', '--fast'])).stdout).toBe('no problems found\n');
  });

  test('refuses a time that is none', async () => {
    expect((await store.run(['collect', '--collection-grace-hours', '0'])).code).toBe(78);
  });
});

test('cartulary collect does not make a store by looking for it', async () => {
  const store = await createCliStore('sqlite');
  const { code, stderr } = await store.run(['collect']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('there is no store in')]);
  expect(await readdir(store.folder)).toEqual([]);
  await store.close();
});
