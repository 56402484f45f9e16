import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';

const enrichers = 'collections,favorites,tags,subscribedNotifications,publications,hasContent';
const pageSize = 50;

/** Statements of the request, as the server counts them. */
function queriesOf(headers: Record<string, unknown>): number {
  return Number(/(\d+) quer/.exec(String(headers['server-timing']))?.[1]);
}

describe.each(engines)('a page with all about collections and subscriptions on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let shelf: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true });
    await createUser(app, 'bob');
    folder = (await createDocument(app, { name: 'full', type: 'Workspace' })).uid;
    await setAcl(app, folder, [grantAce('bob', 'Everything')]);
    const section = await createDocument(app, {
      parent: (await app.request('GET /api/v1/path/default-domain/sections')).json.uid,
      name: 'news',
      type: 'Section',
    });
    await setAcl(app, section.uid, [grantAce('bob', 'Everything')]);
    const ids: string[] = [];
    for (let at = 0; at < pageSize; at += 1) {
      const type = ['File', 'Folder', 'Collection'][at % 3] ?? 'File';
      ids.push(await create({ parent: folder, name: `n${String(at).padStart(2, '0')}`, type }));
    }
    const files = ids.filter((_id, at) => at % 3 === 0);
    const folders = ids.filter((_id, at) => at % 3 === 1);
    for (const parent of folders) await create({ parent, name: 'inside', type: 'File' });
    const docs = `docs:${[...files, ...folders].join(',')}`;
    const made = await createDocument(app, { name: 'shelves', type: 'Workspace' });
    await setAcl(app, made.uid, [grantAce('bob', 'Everything')]);
    for (const name of ['one', 'two', 'three']) {
      shelf = await create({ parent: made.uid, name, type: 'Collection' });
      await call('Document.AddToCollection', docs, { collection: shelf });
    }
    for (const collection of ids.filter((_id, at) => at % 3 === 2)) {
      await call('Document.AddToCollection', files[0] ?? '', { collection });
    }
    await call('Document.AddToFavorites', docs);
    await call('Document.Subscribe', docs);
    await call('Services.TagDocument', docs, { tags: 'red,green' });
    for (const file of files)
      await call('Document.PublishToSection', file, { target: section.uid });
  });
  afterAll(() => app.close());

  const create = async (input: { parent: string; name: string; type: string }) =>
    (await createDocument(app, input, { user: 'bob' })).uid as string;
  const call = async (id: string, input: string, params: object = {}) => {
    const { status, text } = await callOperation(app, id, { input, params, user: 'bob' });
    expect([id, status, text]).toEqual([id, 200, text]);
  };
  const nxql = 'SELECT * FROM Document WHERE ecm:parentId = ? ORDER BY ecm:name';
  const lists: Readonly<Record<string, () => string>> = {
    '@children': () => `id/${folder}/@children`,
    'a query': () =>
      `search/lang/NXQL/execute?query=${encodeURIComponent(nxql)}&queryParams=${folder}`,
    'a page provider': () => `search/pp/advanced_document_content/execute?ecm_parentId=${folder}`,
  };
  const read = async (list: string, headers: Record<string, string>) => {
    const place = lists[list]?.() ?? '';
    const line = `GET /api/v1/${place}${place.includes('?') ? '&' : '?'}pageSize=${pageSize}`;
    const response = await app.request(line, { user: 'bob', headers });
    expect(response.status, response.text).toBe(200);
    expect(response.json.entries).toHaveLength(pageSize);
    return { entries: response.json.entries, queries: queriesOf(response.headers) };
  };

  test.each(Object.keys(lists))('%s and five statements for all enrichers', async (list) => {
    const properties = { properties: 'dublincore,common' };
    const headers = { ...properties, 'enrichers.document': enrichers };
    await read(list, headers);
    const plain = await read(list, properties);
    const { entries, queries } = await read(list, headers);
    expect(queries - plain.queries).toBe(5);
    if (list !== 'a page provider') expect(queries).toBeLessThanOrEqual(8);
    // One more where the properties are shown that are not in the JSON of documents.
    expect((await read(list, { ...headers, properties: '*' })).queries).toBe(queries + 1);
    const file = entries.find(({ type }: { type: string }) => type === 'File');
    expect(file.contextParameters).toEqual({
      collections: expect.arrayContaining([expect.objectContaining({ uid: shelf })]),
      favorites: true,
      hasContent: false,
      publications: { resultCount: 1, resultsCount: 1 },
      subscribedNotifications: expect.arrayContaining(['CommentAdded']),
      tags: ['red', 'green'],
    });
    for (const { type, contextParameters } of entries) {
      expect([type, contextParameters.hasContent]).toEqual([type, type !== 'File']);
    }
  });
});
