import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { exportArchive } from '../../src/archives/export-archive.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import { findDocument } from '../../src/repository/documents/documents.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import { engines } from '../support/engines.ts';
import { stageImports } from '../support/import-stage.ts';
import { blobOf, countsOf, storedBelow, target, writeFiles } from '../support/imports.ts';
import { exportMarker, zipOf } from '../support/zip-files.ts';

const xmlOf = (type: string) => `<document><system><type>${type}</type></system></document>`;

describe.each(engines)('cartulary import of an archive on %s', (engine) => {
  const stage = stageImports(engine);
  const load = (path: string, ...options: string[]) =>
    stage.store.run(['import', path, '--to', target, ...options]);
  const write = async (name: string, bytes: Buffer): Promise<string> => {
    const path = join(stage.store.folder, name);
    await writeFile(path, bytes);
    return path;
  };

  const exported = (path: string): Promise<Buffer> =>
    stage.store.withStore(async ({ database, repository, blobs }) => {
      const read = <T>(work: (unit: ReturnType<typeof createUnit>) => Promise<T>) =>
        database.read((handle) => work(createUnit(handle, repository, systemPrincipal)));
      const found = await read((unit) => findDocument(unit, { path }));
      if (!found) throw new Error(path);
      const source = { read, blobs, nowMs: 0 };
      return buffer(await exportArchive(source as never, { id: found.id, isTree: true }));
    });

  test('makes the documents of an export again, and a second run only those that lack', async () => {
    const names = Array.from({ length: 130 }, (_, at) => `tree/f${at % 3}/n${at}.bin`);
    const files = [...names, 'copies/other.bin'].map((name) => [name, name]);
    await writeFiles(stage.source, Object.fromEntries(files));
    expect((await stage.load()).code).toBe(0);
    const archive = await write('tree.zip', await exported(`${target}/tree`));
    const copies = `${target}/copies`;
    const first = await stage.store.run(['import', archive, '--to', copies]);
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(countsOf(first)).toMatchObject({ created: 130, 'folders created': 4, failed: 0 });
    const stored = await storedBelow(stage.store);
    for (const name of names) {
      const [original, copy] = [stored.get(name), stored.get(`copies/${name}`)];
      expect(blobOf(copy)).toEqual(blobOf(original));
      expect(copy?.properties).toEqual(original?.properties);
      expect(copy?.id).not.toBe(original?.id);
    }

    const again = await stage.store.run(['import', archive, '--to', copies]);
    expect(again.code).toBe(0);
    expect(countsOf(again)).toMatchObject({ created: 0, skipped: 134, 'folders created': 0 });
    expect((await storedBelow(stage.store)).size).toBe(stored.size);
  }, 120_000);

  test('says which documents it cannot make, and makes the others', async () => {
    await writeFiles(stage.source, { taken: 'a file' });
    expect((await stage.load()).code).toBe(0);
    const archive = await write(
      'a.zip',
      await zipOf([
        exportMarker,
        ['taken/document.xml', xmlOf('Folder')],
        ['taken/below/document.xml', xmlOf('File')],
        ['free/document.xml', xmlOf('File')],
      ]),
    );
    const outcome = await load(archive);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('taken/document.xml: /default-domain/workspaces/taken');
    expect(countsOf(outcome)).toMatchObject({ created: 1, failed: 2 });
    expect([...(await storedBelow(stage.store)).keys()].sort()).toEqual(['free', 'taken']);
  });

  test('refuses what is no export, and options of folders', async () => {
    const other = await write('other.zip', await zipOf([['a.txt', 'a']]));
    const refused = await load(other);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('neither a folder'),
    ]);
    const bad = await zipOf([exportMarker, ['../a/document.xml', xmlOf('File')]]);
    const outside = await load(await write('bad.zip', bad));
    expect([outside.code, outside.stderr]).toEqual([
      1,
      expect.stringContaining('../a/document.xml'),
    ]);
    const option = await load(other, '--keep-dates');
    expect([option.code, option.stderr]).toEqual([1, expect.stringContaining('--keep-dates')]);
    expect((await storedBelow(stage.store)).size).toBe(0);
  });
});
