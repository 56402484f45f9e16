import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BlobKey } from '../../src/base/ids.ts';
import { startTestApp } from '../support/app.ts';
import { type Status, whenEnded } from '../support/bulk.ts';
import { createDocument } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import {
  keyOf,
  modeOf,
  pathOf,
  providerOf,
  type RecordsApp,
  startRecordsApp,
} from '../support/records.ts';
import { get } from '../support/search.ts';

const route = 'DELETE /api/v1/management/blobs/orphaned';
const file = (text: string) => ({ 'file:content': { data: text, name: 'a.txt' } });

describe.each(engines)('contents of records on %s', (engine) => {
  let app: RecordsApp;
  let model: { path: string; remove: () => Promise<void> };
  beforeAll(async () => {
    model = await makeFolder();
    const types = { Deed: { supertype: 'File', facets: ['Record'] } };
    const path = join(model.path, 'model.json');
    await writeFile(path, JSON.stringify({ types }));
    app = await startRecordsApp(engine, { contentModelFiles: [path], fileTexts: true });
  });
  afterAll(async () => {
    await app.close();
    await model.remove();
  });

  let names = 0;
  async function fileOf(text: string, type = 'File'): Promise<{ uid: string; key: BlobKey }> {
    names += 1;
    const input = { name: `f${names}`, type, properties: file(text) };
    return { uid: (await createDocument(app, input)).uid, key: keyOf(text) };
  }
  async function recordOf(text: string): Promise<{ uid: string; key: BlobKey }> {
    const made = await fileOf(text);
    await app.makeRecord(made.uid);
    await app.whenMoved(made.key);
    return made;
  }
  const remove = (uid: string) => app.request(`DELETE /api/v1/id/${uid}`);
  const blobUrl = (uid: string) => `GET /api/v1/id/${uid}/@blob/file:content`;
  const downloaded = async (uid: string) => (await app.request(blobUrl(uid))).text;
  const inRecords = (key: string) => modeOf(pathOf(app.folder, key));
  const inMain = (key: string) => modeOf(pathOf(join(app.services.config.data, 'blobs'), key));
  const provider = (key: string) => providerOf(app.services.database, key);
  const findings = () => {
    const { database, blobs, repository } = app.services;
    return storeFindings({ database, blobs, model: repository.model });
  };

  async function collect(query = ''): Promise<Status> {
    const { status, json } = await app.request(`${route}${query}`);
    expect(status).toBe(200);
    const ended = await whenEnded(app, json.commandId);
    expect(ended).toMatchObject({ state: 'COMPLETED', error: false, processed: ended.total });
    return ended;
  }

  test('a document that gains the facet has its contents in the folder of records', async () => {
    const { uid, key } = await fileOf('to be a record');
    expect([await inRecords(key), await provider(key)]).toEqual([undefined, 'default']);
    await app.makeRecord(uid);
    await app.whenMoved(key);
    expect([await inRecords(key), await inMain(key), await provider(key)]).toEqual([
      '444',
      undefined,
      'records',
    ]);
    expect(await downloaded(uid)).toBe('to be a record');
    const part = await app.request(blobUrl(uid), { headers: { range: 'bytes=3-4' } });
    expect([part.status, part.text]).toEqual([206, 'be']);
    const zip = await callOperation(app, 'Blob.BulkDownload', {
      input: `docs:${uid}`,
      params: { filename: 'all.zip' },
    });
    expect([zip.status, zip.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect(await findings()).toEqual([]);
  });

  test('a type of records, a version, a copy and new content of a record have theirs there', async () => {
    const { uid, key } = await fileOf('the words xylophone', 'Deed');
    await app.whenMoved(key);
    const version = await callOperation(app, 'Document.CheckIn', {
      input: uid,
      params: { version: 'minor' },
    });
    expect(version.status).toBe(200);
    const body = { 'entity-type': 'document', properties: file('the second content') };
    await app.request(`PUT /api/v1/id/${uid}`, { body });
    await app.whenMoved(keyOf('the second content'));
    expect(await downloaded(uid)).toBe('the second content');
    const found = async (query: string) =>
      (await get(app, '/search/lang/NXQL/execute', { query })).json.entries;
    const [stored] = await found(
      `SELECT * FROM Deed WHERE ecm:isVersion = 1 AND ecm:versionVersionableId = '${uid}'`,
    );
    expect(await downloaded(stored.uid)).toBe('the words xylophone');
    // The text of a file in the folder of records is read like that of others.
    await vi.waitFor(
      async () => {
        const query = "SELECT * FROM Deed WHERE ecm:fulltext = 'xylophone'";
        expect(await found(query)).toHaveLength(1);
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(await findings()).toEqual([]);
  });

  test('a collection takes them with records only, and counts each once', async () => {
    const kept = await recordOf('kept as a record');
    const gone = await recordOf('a record that is gone');
    const shared = await recordOf('shared with a record');
    const sharing = await fileOf('shared with a record');
    await collect('?records=true');
    await remove(gone.uid);
    await remove(shared.uid);
    const [main, records] = [app.services.blobs.main, app.services.blobs.records];
    const sizesOf = async (store = main) =>
      (await Array.fromAsync(store.list())).map(({ sizeBytes }) => sizeBytes);
    const sum = (sizes: readonly number[]) => sizes.reduce((all, each) => all + each, 0);
    const without = await sizesOf();
    const both = [...without, ...(await sizesOf(records))];
    const expectCounts = (ended: Status, sizes: readonly number[], deleted: number) =>
      expect([ended.total, ended.total - ended.skipCount, ended.result]).toMatchObject([
        sizes.length,
        deleted === 0 ? 0 : 1,
        { totalSize: sum(sizes), deletedSize: deleted },
      ]);
    for (const query of ['', '?records=false', '?dryRun=true']) {
      expectCounts(await collect(query), without, 0);
    }
    const deleted = 'a record that is gone'.length;
    expectCounts(await collect('?dryRun=true&records=true'), both, deleted);
    expect(await inRecords(gone.key)).toBe('444');
    expectCounts(await collect('?records=true'), both, deleted);
    expect([await inRecords(gone.key), await provider(gone.key)]).toEqual([undefined, undefined]);
    expect(await downloaded(kept.uid)).toBe('kept as a record');
    expect(await downloaded(sharing.uid)).toBe('shared with a record');
    // It never goes back, although no record has it any more.
    expect([await inRecords(shared.key), await inMain(shared.key)]).toEqual(['444', undefined]);
    expect(await findings()).toEqual([]);
  });

  test('the limit is of the contents of both stores together', async () => {
    await collect('?records=true');
    const gone = [await recordOf('limited 1'), await recordOf('limited 2')];
    const plain = await fileOf('limited 3');
    for (const { uid } of [...gone, plain]) await remove(uid);
    const collected = async (query: string) => {
      const { processed, skipCount } = await collect(query);
      return processed - skipCount;
    };
    expect(await collected('?dryRun=true&records=true&queryLimit=2')).toBe(2);
    expect(await collected('?records=true&queryLimit=2')).toBe(2);
    expect(await collected('?records=true&queryLimit=2')).toBe(1);
  });

  test('what is stored again beside a record is a copy, which any collection removes', async () => {
    const { uid, key } = await recordOf('stored twice');
    await collect('?records=true');
    const twin = await fileOf('stored twice');
    expect([await inMain(key), await provider(key)]).toEqual(['644', 'records']);
    expect((await findings()).map((text) => text.replace(key, 'KEY'))).toEqual([
      'warning blob KEY: is a second copy of 12 bytes, to be collected',
    ]);
    const ended = await collect();
    expect(ended.result).toMatchObject({ deletedSize: 'stored twice'.length });
    expect([await inMain(key), await inRecords(key)]).toEqual([undefined, '444']);
    expect([await downloaded(uid), await downloaded(twin.uid)]).toEqual([
      'stored twice',
      'stored twice',
    ]);
    expect(await findings()).toEqual([]);
  });

  test('a document that is no record any more leaves its content there', async () => {
    const { uid, key } = await recordOf('once a record');
    const removed = await callOperation(app, 'Document.RemoveFacet', {
      input: uid,
      params: { facet: 'Record' },
    });
    expect(removed.status).toBe(200);
    await collect('?records=true');
    expect([await inRecords(key), await downloaded(uid)]).toEqual(['444', 'once a record']);
  });

  test('a damaged or missing file does not keep others, and is tried again', async () => {
    const missing = await fileOf('missing file');
    const there = await fileOf('other file in its place');
    await rm(pathOf(join(app.services.config.data, 'blobs'), missing.key));
    const place = pathOf(app.folder, there.key);
    await mkdir(join(place, '..'), { recursive: true });
    // Of the same size: nothing but reading it shows that it is another one.
    await writeFile(place, 'OTHER FILE IN ITS PLACE', { mode: 0o444 });
    for (const { uid } of [missing, there]) await app.makeRecord(uid);
    await recordOf('behind the others');
    expect([await provider(missing.key), await provider(there.key)]).toEqual([
      'default',
      'default',
    ]);
    expect(await downloaded(there.uid)).toBe('other file in its place');
    expect((await app.request(blobUrl(missing.uid))).status).toBe(500);
    const waiting = await app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('record_content').select(['blob_key', 'attempts'])),
    );
    expect(waiting.map(({ attempts }) => attempts > 0)).toEqual([true, true]);
    await rm(place, { force: true });
    await app.services.database.write((handle) =>
      handle.run(handle.builder.updateTable('record_content').set({ due_at: 0 })),
    );
    await app.whenMoved(there.key);
    expect(await downloaded(there.uid)).toBe('other file in its place');
    await remove(missing.uid);
    await collect();
    expect(await findings()).toEqual([]);
  });
});

describe.each(engines)('without a folder of records on %s', (engine) => {
  test('records are stored as others, and records=true makes no difference', async () => {
    const folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    await writeFile(path, JSON.stringify({ facets: { Record: {} } }));
    const app = await startTestApp(engine, { contentModelFiles: [path] });
    const { uid } = await createDocument(app, { name: 'r', properties: file('plain') });
    const added = await callOperation(app, 'Document.AddFacet', {
      input: uid,
      params: { facet: 'Record' },
    });
    expect([added.status, added.json.facets]).toEqual([200, expect.arrayContaining(['Record'])]);
    const totals: number[] = [];
    for (const query of ['', '?records=true']) {
      const { json } = await app.request(`${route}${query}`);
      totals.push((await whenEnded(app, json.commandId)).total);
    }
    expect(totals).toEqual([1, 1]);
    expect(await providerOf(app.services.database, keyOf('plain'))).toBe('default');
    await app.close();
    await folder.remove();
  });

  test('the facet is defined only with such a folder', async () => {
    const app = await startTestApp(engine);
    const { uid } = await createDocument(app, { name: 'r' });
    const added = await callOperation(app, 'Document.AddFacet', {
      input: uid,
      params: { facet: 'Record' },
    });
    expect(added.status).toBe(400);
    await app.close();
  });
});
