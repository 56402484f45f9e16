import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeZip } from '../../content/zip-writer.ts';
import { run } from './read-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const params = { entriesMax: 10, documentsMax: 5, xmlBytesMax: 10_000, bytesMax: 100_000 };
const document = '<document/>';

async function unpack(entries: readonly (readonly [string, string])[], more: object = {}) {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of entries) await zip.add(name, new TextReader(text), more);
  const path = join(folder, 'archive.zip');
  await writeFile(path, await zip.close());
  const out = join(folder, 'out');
  await rm(out, { recursive: true, force: true });
  await mkdir(out);
  const { listFile } = await run({ inputs: [path], out }, params);
  const lines = (await readFile(join(out, listFile), 'utf8')).trim().split('\n');
  return { out, documents: lines.map((line) => JSON.parse(line)) };
}

test('an archive is unpacked to a list of documents and to files with names of their own', async () => {
  const { out, documents } = await unpack([
    ['a/document.xml', document],
    ['a/../../x'.replaceAll('../', ''), 'beside'],
  ]);
  expect(documents).toEqual([
    expect.objectContaining({ entry: 'a/document.xml', files: [['x', 'file1']] }),
  ]);
  expect(await readFile(join(out, 'file1'), 'utf8')).toBe('beside');
});

const many = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => [name(at), document] as const);

test.each([
  ['large XML', [['a/document.xml', ' '.repeat(20_000)]], 'a/document.xml: has more than 10000'],
  [
    'files that unpack to too much',
    [
      ['a/document.xml', document],
      ['a/1.blob', 'x'.repeat(200_000)],
    ],
    'unpacks to more than 100000 bytes',
  ],
  ['many entries', many(11, (at) => `a/${at}`), 'more than 10 entries'],
  ['many documents', many(6, (at) => `${at}/document.xml`), 'more than 5 documents'],
] as const)('an archive with %s is refused', async (_what, entries, reason) => {
  await expect(unpack(entries)).rejects.toThrow(reason);
});

async function unpackRaw(entries: readonly (readonly [string, string])[]) {
  const zip = entries.map(([name, text]) => ({
    name,
    modifiedMs: 0,
    open: async () => [Buffer.from(text)],
  }));
  const path = join(folder, 'raw.zip');
  await writeFile(path, await buffer(writeZip(zip, { hasSafeNames: true })));
  const out = join(folder, 'raw');
  await rm(out, { recursive: true, force: true });
  await mkdir(out);
  return run({ inputs: [path], out }, params);
}

test.each([
  [
    'an entry that is there twice',
    ['a', 'a'].map((name) => [`${name}/document.xml`, document] as const),
    'is there twice',
  ],
  ['an entry above it', [['../../a/document.xml', document]], '../../a/document.xml: is no name'],
  ['an absolute name', [['/a/document.xml', document]], 'is no name'],
  ['a name with a backslash', [['a\\..\\document.xml', document]], 'is no name'],
  ['XML that does not end', [['a/document.xml', '<document>']], 'a/document.xml: '],
  [
    'many folders',
    Array.from({ length: 11 }, (_, at) => [`a${at}/`, ''] as const),
    'more than 10 entries',
  ],
] as const)('an archive of another program with %s is refused', async (_what, entries, reason) => {
  await expect(unpackRaw(entries)).rejects.toThrow(reason);
});

test('an encrypted archive is refused', async () => {
  const entries = [['a/document.xml', document]] as const;
  await expect(unpack(entries, { password: 'secret' })).rejects.toThrow('is encrypted');
});
