import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilable } from '../../src/storage/statement.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { copyTo, placeOf } from '../support/copies.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { keyOf, pathOf } from '../support/records.ts';

/** Runs one statement of SQL in a store. */
async function change(store: CliStore, text: string): Promise<void> {
  await store.withStore(({ database }) =>
    database.write((handle) => handle.run(compilable(handle.rows, sql.raw(text)))),
  );
}

describe.each(engines)('a copy from %s is refused', (engine) => {
  let source: CliStore;
  let target: CliStore;
  beforeAll(async () => {
    source = await createCliStore(engine, 'prepared');
    target = await createCliStore(engine, 'empty');
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  test('while the source is in use', async () => {
    const { code, stderr } = await source.withStore(({ database }) =>
      database.snapshot(() => copyTo(source, target)),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: the source is in use: .*; stop its servers/);
  });

  test('to its own database', async () => {
    const { code, stderr } = await copyTo(source, source);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: the target has the same database as the source: name another/);
  });

  test('to a store that has something already', async () => {
    const full = await createCliStore(engine, 'prepared');
    try {
      const { code, stderr } = await copyTo(source, full);
      expect([code, stderr]).toEqual([
        1,
        'error: the target has a store already: empty it, or name another one\n',
      ]);
      expect((await full.run(['check', '--fast'])).stdout).toBe('no problems found\n');
    } finally {
      await full.close();
    }
  });

  test('from a store of an older program, and to one of a newer program', async () => {
    await change(target, "insert into schema_revision values (9999, 'later', '', 0)");
    const newer = await copyTo(source, target);
    expect(newer.code).toBe(1);
    expect(newer.stderr).toMatch(
      /^error: the target cannot be opened: the store has revision 9999, which this program/,
    );
    await change(source, 'delete from schema_revision where id = 45');
    const older = await copyTo(source, target);
    expect(older.code).toBe(1);
    expect(older.stderr).toMatch(/^error: the source is a store of an older program, or was never/);
  });
});

describe('a copy is refused', () => {
  let source: CliStore;
  beforeAll(async () => {
    source = await createCliStore('sqlite', 'prepared');
  });
  afterAll(() => source.close());

  test.each([
    [{ data: 'other', databaseUrI: 'x' }, 78, /^configuration: file, databaseUrI: no such setting/],
    [{ databaseUrl: 'postgres://h/d' }, 78, /^configuration: file target.json, data: is missing;/],
    [
      { data: 'other', databaseUrl: 'postgres://127.0.0.1:1/x' },
      1,
      /^error: the target cannot be opened: the store cannot be reached \(/,
    ],
    [{ data: '/dev/null/x' }, 78, /^configuration: of the target: data, \/dev\/null\/x: /],
  ])('with the target %j', async (target, status, message) => {
    const { code, stderr } = await copyTo(source, target);
    expect(stderr).toMatch(message);
    expect(code).toBe(status);
  });

  test('without a source', async () => {
    const { code, stderr } = await source.run(['--data', 'nothing', 'copy', '--to', 'target.json']);
    expect([code, stderr]).toEqual([1, 'error: the source: there is no store in nothing\n']);
  });
});

describe('a copy of a store with damaged contents', () => {
  const good = 'this content is whole';
  const missing = 'this content is gone';
  const changed = 'this content was written over';
  let source: CliStore;
  let target: CliStore;
  beforeAll(async () => {
    source = await createCliStore('sqlite', 'prepared');
    target = await createCliStore('sqlite', 'empty');
    const files = await makeFolder();
    for (const [name, text] of Object.entries({ good, missing, changed })) {
      await writeFile(join(files.path, `${name}.bin`), text);
    }
    await source.run(['import', files.path, '--to', '/default-domain/workspaces']);
    await files.remove();
    const blobs = join(source.folder, 'data/blobs');
    await rm(pathOf(blobs, keyOf(missing)));
    await writeFile(pathOf(blobs, keyOf(changed)), changed.toUpperCase());
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  test('names the documents, and is not complete', async () => {
    const { code, stdout, stderr } = await copyTo(source, target);
    const workspaces = '/default-domain/workspaces';
    const lines = stderr.split('\n').filter((line) => line.startsWith('damaged '));
    expect(lines.sort()).toEqual(
      [
        `damaged content ${keyOf(missing)}: cannot be read in the source: content ${keyOf(missing)} is missing from the blob store; of ${workspaces}/missing.bin`,
        `damaged content ${keyOf(changed)}: has other bytes in the source than were stored; of ${workspaces}/changed.bin`,
      ].sort(),
    );
    expect(stdout).toMatch(
      /, 1 file copied, .* 2 damaged, .*\nthe target is not complete: put good/,
    );
    expect(code).toBe(1);
  });

  test('is no store for any other command', async () => {
    const { code, stderr } = await target.run(['check']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: the store is a copy that is not complete; run cartulary copy again\n',
    );
    const opening = target.withStore(async () => undefined);
    await expect(opening).rejects.toMatchObject({ code: 'store.unfinished-copy' });
  });

  test('is refused where another store is to be copied to it', async () => {
    const stranger = await createCliStore('sqlite');
    try {
      await stranger.run(['user', 'list']);
      const { code, stderr } = await copyTo(stranger, placeOf(target));
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: the target is an unfinished copy of another store, or of/);
    } finally {
      await stranger.close();
    }
  });

  test('goes on with what was repaired, and can do without the rest', async () => {
    await writeFile(pathOf(join(source.folder, 'data/blobs'), keyOf(changed)), changed);
    const { code, stdout } = await copyTo(source, target, ['--leave-damaged']);
    expect(stdout).toMatch(/ 1 file copied, .* 1 there already, 1 damaged,/);
    expect(stdout).toContain(`error blob ${keyOf(missing)}: has no content in the blob store\n`);
    expect(code).toBe(1);
    expect((await target.run(['user', 'list'])).code).toBe(0);
  });
});

test('a copy to a full disk says so, and goes on when there is room', async () => {
  const source = await createCliStore('sqlite', 'prepared');
  const target = await createCliStore('sqlite', 'empty');
  try {
    const folder = join(source.folder, 'large');
    await mkdir(folder);
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(20_000_000, 'x'));
    await source.run(['import', folder, '--to', '/default-domain/workspaces']);
    const full = await copyTo(source, target, [], { fileSizeMax: 15_000_000 });
    expect(full.stderr).toMatch(
      /^error: the disk is full \(EFBIG.*\); the same command goes on from here$/m,
    );
    expect(full.code).toBe(1);
    const { code, stdout } = await copyTo(source, target);
    expect(stdout).toMatch(/, 1 file copied, 20\.0 MB, .*\nno problems found\n$/);
    expect(code).toBe(0);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
});
