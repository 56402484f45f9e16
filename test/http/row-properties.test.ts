import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const membersKey = 'collection:documentIds';
const collectionsKey = 'collectionMember:collectionIds';
const notificationsKey = 'notif:notifications';

/** Properties that are not in the JSON of documents, where documents are not the response itself. */
describe.each(engines)('properties in rows on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let file: string;
  let hidden: string;
  let shelf: string;
  let secretShelf: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true });
    await createUser(app, 'bob');
    folder = (await createDocument(app, { name: 'space', type: 'Workspace' })).uid;
    await setAcl(app, folder, [grantAce('bob', 'ReadWrite')]);
    const create = async (name: string, type: string) =>
      (await createDocument(app, { parent: folder, name, type })).uid as string;
    [file, hidden] = [await create('file', 'File'), await create('hidden', 'File')];
    [shelf, secretShelf] = [await create('shelf', 'Collection'), await create('z', 'Collection')];
    for (const collection of [shelf, secretShelf]) {
      await call('Document.AddToCollection', `docs:${file},${hidden}`, { collection });
    }
    await call('Document.Subscribe', file, { notifications: ['Creation'] });
    await call('Document.Subscribe', folder, { notifications: ['Modification'] });
    for (const each of [hidden, secretShelf]) await setAcl(app, each, [denyAll]);
  });
  afterAll(() => app.close());

  const call = async (id: string, input: string, params: object) => {
    const response = await callOperation(app, id, { input, params });
    expect([id, response.status, response.text]).toEqual([id, 200, response.text]);
  };
  const subscribed = (name: string) => [{ name, subscribers: ['user:Administrator'] }];
  const enriched = async (uid: string, name: string) => {
    const headers = { properties: '*', 'enrichers.document': name, depth: 'children' };
    const response = await app.request(`GET /api/v1/id/${uid}`, { headers, user: 'bob' });
    expect(response.status, response.text).toBe(200);
    return response.json.contextParameters[name];
  };

  test('are in documents within the values of enrichers', async () => {
    const { entries } = await enriched(folder, 'children');
    const byId = new Map(entries.map((each: { uid: string }) => [each.uid, each]));
    expect([...byId.keys()].sort()).toEqual([file, shelf].sort());
    expect(byId.get(shelf)).toMatchObject({ properties: { [membersKey]: [file] } });
    expect(byId.get(file)).toMatchObject({
      facets: expect.arrayContaining(['CollectionMember', 'Notifiable']),
      properties: { [collectionsKey]: [shelf], [notificationsKey]: subscribed('Creation') },
    });
    const [collection] = await enriched(file, 'collections');
    expect([collection.uid, collection.properties[membersKey]]).toEqual([shelf, [file]]);
    const path = (await enriched(file, 'breadcrumb')).entries;
    expect(path.at(-1).properties[notificationsKey]).toEqual(subscribed('Modification'));
    const { uid, properties } = await enriched(file, 'firstAccessibleAncestor');
    expect([uid, properties[notificationsKey]]).toEqual([folder, subscribed('Modification')]);
  });

  test.each([
    ['Document["collectionMember:collectionIds"][0]', () => shelf],
    ['Document["collectionMember:collectionIds"].size()', () => '1'],
    ['Document.getPropertyValue("collectionMember:collectionIds/0")', () => shelf],
    ['Document["notif:notifications"][0].name', () => 'Creation'],
    ['Document["notif:notifications/0/subscribers/0"]', () => 'user:Administrator'],
    ['Document["collectionMember:collectionIdsOfOthers"] == null', () => 'true'],
  ])('%s has its value in expressions', async (expression, expected) => {
    const params = { properties: `expr:dc:description=@{${expression}}`, save: false };
    const headers = { properties: 'dublincore' };
    const { status, text, json } = await callOperation(app, 'Document.Update', {
      input: `doc:${file}`,
      params,
      headers,
      user: 'bob',
    });
    expect(status, text).toBe(200);
    expect(json.properties['dc:description']).toBe(expected());
  });

  test('are in exports as CSV', async () => {
    const query = `SELECT * FROM Document WHERE ecm:parentId = '${folder}'`;
    const params = { schemas: ['collection'], xpaths: [collectionsKey, notificationsKey] };
    const status = await run(app, 'csvExport', { query, params, user: 'bob' });
    const { text } = await app.request(`GET /${status.result.url}`, { user: 'bob' });
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(
      /,collection:documentIds,collectionMember:collectionIds,notif:notifications$/,
    );
    const ofShelf = lines.find((line) => line.startsWith(`default,${shelf},`));
    const ofFile = lines.find((line) => line.startsWith(`default,${file},`));
    expect(ofShelf).toMatch(new RegExp(`,${file},,$`));
    expect(ofFile).toContain(`,,${shelf},`);
    expect(ofFile).toContain('user:Administrator');
    expect(text).not.toContain(secretShelf);
    expect(text).not.toContain(hidden);
  });
});
