import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';
import { unzip } from '../../support/unzip.ts';

describe.each(engines)('archives of folders on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let inner: string;
  let deep: string;
  let secret: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    folder = (await add(undefined, 'trip', 'Workspace')).uid;
    await addFile(folder, 'first', 'plan.txt', 'one');
    await addFile(folder, 'second', 'plan.txt', 'two');
    await add(folder, 'empty', 'File');
    await add(folder, 'words', 'Note', { 'note:note': 'some words', 'dc:title': 'Words' });
    const long = { 'note:note': 'long '.repeat(10_000), 'dc:title': 'Long' };
    await add(folder, 'long', 'Note', long);
    inner = (await add(folder, 'inner', 'Folder', { 'dc:title': 'Inner/one' })).uid;
    await addFile(inner, 'below', 'plan.txt', 'three');
    deep = (await add(inner, 'deep', 'Folder')).uid;
    await addFile(deep, 'deepest', 'deep.txt', 'four');
    secret = (await addFile(folder, 'secret', 'secret.txt', 'secret')).uid;
    await setAcl(app, secret, [denyAll]);
  });
  afterAll(() => app.close());

  const add = (parent: string | undefined, name: string, type: string, properties = {}) =>
    createDocument(app, { ...(parent && { parent }), name, type, properties });
  const addFile = (parent: string, name: string, fileName: string, data: string) =>
    add(parent, name, 'File', { 'file:content': { name: fileName, data } });
  const ann = { user: 'ann', password: 'ann' };
  const container = (id: string, params = {}, user = {}) =>
    callOperation(app, 'Document.GetContainerRendition', { input: id, params, ...user });
  const downloadsOf = async (id: string) => {
    const { json } = await app.request(`GET /api/v1/id/${id}/@audit`);
    const entries: readonly { eventId: string; comment: string }[] = json.entries;
    return entries.filter(({ eventId }) => eventId === 'download').map(({ comment }) => comment);
  };
  const download = 'containerDefaultRendition';
  const expected = [
    ['plan.txt', 'one'],
    ['renamed_1_plan.txt', 'two'],
    ['Words.txt', 'some words'],
    ['Long.txt', 'long '.repeat(10_000)],
    ['Inner_one/plan.txt', 'three'],
  ];

  test('have the files in two levels of folders that the caller may read', async () => {
    const archive = await app.request(`GET /api/v1/id/${folder}/@rendition/${download}`, ann);
    expect(archive.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=trip.zip',
    });
    expect(await unzip(archive)).toEqual(expected);
    const all = await app.request(`GET /api/v1/id/${folder}/@rendition/${download}`);
    expect(await unzip(all)).toContainEqual(['secret.txt', 'secret']);
    await expect.poll(() => downloadsOf(secret)).toEqual(['secret.txt']);
    expect(await downloadsOf(folder)).toEqual([]);
  });

  test('are the same for the same content, so that a client can keep them', async () => {
    const path = `GET /api/v1/id/${folder}/@rendition/${download}`;
    const first = await app.request(path, ann);
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await app.request(path, { ...ann, headers })).status).toBe(304);
  });

  test('have as many documents and levels as the operation is told', async () => {
    const reason = 'download';
    const two = await container(folder, { limit: 2, reason });
    expect(await unzip(two)).toEqual(expected.slice(0, 2));
    const deep = await container(folder, { limit: -1, maxDepth: 3, reason }, ann);
    expect(await unzip(deep)).toEqual([...expected, ['Inner_one/deep/deep.txt', 'four']]);
    const flat = await container(folder, { reason }, ann);
    expect(await unzip(flat)).toEqual(expected.slice(0, 4));
  });

  test('are refused for what is no folder, and for a wrong extent', async () => {
    const wrong: readonly [string, object, RegExp][] = [
      [secret, {}, /no folder or collection/],
      [folder, { limit: 0 }, /limit/],
      [folder, { limit: -2 }, /limit/],
      [folder, { maxDepth: 0 }, /maxDepth/],
      [folder, { maxDepth: 'deep' }, /maxDepth/],
    ];
    for (const [id, params, message] of wrong) {
      const refused = await container(id, params);
      expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(message)]);
    }
    expect((await container(secret, {}, ann)).status).toBe(403);
    expect((await app.request(`GET /api/v1/id/${secret}/@rendition/${download}`)).status).toBe(404);
  });

  test('without any file are no content', async () => {
    const { uid } = await add(undefined, 'nothing', 'Folder');
    expect((await container(uid)).status).toBe(204);
    const none = await app.request(`GET /api/v1/id/${uid}/@rendition/${download}`);
    expect([none.status, none.json.message]).toEqual([
      404,
      `No Blob was found for rendition '${download}'`,
    ]);
  });

  test('of collections have their members, also folders and other collections once', async () => {
    const { uid } = await add(undefined, 'chosen', 'Collection');
    const put = (input: string, collection: string) =>
      callOperation(app, 'Document.AddToCollection', { input, params: { collection } });
    await put(inner, uid);
    await put(uid, uid);
    const archive = await app.request(`GET /api/v1/id/${uid}/@rendition/${download}`);
    expect(await unzip(archive)).toEqual([['Inner_one/plan.txt', 'three']]);
  });

  test('are parts of bulk downloads', async () => {
    const { uid } = await addFile(deep, 'other', 'Inner_one', 'a file');
    const call = { input: `docs:${uid},${inner},${folder}`, params: { filename: 'all.zip' } };
    const archive = await callOperation(app, 'Blob.BulkDownload', { ...call, ...ann });
    expect(archive.headers['content-disposition']).toBe('attachment; filename=all.zip');
    expect(await unzip(archive)).toEqual([
      ['Inner_one', 'a file'],
      ['renamed_1_Inner_one/plan.txt', 'three'],
      ['renamed_1_Inner_one/deep/deep.txt', 'four'],
      ['renamed_1_Inner_one/deep/Inner_one', 'a file'],
      ...expected.map(([name, text]) => [`trip/${name}`, text]),
    ]);
  });
});
