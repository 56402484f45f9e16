import { appendFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.ts';
import { stageImports } from '../support/import-stage.ts';
import { blobOf, countsOf, storedBelow, target, writeFiles } from '../support/imports.ts';

describe.each(engines)('cartulary import with types, dates and metadata on %s', (engine) => {
  const stage = stageImports(engine);

  const typesBelow = async () =>
    Object.fromEntries(
      [...(await storedBelow(stage.store))].map(([path, { type }]) => [path, type]),
    );

  test('files and folders get the types that are asked for', async () => {
    await writeFiles(stage.source, { 'a.txt': 'text', 'b/c.png': 'png' });
    const outcome = await stage.load('--type', 'File', '--folder-type', 'Workspace');
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
    expect(await typesBelow()).toEqual({ 'a.txt': 'File', b: 'Workspace', 'b/c.png': 'File' });
    expect(blobOf((await storedBelow(stage.store)).get('a.txt'))).toMatchObject({
      name: 'a.txt',
      mimeType: 'text/plain',
      length: 4,
    });
    expect(countsOf(await stage.load('--type', 'Picture'))).toMatchObject({
      skipped: 2,
      updated: 0,
    });
  });

  test('a file that its type cannot hold fails, and all others are imported', async () => {
    await writeFiles(stage.source, { 'a.bin': Buffer.from([0xff, 0]), 'b.bin': 'text' });
    const outcome = await stage.load('--type', 'Note');
    expect([outcome.code, await typesBelow()]).toEqual([1, { 'b.bin': 'Note' }]);
    expect(outcome.stderr).toMatch(/^failed .*a\.bin: it is too large or no text, which a Note/m);
  });

  test('documents keep the dates of their files', async () => {
    await writeFiles(stage.source, { 'b/a.bin': 'old' });
    const setDate = (path: string, date: string) =>
      utimes(join(stage.source, path), new Date(date), new Date(date));
    await setDate('b/a.bin', '2011-02-03T04:05:06.700Z');
    await setDate('b', '2012-02-03T04:05:06.700Z');
    await stage.load('--keep-dates');
    const datesOf = async (path: string) => {
      const properties = (await storedBelow(stage.store)).get(path)?.properties ?? {};
      return [properties['dc:created'], properties['dc:modified']].map((ms) =>
        new Date(Number(ms)).toISOString(),
      );
    };
    const first = '2011-02-03T04:05:06.700Z';
    expect(await datesOf('b/a.bin')).toEqual([first, first]);
    expect((await datesOf('b'))[1]).toBe('2012-02-03T04:05:06.700Z');

    await setDate('b/a.bin', '2013-02-03T04:05:06.700Z');
    expect(countsOf(await stage.load('--keep-dates'))).toMatchObject({ updated: 0, skipped: 1 });
    await writeFile(join(stage.source, 'b/a.bin'), 'new');
    await setDate('b/a.bin', '2014-02-03T04:05:06.700Z');
    expect(countsOf(await stage.load('--keep-dates'))).toMatchObject({ updated: 1 });
    expect((await datesOf('b/a.bin'))[1]).toBe('2014-02-03T04:05:06.700Z');
  });

  const table = [
    '\ufeffname,type,dc:title,dc:subjects,dc:issued,dc:created,dc:creator,file:content/name',
    'a.bin,,"Plan, ""first""","art/cinema,sciences",2020-01-02,1999-05-06T07:08:09Z,ann,plan.pdf',
    'b.txt,File,"two\r\nlines",,,,,',
    'sub,Workspace,Sub,,,,,',
    '',
  ].join('\r\n');

  test('a table describes the files of its folder', async () => {
    await writeFiles(stage.source, {
      'metadata.csv': table,
      'a.bin': 'a',
      'b.txt': 'b',
      'sub/c.bin': 'c',
    });
    const outcome = await stage.load('--metadata');
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
    const stored = await storedBelow(stage.store);
    expect(await typesBelow()).toEqual({
      'a.bin': 'File',
      'b.txt': 'File',
      sub: 'Workspace',
      'sub/c.bin': 'File',
    });
    expect(stored.get('a.bin')?.properties).toMatchObject({
      'dc:title': 'Plan, "first"',
      'dc:subjects': ['art/cinema', 'sciences'],
      'dc:issued': Date.parse('2020-01-02T00:00:00Z'),
      'dc:created': Date.parse('1999-05-06T07:08:09Z'),
      'dc:creator': 'ann',
    });
    expect(blobOf(stored.get('a.bin')).name).toBe('plan.pdf');
    expect(stored.get('b.txt')?.properties['dc:title']).toBe('two\r\nlines');
    expect(stored.get('sub')?.properties['dc:title']).toBe('Sub');
    // Without the option they are files like all others.
    expect(countsOf(await stage.load())).toMatchObject({ created: 1, updated: 0, skipped: 3 });
  });

  test('a second run stores what has changed in the metadata', async () => {
    await writeFiles(stage.source, { 'metadata.csv': table, 'a.bin': 'a', 'b.txt': 'b' });
    await writeFiles(stage.source, { 'sub/c.bin': 'c' });
    await stage.load('--metadata', '--keep-dates');
    const before = await storedBelow(stage.store);
    const again = await stage.load('--metadata', '--keep-dates');
    expect(countsOf(again)).toMatchObject({ created: 0, updated: 0, skipped: 3 });
    expect(await storedBelow(stage.store)).toEqual(before);
    const changed = table.replace('sciences', 'society').replace('Sub,', 'Changed,');
    await writeFile(join(stage.source, 'metadata.csv'), changed);
    expect(countsOf(await stage.load('--metadata'))).toMatchObject({ updated: 2, failed: 0 });
    const after = await storedBelow(stage.store);
    expect(after.get('a.bin')?.properties).toMatchObject({
      'dc:subjects': ['art/cinema', 'society'],
      'dc:created': Date.parse('1999-05-06T07:08:09Z'),
    });
    expect(after.get('sub')?.properties['dc:title']).toBe('Changed');
    expect(after.get('b.txt')).toEqual(before.get('b.txt'));
  });

  test('metadata in JSON describes a folder or one file, which has precedence', async () => {
    await writeFiles(stage.source, {
      'metadata.json': JSON.stringify({
        'a.bin': { 'dc:title': 'of the folder', 'dc:source': 'kept', 'dc:nature': 'report' },
        deep: { 'dc:title': 'Deep' },
      }),
      'a.bin': 'a',
      'a.bin.metadata.json': JSON.stringify({
        type: 'Picture',
        'dc:title': 'of the file',
        'dc:subjects': ['art'],
        'uid:major_version': 2,
      }),
      'deep/b.bin': 'b',
      'deep/b.bin.metadata.json': '{"file:content/mime-type": "image/x-own"}',
    });
    const outcome = await stage.load('--metadata');
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
    const stored = await storedBelow(stage.store);
    expect([...stored.keys()].sort()).toEqual(['a.bin', 'deep', 'deep/b.bin']);
    expect(stored.get('a.bin')).toMatchObject({
      type: 'Picture',
      properties: {
        'dc:title': 'of the file',
        'dc:source': 'kept',
        'dc:nature': 'report',
        'dc:subjects': ['art'],
        'uid:major_version': 2,
      },
    });
    expect(stored.get('deep')?.properties['dc:title']).toBe('Deep');
    expect(blobOf(stored.get('deep/b.bin')).mimeType).toBe('image/x-own');
  });

  test('mistakes name the file, the line, the column and the remedy, in a dry run too', async () => {
    const rows = [
      'name,type,dc:title,dc:issued,dc:nature,dc:subjects,note:note,files:files',
      'ok.bin,,Fine,,report,art,,',
      'date.bin,,x,yesterday,,,,',
      'nature.bin,,x,,nothing,,,',
      'subject.bin,,x,,,"art,lost",,',
      'type.bin,Nothing,x,,,,,',
      'folder.bin,Folder,x,,,,,',
      'note.bin,,x,,,,text,',
      'few.bin,,x',
      'files.bin,,x,,,,,"[{""file"":{""data"":""x"",""name"":""y""}}]"',
      'ok.bin,,Again,,,,,',
      'gone.bin,,x,,,,,',
    ];
    const names = ['ok', 'date', 'nature', 'subject', 'type', 'folder', 'note', 'few', 'files'];
    await writeFiles(stage.source, {
      'metadata.csv': rows.join('\n'),
      ...Object.fromEntries(names.map((name) => [`${name}.bin`, name])),
      'json.bin': 'x',
      'json.bin.metadata.json': '{"dc:titel": "x"}',
      'syntax.bin': 'x',
      'syntax.bin.metadata.json': '{"dc:title": }',
      'alone.bin.metadata.json': '{}',
    });
    const csv = join(stage.source, 'metadata.csv');
    for (const options of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await stage.load('--metadata', ...options);
      expect([code, stdout]).toEqual([1, expect.stringMatching(/: 1 created, .*13 failed/)]);
      for (const part of [
        `date.bin: ${csv}:3, column dc:issued: `,
        `nature.bin: ${csv}:4, column dc:nature: The value 'nothing' does not satisfy directoryResolver`,
        `subject.bin: ${csv}:5, column dc:subjects: The value 'lost' does not`,
        `type.bin: ${csv}:6, column type: there is no such document type: correct the name`,
        `folder.bin: ${csv}:7, column type: Folder is a type of folders`,
        `note.bin: ${csv}:8, column note:note: documents of type File have no such property`,
        `few.bin: ${csv}:9: has 3 values for 8 columns`,
        `files.bin: ${csv}:10, column files:files: `,
        `failed ${csv}:11: describes "ok.bin", which has a description already`,
        `failed ${csv}:12: there is no file or folder "gone.bin" beside it`,
        'json.bin.metadata.json, column dc:titel: no document type has such a property',
        'syntax.bin.metadata.json: it is not JSON: unexpected character }',
        'alone.bin.metadata.json: there is no file or folder "alone.bin" beside it',
      ]) {
        expect(stderr).toContain(part);
      }
    }
    expect([...(await storedBelow(stage.store)).keys()]).toEqual(['ok.bin']);
    expect((await storedBelow(stage.store)).get('ok.bin')?.properties['dc:title']).toBe('Fine');
  });

  test('folders with a table that cannot be read are not imported', async () => {
    const tables: readonly (readonly [string | Buffer, string])[] = [
      ['', ': has no line of column names'],
      ['dc:title,file\nx,a.bin', ':1: there is no column "name"'],
      ['name;dc:title\na.bin;x', ':1: there is no column "name"'],
      ['name,dc:titel\na.bin,x', ':1, column dc:titel: no document type has such'],
      ['name,dc:title,dc:title\na.bin,x,y', ':1, column dc:title: is there twice'],
      ['name,dc:title\na.bin,"x\nb.bin,y', ':2: a quote is opened and never closed'],
      ['name,dc:title\na.bin,x"y', ':2: a quote is out of place'],
      [Buffer.from([0x6e, 0xe9]), ': the text is not UTF-8'],
      [`name,dc:title\na.bin,"${'x'.repeat(300_000)}"`, ':2: the record has more than'],
    ];
    await writeFiles(stage.source, { 'a.bin': 'a' });
    for (const [at, [csv]] of tables.entries()) {
      await writeFiles(stage.source, { [`s${at}/metadata.csv`]: csv, [`s${at}/a.bin`]: 'b' });
    }
    for (const options of [[], ['--dry-run']]) {
      const { code, stderr } = await stage.load('--metadata', ...options);
      expect(code).toBe(1);
      for (const [at, [, message]] of tables.entries()) {
        expect(stderr).toContain(`s${at}/metadata.csv${message}`);
      }
      const folders = tables.map((_table, at) => [`s${at}`, 'Folder']);
      expect(await typesBelow()).toEqual({ 'a.bin': 'File', ...Object.fromEntries(folders) });
    }
  });
});

// What is refused before the store is written, and how a table is read, are the same on both.
describe('cartulary import with types, dates and metadata', () => {
  const stage = stageImports('sqlite');

  test('refuses options that cannot be, in one line each', async () => {
    await stage.store.run(['user', 'add', 'ann', '--password', 'x']);
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['--type', 'Nothing'], 'error: --type Nothing: there is no such document type'],
      [['--type', 'Folder'], 'error: --type Folder: Folder is a type of folders'],
      [['--type', 'Relation'], 'error: --type Relation: '],
      [['--folder-type', 'File'], 'error: --folder-type File: File is no type of folders'],
      [['--keep-dates', '--as', 'ann'], 'error: --keep-dates: ann is no administrator'],
    ];
    for (const [options, message] of cases) {
      const { code, stdout, stderr } = await stage.load(...options);
      expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
      expect(stderr).toContain(message);
    }
  });

  test('a table of a hundred thousand lines needs no more memory', async () => {
    const text = 'x'.repeat(400);
    const csv = join(stage.source, 'metadata.csv');
    await writeFile(csv, 'name,dc:title\n');
    for (let part = 0; part < 10; part += 1) {
      const lines = Array.from({ length: 10_000 }, (_, at) => `${part}-${at}.bin,${text}\n`);
      await appendFile(csv, lines.join(''));
    }
    await writeFiles(stage.source, { '7-77.bin': 'x', '9-9999.bin': 'y' });
    const outcome = await stage.store.run(['import', stage.source, '--to', target, '--metadata'], {
      nodeOptions: ['--max-old-space-size=64'],
      isSource: true,
    });
    expect(outcome.stdout).toMatch(/^imported: 2 created, .* 99,998 failed/);
    const titles = [...(await storedBelow(stage.store)).values()].map(
      (each) => each.properties['dc:title'],
    );
    expect(titles).toEqual([text, text]);
  });
});
