import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';

const key = 'notif:notifications';

describe.each(engines)('the subscribers of documents on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true, documentCacheMegabytes: 0 });
    for (const name of ['ann', 'bob']) await createUser(app, name);
    folder = (await createDocument(app, { name: 'space', type: 'Workspace' })).uid;
    await setAcl(app, folder, [grantAce('ann', 'Everything'), grantAce('bob', 'Read')]);
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  const create = async (name: string, type = 'File', parent = folder): Promise<string> =>
    (await createDocument(app, { parent, name, type })).uid;
  const call = async (id: string, input: string, params: object = {}, user = 'ann') => {
    const headers = { properties: '*' };
    const response = await callOperation(app, id, { input, params, user, headers });
    expect([id, response.status, response.text]).toEqual([id, 200, response.text]);
    return response.json;
  };
  const subscribe = (uid: string, user: string, ...notifications: readonly string[]) =>
    call('Document.Subscribe', uid, { notifications }, user);
  const get = async (uid: string, properties = '*') => {
    const response = await app.request(`GET /api/v1/id/${uid}`, {
      user: 'bob',
      headers: { properties },
    });
    expect(response.status, response.text).toBe(200);
    const queries = Number(/(\d+) quer/.exec(String(response.headers['server-timing']))?.[1]);
    return { ...response.json, queries };
  };
  const found = async (where: string, user = 'bob'): Promise<readonly string[]> => {
    const query = `SELECT * FROM Document WHERE ${where} ORDER BY ecm:name`;
    const path = `/api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`;
    const response = await app.request(`GET ${path}`, { user });
    expect(response.status, response.text).toBe(200);
    return response.json.entries.map(({ uid }: { uid: string }) => uid);
  };
  const insert = (rows: readonly { document_id: string; subscriber: string; name: string }[]) =>
    app.services.database.write(async (handle) => {
      for (let from = 0; from < rows.length; from += 500) {
        const some = rows.slice(from, from + 500);
        await handle.run(handle.builder.insertInto('subscription').values(some));
      }
    });

  test('are shown with their facet while there are any', async () => {
    const uid = await create('followed');
    const before = await get(uid);
    expect(before.facets).not.toContain('Notifiable');
    expect(before.properties).not.toHaveProperty(key);
    await subscribe(uid, 'bob', 'Modification', 'Creation');
    await subscribe(uid, 'ann', 'Modification');
    await insert([{ document_id: uid, subscriber: 'group:crew', name: 'Modification' }]);
    const shown = await get(uid);
    expect(shown.properties[key]).toEqual([
      { name: 'Creation', subscribers: ['user:bob'] },
      { name: 'Modification', subscribers: ['group:crew', 'user:ann', 'user:bob'] },
    ]);
    expect(shown.facets).toContain('Notifiable');
    expect(shown.schemas.map(({ name }: { name: string }) => name)).toContain('notification');
    expect(shown.changeToken).toBe(before.changeToken);
    expect(shown.lastModified).toBe(before.lastModified);
    expect((await get(uid, 'notification')).properties).toEqual({ [key]: shown.properties[key] });
    expect((await get(uid, 'dublincore')).facets).not.toContain('Notifiable');
    const listed = await app.request(`GET /api/v1/id/${folder}/@children`, {
      headers: { properties: 'notification' },
    });
    const entry = listed.json.entries.find((each: { uid: string }) => each.uid === uid);
    expect(entry.properties).toEqual({ [key]: shown.properties[key] });
    await call('Document.Unsubscribe', uid, { notifications: ['Creation'] }, 'bob');
    expect((await get(uid)).properties[key]).toMatchObject([{ name: 'Modification' }]);
  });

  test('cost a document without any no statement, and others one', async () => {
    const [plain, followed] = [await create('plain'), await create('costly')];
    await subscribe(followed, 'bob', 'Creation');
    await get(plain);
    const { queries } = await get(plain);
    expect((await get(plain, 'dublincore')).queries).toBe(queries);
    expect((await get(followed, 'dublincore')).queries).toBe(queries);
    expect((await get(followed, 'notification')).queries).toBe(queries + 1);
  });

  test('are not changed by the properties of a request', async () => {
    const uid = await create('sent');
    await subscribe(uid, 'bob', 'Creation');
    const sent = [{ name: 'Modification', subscribers: ['user:ann'] }];
    const properties = { 'dc:title': 'changed', [key]: sent };
    const body = { 'entity-type': 'document', properties };
    const put = await app.request(`PUT /api/v1/id/${uid}`, { body });
    expect([put.status, put.json.properties]).toEqual([
      200,
      expect.objectContaining({
        'dc:title': 'changed',
        [key]: [{ name: 'Creation', subscribers: ['user:bob'] }],
      }),
    ]);
    const made = await createDocument(app, { parent: folder, name: 'made', properties });
    expect((await get(made.uid)).properties).not.toHaveProperty(key);
  });

  test('of one notification hide none of another, however many they are', async () => {
    const uid = await create('crowded');
    const names = Array.from({ length: 3_000 }, (_each, at) => `user:u${String(at).padStart(5)}`);
    await insert(
      names.map((subscriber) => ({ document_id: uid, subscriber, name: 'CommentAdded' })),
    );
    await subscribe(uid, 'bob', 'Modification');
    const [comments, changes] = (await get(uid)).properties[key];
    expect(comments).toEqual({ name: 'CommentAdded', subscribers: names.slice(0, 1_000) });
    expect(changes).toEqual({ name: 'Modification', subscribers: ['user:bob'] });
  });

  test('are those of a copy, a version and a proxy themselves', async () => {
    const uid = await create('original');
    await subscribe(uid, 'bob', 'Creation');
    await call('Document.CreateVersion', uid, { increment: 'Minor' });
    const version = (await call('Document.GetLastVersion', uid)).uid;
    const copy = (await call('Document.Copy', uid, { target: folder, name: 'copied' })).uid;
    await create('section', 'Folder');
    const proxy = await callOperation(app, 'Document.CreateLiveProxy', {
      input: uid,
      params: { 'Destination Path': '/default-domain/workspaces/space/section' },
    });
    expect(proxy.status, proxy.text).toBe(200);
    for (const each of [version, copy, proxy.json.uid]) {
      expect((await get(each)).properties).not.toHaveProperty(key);
    }
    await subscribe(proxy.json.uid, 'ann', 'Creation');
    expect((await get(proxy.json.uid)).properties[key]).toEqual([
      { name: 'Creation', subscribers: ['user:ann'] },
    ]);
  });

  test('are found by queries', async () => {
    const within = await create('queried', 'Folder');
    const [one, two, none] = [
      await create('one', 'File', within),
      await create('two', 'File', within),
      await create('zero', 'File', within),
    ];
    await subscribe(one, 'bob', 'Creation');
    await subscribe(two, 'ann', 'Creation', 'Modification');
    const only = `ecm:parentId = '${within}'`;
    const by = async (where: string) => found(`${only} AND ${where}`);
    expect(await by(`${key}/*/subscribers/* = 'user:bob'`)).toEqual([one]);
    expect(await by(`${key}/*/subscribers = 'user:ann'`)).toEqual([two]);
    expect(await by(`${key}/*/subscribers/* IN ('user:ann', 'user:bob')`)).toEqual([one, two]);
    expect(await by(`${key}/*/subscribers/* LIKE 'user:%'`)).toEqual([one, two]);
    expect(await by(`${key}/*/name = 'Modification'`)).toEqual([two]);
    const both = (user: string) =>
      `${key}/*1/name = 'Modification' AND ${key}/*1/subscribers/* = 'user:${user}'`;
    expect(await by(both('ann'))).toEqual([two]);
    expect(await by(both('bob'))).toEqual([]);
    expect(await by(`${key} IS NULL`)).toEqual([none]);
    expect(await by(`${key} IS NOT NULL`)).toEqual([one, two]);
    expect(await by(`ecm:mixinType = 'Notifiable'`)).toEqual([one, two]);
    expect(await by(`ecm:mixinType <> 'Notifiable'`)).toEqual([none]);
    const query = `SELECT ecm:uuid, ${key}/*1/name, ${key}/*1/subscribers/* FROM Document WHERE ${only}
      AND ${key}/*1/name IS NOT NULL`;
    const rows = await callOperation(app, 'Repository.ResultSetQuery', { params: { query } });
    expect([rows.status, rows.text]).toEqual([200, rows.text]);
    expect(
      rows.json.entries.map((row: Record<string, string>) => Object.values(row).sort()).sort(),
    ).toEqual(
      [
        [one, 'Creation', 'user:bob'],
        [two, 'Creation', 'user:ann'],
        [two, 'Modification', 'user:ann'],
      ]
        .map((row) => row.sort())
        .sort(),
    );
    for (const wrong of [`${key}/0/name = 'Creation'`, `${key}/*/nothing = 'x'`]) {
      const path = `/api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(`SELECT * FROM Document WHERE ${wrong}`)}`;
      const response = await app.request(`GET ${path}`);
      expect([wrong, response.status, response.json.message]).toEqual([
        wrong,
        400,
        expect.stringContaining('No such property'),
      ]);
    }
  });
});
