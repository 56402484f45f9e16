import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobKey } from '../../src/base/ids.ts';
import type { OpenedStore } from '../../src/store.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { stageImports } from '../support/import-stage.ts';
import { blobOf, countsOf, storedBelow, target, writeFiles } from '../support/imports.ts';

/** Waits until the import at work has stored so many documents, and leaves the store alone again. */
async function waitForStored(store: CliStore, wanted: number): Promise<void> {
  const count = ({ database }: OpenedStore) =>
    database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('document').select('id').where('path', 'like', `${target}/%`),
      ),
    );
  const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
  await store.withStore(async (opened) => {
    while ((await count(opened)).length < wanted) await wait();
  });
}

describe.each(engines)('cartulary import on %s', (engine) => {
  const stage = stageImports(engine);

  test('makes folders, notes, pictures and files of what is there', async () => {
    const large = randomBytes(1_500_000);
    await writeFiles(stage.source, {
      'readme.txt': '\ufeffHello été\n',
      'pages/index.html': '<p>Hi</p>',
      'pages/deep/er/note.md': '# Title',
      'pages/picture.png': 'png',
      'sound.mp3': 'mp3',
      'film.mp4': 'mp4',
      'report.pdf': 'pdf',
      'unknown.zzz': large,
      'binary.txt': Buffer.from([0xff, 0xfe, 0]),
      'null.txt': 'a\0b',
      'edge.txt': 'x'.repeat(1024 * 1024),
      'large.txt': 'x'.repeat(1024 * 1024 + 1),
      'empty.bin': '',
      'empty.txt': '',
    });
    await mkdir(join(stage.source, 'empty folder'));
    const outcome = await stage.load();
    expect(outcome.code).toBe(0);
    expect(countsOf(outcome)).toEqual({
      created: 14,
      updated: 0,
      skipped: 0,
      failed: 0,
      'folders created': 4,
    });
    const stored = await storedBelow(stage.store);
    expect(Object.fromEntries([...stored].map(([path, { type }]) => [path, type]))).toEqual({
      'readme.txt': 'Note',
      pages: 'Folder',
      'pages/index.html': 'Note',
      'pages/deep': 'Folder',
      'pages/deep/er': 'Folder',
      'pages/deep/er/note.md': 'Note',
      'pages/picture.png': 'Picture',
      'sound.mp3': 'Audio',
      'film.mp4': 'Video',
      'report.pdf': 'File',
      'unknown.zzz': 'File',
      'binary.txt': 'File',
      'null.txt': 'File',
      'edge.txt': 'Note',
      'large.txt': 'File',
      'empty.bin': 'File',
      'empty.txt': 'Note',
      'empty folder': 'Folder',
    });
    expect(stored.get('readme.txt')?.properties).toMatchObject({
      'dc:title': 'readme.txt',
      'dc:creator': 'Administrator',
      'note:note': 'Hello été\n',
      'note:mime_type': 'text/plain',
    });
    expect(blobOf(stored.get('report.pdf'))).toMatchObject({
      name: 'report.pdf',
      mimeType: 'application/pdf',
      length: 3,
    });
    const { key, length } = blobOf(stored.get('unknown.zzz'));
    expect(length).toBe(large.length);
    const bytes = await stage.store.withStore(async ({ blobs }) =>
      Buffer.concat(await (await blobs.open(key as never)).toArray()),
    );
    expect(bytes.equals(large)).toBe(true);
  });

  test('a second run writes nothing', async () => {
    await writeFiles(stage.source, { 'a.txt': 'text', 'b/c.bin': 'bytes', 'empty.txt': '' });
    await stage.load();
    const before = await storedBelow(stage.store);
    const outcome = await stage.load();
    expect(countsOf(outcome)).toMatchObject({ created: 0, updated: 0, skipped: 3 });
    expect(await storedBelow(stage.store)).toEqual(before);
  });

  test('a later run imports new and changed files', async () => {
    await writeFiles(stage.source, {
      'a.txt': 'text',
      'same.bin': '1',
      'b.bin': 'old',
      'c.bin': 'x',
    });
    await stage.load();
    const before = await storedBelow(stage.store);
    await writeFiles(stage.source, {
      'a.txt': 'texts',
      'b.bin': 'new',
      'c.bin': 'xy',
      'd.bin': '',
    });
    const outcome = await stage.load();
    expect(countsOf(outcome)).toMatchObject({ created: 1, updated: 3, skipped: 1, failed: 0 });
    const after = await storedBelow(stage.store);
    expect(after.get('a.txt')?.properties['note:note']).toBe('texts');
    expect([blobOf(after.get('b.bin')).length, blobOf(after.get('c.bin')).length]).toEqual([3, 2]);
    expect(blobOf(after.get('b.bin')).key).not.toBe(blobOf(before.get('b.bin')).key);
    expect(after.get('b.bin')?.id).toBe(before.get('b.bin')?.id);
    expect(after.get('same.bin')).toEqual(before.get('same.bin'));
  });

  test('a dry run says what would be done and does nothing', async () => {
    await writeFiles(stage.source, { 'a.txt': 'text', 'b/c.bin': 'bytes', 'd.bin': 'old' });
    const first = await stage.load('--dry-run');
    expect(countsOf(first)).toMatchObject({ created: 3, 'folders created': 1 });
    expect(first.stdout).toMatch(/^would import: /);
    expect((await storedBelow(stage.store)).size).toBe(0);
    await stage.load();
    const before = await storedBelow(stage.store);
    await writeFiles(stage.source, { 'd.bin': 'new' });
    expect(countsOf(await stage.load('--dry-run'))).toMatchObject({
      created: 0,
      updated: 1,
      skipped: 2,
    });
    expect(await storedBelow(stage.store)).toEqual(before);
  });

  test('what cannot be imported is listed, and all else is done', async () => {
    await writeFiles(stage.source, {
      '...': 'punctuation',
      'fine.bin': 'fine',
      ' spaced.bin': 'spaced',
      'nfd-e\u0301.bin': 'decomposed',
      'twin-e\u0301.bin': 'decomposed',
      'twin-\u00e9.bin': 'composed',
      'back\\slash.bin': 'backslash',
    });
    await writeFile(
      Buffer.concat([Buffer.from(`${stage.source}/latin-`), Buffer.from([0xe9])]),
      '',
    );
    for (const name of ['one.bin', 'two.bin', 'three.bin']) {
      await symlink(join(stage.source, 'fine.bin'), join(stage.source, name));
    }
    const outcome = await stage.load();
    expect(outcome.code).toBe(1);
    expect(countsOf(outcome)).toMatchObject({ created: 5, failed: 3 });
    expect(outcome.stderr).toMatch(/^failed .*\/\.\.\.: the name consists of punctuation only/m);
    expect(outcome.stderr).toMatch(/^failed .*\/latin-.*: the name is not UTF-8: rename it$/m);
    expect(outcome.stderr).toMatch(/^failed .*\/twin-.*name of another file/m);
    expect(outcome.stderr).toMatch(/^left out 3 symbolic links: they are not followed$/m);
    expect(outcome.stderr).not.toMatch(/two\.bin/);
    expect([...(await storedBelow(stage.store)).keys()].sort()).toEqual(
      ['back-slash.bin', 'fine.bin', 'nfd-\u00e9.bin', 'spaced.bin', 'twin-\u00e9.bin'].sort(),
    );
    const again = await stage.load();
    expect(countsOf(again)).toMatchObject({ created: 0, updated: 0, skipped: 5, failed: 3 });
  });

  test('a file never replaces a folder, nor a folder a file', async () => {
    await writeFiles(stage.source, { 'one/inner.bin': 'x', two: 'file' });
    await stage.load();
    await rm(join(stage.source, 'one'), { recursive: true });
    await rm(join(stage.source, 'two'));
    await writeFiles(stage.source, { one: 'file', 'two/inner.bin': 'x', 'two/more/b.bin': 'y' });
    const outcome = await stage.load();
    expect([outcome.code, (await storedBelow(stage.store)).size]).toEqual([1, 3]);
    expect(outcome.stderr).toMatch(/^failed .*\/one: .*is a Folder, which is no file/m);
    expect(outcome.stderr).toMatch(/^failed .*\/two: .*is a Note, which is no folder/m);
  });

  test('imports as a user may do no more than the user', async () => {
    await stage.store.run(['user', 'add', 'ann', '--password', 'x']);
    await writeFiles(stage.source, { 'a.bin': 'x', 'b/c.bin': 'y' });
    const outcome = await stage.load('--as', 'ann');
    expect([outcome.code, (await storedBelow(stage.store)).size]).toEqual([1, 0]);
    expect(outcome.stderr).toMatch(/^failed .*a\.bin: ann may not create documents in/m);
    expect(countsOf(outcome)).toMatchObject({ created: 0, 'folders created': 0 });
  });

  test('of many small files each becomes what it would become alone', async () => {
    const files: Record<string, string | Buffer> = {
      'equal.bin': 'content of 3',
      'text.txt': '\ufeffHello été',
      'binary.txt': Buffer.from([0xff, 0xfe, 0]),
      'guessed.zzz': 'text without a known name',
      'large.bin': Buffer.alloc(600_000, 7),
      'empty.bin': '',
    };
    for (let at = 0; at < 60; at += 1) files[`d/f${at}.bin`] = `content of ${at}`;
    await writeFiles(stage.source, files);
    await symlink('equal.bin', join(stage.source, 'link.bin'));
    const outcome = await stage.load();
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.stringContaining('1 symbolic link')]);
    const stored = await storedBelow(stage.store);
    expect(stored.size).toBe(Object.keys(files).length + 1);
    expect(stored.get('text.txt')).toMatchObject({
      type: 'Note',
      properties: { 'note:note': 'Hello été' },
    });
    expect([stored.get('guessed.zzz')?.type, stored.get('binary.txt')?.type]).toEqual([
      'Note',
      'File',
    ]);
    expect(blobOf(stored.get('equal.bin')).key).toBe(blobOf(stored.get('d/f3.bin')).key);
    const blobs = [...stored].filter(
      ([, { properties }]) => properties['file:content'] !== undefined,
    );
    expect(blobs).toHaveLength(Object.keys(files).length - 2);
    await stage.store.withStore(async (opened) => {
      for (const [path, document] of blobs) {
        const { key, length } = blobOf(document);
        const bytes = Buffer.from(await opened.blobs.read(key as BlobKey, length));
        expect(bytes.equals(Buffer.from(files[path] ?? '-')), path).toBe(true);
      }
    });
    expect(await readdir(join(stage.store.folder, 'data/blobs/tmp'))).toEqual([]);
  });

  test('of many small files one that fails leaves no trace, and the others are imported', async () => {
    const files: Record<string, string | Buffer> = { 'bad.bin': Buffer.from([0xff, 0]) };
    for (let at = 0; at < 60; at += 1) files[`f${at}.bin`] = `text ${at}`;
    await writeFiles(stage.source, files);
    const outcome = await stage.load('--type', 'Note');
    expect(countsOf(outcome)).toMatchObject({ created: 60, failed: 1 });
    expect(outcome.stderr).toMatch(/^failed .*bad\.bin: it is too large or no text/m);
    expect([...(await storedBelow(stage.store)).values()].map(({ type }) => type)).toEqual(
      Array.from({ length: 60 }, () => 'Note'),
    );
  });

  test('an import that was killed is completed by the next one', async () => {
    const files = Array.from({ length: 1_500 }, (_each, index): [string, string] => [
      `d${index % 30}/f${index}.${index % 5 === 0 ? 'txt' : 'bin'}`,
      `content of ${index}`,
    ]);
    await writeFiles(stage.source, Object.fromEntries(files));
    const first = stage.store.start(['import', stage.source, '--to', target]);
    await waitForStored(stage.store, 100);
    first.child.kill('SIGKILL');
    await first.ended;
    const soFar = (await storedBelow(stage.store)).size;
    expect(soFar).toBeLessThan(1_530);
    // What a crash leaves behind at worst is content without a row.
    const check = await stage.store.run(['check']);
    expect([check.code, check.stdout]).toEqual([0, expect.not.stringContaining('error blob')]);
    const outcome = await stage.load();
    expect(countsOf(outcome)).toMatchObject({ updated: 0, failed: 0 });
    const stored = await storedBelow(stage.store);
    expect(stored.size).toBe(1_530);
    for (const [path] of files) expect(stored.get(path)?.token, path).toBe(0);
    // Given a row or not, the same content is taken for the same.
    expect(countsOf(await stage.load())).toMatchObject({ created: 0, updated: 0, skipped: 1_500 });
  });

  test('an interrupted import finishes what it has begun and says how to go on', async () => {
    const files = Array.from({ length: 1_500 }, (_each, index): [string, string] => [
      `f${index}.bin`,
      `content of ${index}`,
    ]);
    await writeFiles(stage.source, Object.fromEntries(files));
    const first = stage.store.start(['import', stage.source, '--to', target]);
    await waitForStored(stage.store, 100);
    first.child.kill('SIGINT');
    const { code, stdout } = await first.ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^interrupted, run again to continue: /);
    expect(countsOf(await stage.load())).toMatchObject({ updated: 0, failed: 0 });
    expect((await storedBelow(stage.store)).size).toBe(1_500);
  });
});

