import { chmod, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { collectContents } from '../../src/repository/attachments/blob-collection.ts';
import { type OpenedStore, openStore } from '../../src/store.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import {
  keyOf,
  modeOf,
  pathOf,
  providerOf,
  type RecordsApp,
  startRecordsApp,
} from '../support/records.ts';

const texts = ['first record', 'second record', 'third record'];
const keys = texts.map(keyOf);

describe.each(engines)('a store with a folder of records on %s', (engine) => {
  let store: CliStore;
  let records: string;
  beforeAll(async () => {
    store = await createCliStore(engine);
    records = join(store.folder, 'records');
    const app = await serve({ recordsFolder: records });
    for (const [at, data] of texts.entries()) {
      const properties = { 'file:content': { data, name: 'a.txt' } };
      const { uid } = await createDocument(app, { name: `r${at}`, properties });
      await app.makeRecord(uid);
      await app.whenMoved(keyOf(data));
    }
    await app.close();
  });
  afterAll(() => store.close());

  function serve(flags: Record<string, unknown> = {}): Promise<RecordsApp> {
    const { CARTULARY_DATA: data, CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    return startRecordsApp(engine, { data, databaseUrl, ...flags });
  }

  /** The store as commands open it. */
  function open(folder: string | undefined): Promise<OpenedStore> {
    const { config } = loadConfig({
      environment: store.env,
      flags: { recordsFolder: folder },
    });
    return openStore(config);
  }

  function refusal(folder: string | undefined): Promise<string> {
    return open(folder).then(
      async (wrong) => {
        await wrong.close();
        return 'it was opened';
      },
      (error: Error) => error.message,
    );
  }

  async function opened<T>(work: (inside: OpenedStore) => Promise<T>): Promise<T> {
    const inside = await open(records);
    try {
      return await work(inside);
    } finally {
      await inside.close();
    }
  }

  const findings = () =>
    opened(({ database, blobs, repository }) =>
      storeFindings({ database, blobs, model: repository.model }),
    );
  const pathIn = (key: string) => pathOf(records, key);

  test('is refused without the folder, and with another one', async () => {
    expect(await refusal(undefined)).toMatch(/recordsFolder: is not set, and the database has/);
    const other = join(store.folder, 'other');
    expect(await refusal(other)).toMatch(/recordsFolder, \S+other: .*has none of them.*mount/);
    await writeFile(join(other, 'owner'), '0b3b3f4e-2a5c-4c86-9d7e-6f9d8a1c2e3f');
    expect(await refusal(other)).toMatch(/recordsFolder, .*records of another database/);
  });

  test('is refused with a folder that cannot be used', async () => {
    const file = join(store.folder, 'file');
    await writeFile(file, '');
    expect(await refusal(file)).toMatch(/recordsFolder, \S+: it is a file, not a folder/);
    expect(await refusal('/proc/none/at/all')).toMatch(/recordsFolder, .*no such file or folder/);
    const { CARTULARY_DATA: data = '' } = store.env;
    for (const folder of [data, join(data, 'blobs'), join(data, 'blobs/records')]) {
      expect(await refusal(folder), folder).toMatch(/recordsFolder, .*the data folder has other/);
    }
    const closed = join(store.folder, 'closed');
    await mkdir(closed, { mode: 0o500 });
    // The administrator of the system may write anywhere.
    const reason = process.getuid?.() === 0 ? /has none of them/ : /may not|read-only/;
    expect(await refusal(closed)).toMatch(reason);
  });

  test('a collection of the command line takes records only when it is asked to', async () => {
    const key = keyOf('left by a crash');
    await mkdir(dirname(pathIn(key)), { recursive: true });
    await writeFile(pathIn(key), 'left by a crash');
    await utimes(pathIn(key), 0, 0);
    expect(await findings()).toEqual([
      `warning blob ${key}: is content of 15 bytes in the folder of records without a row, to be collected`,
    ]);
    const left = opened((inside) => collectContents(inside, { graceMs: 0 }));
    expect(await left).toMatchObject({ count: 0 });
    const args = ['collect', '--records-folder', records, '--records'];
    expect((await store.run(args)).stdout).toBe('removed 1 unused file, 15 bytes\n');
    expect(await modeOf(pathIn(key))).toBeUndefined();
    expect(await findings()).toEqual([]);
  });

  test('cartulary check finds records that are missing or changed', async () => {
    const [missing = '', changed = '', short = ''] = keys;
    await rm(pathIn(missing));
    // A copy elsewhere does not count.
    const copy = pathOf(join(store.env.CARTULARY_DATA ?? '', 'blobs'), missing);
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(copy, 'first record');
    for (const [key, text] of [
      [changed, 'SECOND record'],
      [short, 'third'],
    ] as const) {
      await chmod(pathIn(key), 0o644);
      await writeFile(pathIn(key), text);
    }
    expect([...(await findings())].sort()).toEqual(
      [
        `error blob ${changed}: has other content than was stored`,
        `error blob ${missing}: has no content in the folder of records, but in the blob store`,
        `error blob ${short}: has 5 bytes of content instead of 12`,
        `warning blob ${missing}: is a second copy of 12 bytes, to be collected`,
      ].sort(),
    );
    // It is all that is left of the content.
    await utimes(copy, 0, 0);
    await opened((inside) => collectContents(inside, { graceMs: 0 }));
    expect(await modeOf(copy)).toBe('644');
  });
});

describe.each(engines)('a database that is older than its files on %s', (engine) => {
  test('has what was moved since, and takes note of it', async () => {
    const store = await createCliStore(engine);
    const { CARTULARY_DATA: data, CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    const recordsFolder = join(store.folder, 'records');
    const app = await startRecordsApp(engine, { data, databaseUrl, recordsFolder });
    const { database, blobs } = app.services;
    const content = { data: 'moved', name: 'a.txt' };
    const properties = { 'file:content': content };
    const { uid } = await createDocument(app, { name: 'r', properties });
    await app.makeRecord(uid);
    const key = keyOf('moved');
    await app.whenMoved(key);
    // As the rows were before the move; the request comes later.
    await database.write((handle) =>
      handle.run(handle.builder.updateTable('blob').set({ provider: 'default' })),
    );
    const all = { graceMs: -60_000, includesRecords: true };
    expect(await collectContents({ database, blobs }, all)).toMatchObject({ count: 0 });
    expect((await app.request(`GET /api/v1/id/${uid}/@blob/file:content`)).text).toBe('moved');
    const request = { blob_key: key, token: 'restored', attempts: 0, due_at: 0 };
    await database.write((handle) =>
      handle.run(handle.builder.insertInto('record_content').values(request)),
    );
    await app.whenMoved(key);
    expect(await providerOf(database, key)).toBe('records');
    expect((await app.request(`GET /api/v1/id/${uid}/@blob/file:content`)).text).toBe('moved');
    await app.close();
    await store.close();
  });
});

describe.each(engines)('a folder of records that is set later on %s', (engine) => {
  test('gets the contents of the records that there are, by their facet and by their type', async () => {
    const store = await createCliStore(engine);
    const { CARTULARY_DATA: data, CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    const model = join(store.folder, 'model.json');
    const flags = { data, databaseUrl, contentModelFiles: [model] };
    await writeFile(model, JSON.stringify({ facets: { Record: {} } }));
    const before = await startRecordsApp(engine, { ...flags, recordsFolder: undefined });
    const content = (text: string) => ({ 'file:content': { data: text, name: 'a.txt' } });
    const properties = content('by its facet');
    const { uid } = await createDocument(before, { name: 'one', properties });
    await before.makeRecord(uid);
    const note = { name: 'two', type: 'File', properties: content('by its type') };
    await createDocument(before, note);
    await before.close();
    await writeFile(model, JSON.stringify({ types: { File: { facets: ['Record'] } } }));
    const recordsFolder = join(store.folder, 'records');
    const after = await startRecordsApp(engine, { ...flags, recordsFolder });
    for (const text of ['by its facet', 'by its type']) await after.whenMoved(keyOf(text));
    expect((await after.request(`GET /api/v1/id/${uid}/@blob/file:content`)).text).toBe(
      'by its facet',
    );
    await after.close();
    await store.close();
  });
});
