import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { comparableDump } from '../support/comparable-dump.ts';
import { copyTo, placeOf } from '../support/copies.ts';
import { gatewayTimeoutMs, hasObjectGateway } from '../support/object-gateway.ts';
import {
  namesIn,
  type ObjectPlace,
  openObjectPlace,
  settingsOf,
} from '../support/object-stores.ts';
import { keyOf } from '../support/records.ts';

const withGateway = describe.skipIf(!(await hasObjectGateway()));

withGateway('a copy of a store', () => {
  let place: ObjectPlace;
  let onFiles: CliStore;
  let inBucket: CliStore;
  let back: CliStore;
  /** Of several parts, of one, and none. */
  const contents = [randomBytes(12_000_000), randomBytes(300), Buffer.alloc(0)];

  beforeAll(async () => {
    place = await openObjectPlace();
    [onFiles, inBucket, back] = await Promise.all([
      createCliStore('sqlite', 'prepared'),
      createCliStore('postgres', 'empty'),
      createCliStore('sqlite', 'empty'),
    ]);
    const folder = join(onFiles.folder, 'some');
    await mkdir(folder);
    for (const [at, content] of contents.entries()) {
      await writeFile(join(folder, `${at}.bin`), content);
    }
    await onFiles.run(['import', folder, '--to', '/default-domain/workspaces']);
  }, gatewayTimeoutMs);
  afterAll(async () => {
    await Promise.all([onFiles, inBucket, back].map((store) => store.close()));
    place.close();
  });

  const settings = () => settingsOf(place.options);
  /** As the settings of the bucket are told to a command. */
  const options = () =>
    Object.entries(settings()).flatMap(([name, value]) => [
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      String(value),
    ]);

  test('puts its files into a bucket', async () => {
    const target = { ...placeOf(inBucket), ...settings() };
    const { code, stdout } = await copyTo(onFiles, target);
    expect(stdout).toMatch(/, 3 files copied, 12\.0 MB, .* 0 damaged, .*\nno problems found\n$/);
    expect(code).toBe(0);
    const names = await namesIn(place.objects);
    for (const content of contents) {
      expect(names.filter((name) => name.endsWith(keyOf(content)))).toHaveLength(1);
    }
    expect(await place.leftovers()).toEqual(['owner']);
  });

  test('takes them out of it again', async () => {
    const { code, stdout } = await copyTo(inBucket, placeOf(back), options());
    expect(stdout).toMatch(/, 3 files copied, 12\.0 MB, .* 0 damaged, .*\nno problems found\n$/);
    expect(code).toBe(0);
    const dump = (store: CliStore) => store.withStore(({ database }) => comparableDump(database));
    expect(await dump(back)).toEqual(await dump(onFiles));
  });

  test('leaves them there where the database alone is moved', async () => {
    const other = await createCliStore('sqlite', 'empty');
    try {
      const target = { ...placeOf(other), ...settings() };
      const { code, stdout } = await copyTo(inBucket, target, options());
      expect(stdout).toMatch(/, 0 files copied, 0 bytes, .*\nno problems found\n$/);
      expect(code).toBe(0);
    } finally {
      await other.close();
    }
  });

  test('is refused where the bucket has the files of another store', async () => {
    const stranger = await createCliStore('sqlite');
    const other = await createCliStore('sqlite', 'empty');
    try {
      await stranger.run(['user', 'list']);
      const { code, stderr } = await copyTo(stranger, { ...placeOf(other), ...settings() });
      expect(stderr).toMatch(/^configuration: of the target: blobStoreUrl, s3:.*another database/);
      expect(code).toBe(78);
    } finally {
      await Promise.all([stranger.close(), other.close()]);
    }
  });
});
