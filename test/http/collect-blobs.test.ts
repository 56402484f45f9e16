import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BlobKey } from '../../src/base/ids.ts';
import { inParallel } from '../../src/base/parallel.ts';
import { FileBlobStore } from '../../src/blobs/file-blob-store.ts';
import { createServer } from '../../src/compose.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Status, statusOf, whenEnded } from '../support/bulk.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';

const route = 'DELETE /api/v1/management/blobs/orphaned';
const action = 'garbageCollectOrphanBlobs';

describe.each(engines)('collecting orphaned contents on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  const file = (text: string) => ({ 'file:content': { data: text, name: 'a.txt' } });
  let names = 0;

  async function fileOf(text: string): Promise<{ uid: string; key: BlobKey }> {
    names += 1;
    const { uid } = await createDocument(app, { name: `f${names}`, properties: file(text) });
    const { json } = await app.request(`GET /api/v1/id/${uid}`, {
      headers: { properties: 'file' },
    });
    return { uid, key: json.properties['file:content'].digest };
  }

  const remove = (uid: string) => app.request(`DELETE /api/v1/id/${uid}`);
  const isThere = (key: BlobKey) => app.services.blobs.exists(key);
  const downloaded = async (uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}/@blob/file:content`)).text;

  async function collect(query = ''): Promise<Status> {
    const { status, json } = await app.request(`${route}${query}`);
    expect(status).toBe(200);
    const ended = await whenEnded(app, json.commandId);
    expect(ended).toMatchObject({ state: 'COMPLETED', error: false, processed: ended.total });
    return ended;
  }

  test('the answer is the status of a new command of the system', async () => {
    const { status, json } = await app.request(route);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      'entity-type': 'bulkStatus',
      state: 'SCHEDULED',
      action,
      username: 'system',
      ...{ processed: 0, skipCount: 0, total: 0, error: false, errorCount: 0 },
      ...{ scrollStart: null, completed: null },
    });
    expect(json).not.toHaveProperty('result');
    const ended = await whenEnded(app, json.commandId);
    expect(ended).toMatchObject({ commandId: json.commandId, state: 'COMPLETED' });
  });

  test('a store without contents gives zeros', async () => {
    const empty = await startTestApp(engine);
    const { json } = await empty.request(route);
    expect(await whenEnded(empty, json.commandId)).toMatchObject({
      ...{ processed: 0, skipCount: 0, total: 0 },
      result: { totalSize: 0, deletedSize: 0, dryRun: false },
    });
    await empty.close();
  });

  test('what nothing refers to goes, all else stays, and the counts add up', async () => {
    await collect();
    const kept = await fileOf('kept');
    const version = await fileOf('of a version');
    const versioned = await callOperation(app, 'Document.CreateVersion', {
      input: version.uid,
      params: { increment: 'Minor' },
    });
    expect(versioned.status).toBe(200);
    await app.request(`PUT /api/v1/id/${version.uid}`, {
      body: { 'entity-type': 'document', properties: file('after the version') },
    });
    const trashed = await fileOf('in the trash');
    expect((await callOperation(app, 'Document.Trash', { input: trashed.uid })).status).toBe(200);
    const shared = await fileOf('shared');
    const twin = await fileOf('shared');
    await remove(twin.uid);
    const gone = await fileOf('gone');
    await remove(gone.uid);
    const { json: batch } = await app.request('POST /api/v1/upload');
    await app.request(`POST /api/v1/upload/${batch.batchId}/0`, {
      body: Buffer.from('uploaded'),
      headers: { 'x-file-name': 'u.txt', 'content-type': 'application/octet-stream' },
    });
    const rowless = await app.services.blobs.stage(Buffer.from('left by a crash'));
    await rowless.commit();
    await rowless.discard();

    const before = await Array.fromAsync(app.services.blobs.list());
    const totalSize = before.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const deletedSize = 'gone'.length + 'left by a crash'.length;
    const counts = { total: before.length, skipCount: before.length - 2 };
    const dry = await collect('?dryRun=true');
    expect(dry).toMatchObject({ ...counts, result: { totalSize, deletedSize, dryRun: true } });
    expect(await Promise.all([gone.key, rowless.key].map(isThere))).toEqual([true, true]);
    const real = await collect('?dryRun=false&records=true');
    expect(real).toMatchObject({ ...counts, result: { totalSize, deletedSize, dryRun: false } });
    expect(await Promise.all([gone.key, rowless.key].map(isThere))).toEqual([false, false]);
    const after = await Array.fromAsync(app.services.blobs.list());
    expect(after).toHaveLength(before.length - 2);
    expect(after.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(totalSize - deletedSize);
    expect(await downloaded(kept.uid)).toBe('kept');
    expect(await downloaded(shared.uid)).toBe('shared');
    expect(await downloaded(version.uid)).toBe('after the version');
    for (const { key } of [kept, version, trashed, shared]) expect(await isThere(key)).toBe(true);
    expect((await app.request(`GET /api/v1/upload/${batch.batchId}/0`)).status).toBe(200);
    const again = await collect();
    expect(again).toMatchObject({ total: before.length - 2, skipCount: before.length - 2 });
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
  });

  test('content that a request is storing stays, although no row names it yet', async () => {
    await collect();
    const staged = await app.services.blobs.stage(Buffer.from('being stored'));
    await staged.commit();
    for (const query of ['?dryRun=true', '']) {
      const ended = await collect(query);
      expect(ended.processed - ended.skipCount, query).toBe(0);
      expect(await isThere(staged.key)).toBe(true);
    }
    await staged.discard();
    expect(await collect()).toMatchObject({ result: { deletedSize: 'being stored'.length } });
  });

  test('the limit is of the contents that are collected', async () => {
    await collect();
    const kept = await Promise.all(['k1', 'k2', 'k3'].map(fileOf));
    const files = await Promise.all(['o1', 'o2', 'o3', 'o4', 'o5'].map(fileOf));
    await Promise.all(files.map(({ uid }) => remove(uid)));
    const left = async () =>
      (await Promise.all(files.map(({ key }) => isThere(key)))).filter(Boolean).length;
    const dry = await collect('?dryRun=true&queryLimit=2');
    expect([dry.processed - dry.skipCount, await left()]).toEqual([2, 5]);
    const first = await collect('?queryLimit=2');
    expect([first.processed - first.skipCount, await left()]).toEqual([2, 3]);
    expect(first.result).toMatchObject({ deletedSize: 4 });
    const second = await collect('?queryLimit=100');
    expect([second.processed - second.skipCount, await left()]).toEqual([3, 0]);
    for (const { key } of kept) expect(await isThere(key)).toBe(true);
  });

  test('after an abort the counts are of what is gone', async () => {
    await collect();
    const texts = Array.from({ length: 1_500 }, (_unused, n) => `aborted ${engine} ${n}`);
    await inParallel(texts, 20, async (text) => {
      const staged = await app.services.blobs.stage(Buffer.from(text), { durable: 'later' });
      await staged.commit();
      await staged.discard();
    });
    const contents = async () => {
      const found = await Array.fromAsync(app.services.blobs.list());
      return { count: found.length, bytes: found.reduce((sum, each) => sum + each.sizeBytes, 0) };
    };
    const before = await contents();
    const { json } = await app.request(route);
    await vi.waitFor(
      async () => expect((await statusOf(app, json.commandId)).processed).toBeGreaterThan(0),
      { timeout: 60_000, interval: 1 },
    );
    await app.request(`DELETE /api/v1/management/bulk/${json.commandId}`);
    // The next one is exclusive, and begins after the last batch of this one.
    await collect('?dryRun=true');
    const after = await contents();
    const ended = await statusOf(app, json.commandId);
    expect(ended.processed - ended.skipCount).toBe(before.count - after.count);
    expect(ended.result.deletedSize).toBe(before.bytes - after.bytes);
    await collect();
  });

  test.each([
    ['queryLimit', '0'],
    ['queryLimit', '-1'],
    ['queryLimit', 'ten'],
    ['queryLimit', '1.5'],
    ['queryLimit', '99999999999999999999'],
    ['dryRun', 'maybe'],
    ['records', '2'],
  ])('%s=%s is refused, and the message names it', async (name, value) => {
    const { status, json } = await app.request(`${route}?${name}=${value}`);
    expect([status, json.message]).toEqual([400, expect.stringContaining(name)]);
  });

  test('empty parameters are as those left out', async () => {
    expect(await collect('?dryRun=&queryLimit=&records=')).toMatchObject({
      result: { dryRun: false },
    });
  });

  test('a second one is refused while one runs, and the next is accepted', async () => {
    const answers = await Promise.all([app.request(route), app.request(route)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json).toMatchObject({ 'entity-type': 'exception', status: 409 });
    const accepted = answers.find(({ status }) => status === 200);
    await whenEnded(app, accepted?.json.commandId);
    await collect();
  });

  test('the older form answers when it is done, with what was removed', async () => {
    const older = 'DELETE /api/v1/management/binaries/orphaned';
    await collect();
    const gone = await fileOf('gone in the older form');
    await remove(gone.uid);
    const left = (await Array.fromAsync(app.services.blobs.list())).length - 1;
    const { status, json } = await app.request(older);
    expect([status, json]).toEqual([
      200,
      {
        'entity-type': 'binaryManagerStatus',
        gcDuration: expect.any(Number),
        numBinaries: left,
        sizeBinaries: expect.any(Number),
        numBinariesGC: 1,
        sizeBinariesGC: 'gone in the older form'.length,
      },
    ]);
    expect(await isThere(gone.key)).toBe(false);
    const both = await Promise.all([app.request(older), app.request(older)]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 409]);
  });

  test('only administrators may, and no request without credentials', async () => {
    await app.request('POST /api/v1/user', {
      body: {
        'entity-type': 'user',
        properties: { username: 'ann', password: 'ann', groups: ['members'] },
      },
    });
    expect((await app.request(route, { user: 'ann' })).status).toBe(403);
    expect((await app.request(route, { user: null })).status).toBe(401);
  });

  test('where the contents cannot be listed it is 501', async () => {
    class KeyedStore extends FileBlobStore {
      override readonly canList = false;
    }
    const root = join(app.services.config.data, 'blobs');
    const server = createServer({ ...app.services, blobs: new KeyedStore({ root }) });
    const response = await server.inject({
      method: 'DELETE',
      url: `${app.services.config.contextPath}/api/v1/management/blobs/orphaned`,
      headers: { authorization: `Basic ${btoa('Administrator:Administrator')}` },
    });
    expect([response.statusCode, response.json().message]).toEqual([
      501,
      expect.stringContaining('cannot list'),
    ]);
    await server.close();
  });

  test('a command over documents collects nothing, and another parameter is refused', async () => {
    const { uid } = await fileOf('of a document');
    const query = encodeURIComponent('SELECT * FROM File');
    const search = `POST /api/v1/search/bulk/${action}?query=${query}`;
    const { status, json } = await app.request(search, { body: {} });
    expect(status).toBe(202);
    const ended = await whenEnded(app, json.commandId);
    expect(ended).toMatchObject({ error: false, skipCount: ended.total });
    expect(ended.total).toBeGreaterThan(0);
    expect(await downloaded(uid)).toBe('of a document');
    const refused = await app.request(search, { body: { colour: 'red' } });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('colour'),
    ]);
  });
});