describe('cartulary import', () => {
  let store: CliStore;
  let source: { path: string; remove: () => Promise<void> };
  beforeAll(async () => {
    store = await createCliStore('sqlite');
    source = await makeFolder();
    await writeFiles(source.path, { 'a.bin': 'x', 'b.txt': 'y' });
    await store.run(['user', 'list']);
  });
  afterAll(async () => {
    await store.close();
    await source.remove();
  });

  test.each([
    [['nowhere', '--to', '/'], 'error: the folder nowhere does not exist\n'],
    [['.', '--to', '/'], 'error: the folder . holds the store itself'],
    [
      ['$SOURCE/a.bin', '--to', '/'],
      /^error: .*a\.bin is neither a folder nor an archive of .*\n$/,
    ],
    [['$SOURCE', '--to', '/none'], 'error: --to /none: there is no such document\n'],
    [['$SOURCE', '--to', 'none'], 'error: --to none: Path is not absolute'],
    [['$SOURCE', '--to', '/', '--as', 'nobody'], 'error: --as nobody: there is no such user\n'],
  ])('refuses %j in one line', async (args, message) => {
    const real = args.map((arg) => arg.replace('$SOURCE', source.path));
    const { code, stdout, stderr } = await store.run(['import', ...real]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      typeof message === 'string' ? new RegExp(`^${escaped(message)}`) : message,
    );
  });

  test('works beside a running server on the same file', async () => {
    const server = store.start(['serve', '--port', '0']);
    const [, url = ''] = await server.prints(/listening on (http:[^"]+)/);
    const outcome = await store.run(['import', source.path, '--to', target]);
    expect(outcome.code).toBe(0);
    const login = Buffer.from('Administrator:Administrator').toString('base64');
    const response = await fetch(`${url}api/v1/path${target}/a.bin`, {
      headers: { authorization: `Basic ${login}` },
    });
    expect(await response.json()).toMatchObject({ type: 'File', title: 'a.bin' });
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect((await store.run(['check'])).stdout).toBe('no problems found\n');
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
