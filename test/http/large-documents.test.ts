import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { longText, storeValue } from '../support/large-documents.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { get } from '../support/search.ts';

const mebibyte = 2 ** 20;
const count = 4;
const bytes = 3 * mebibyte;

lowerLimits({ listedBytesMax: 10 * mebibyte });

describe.each(engines)('lists of large documents on %s', (engine) => {
  let app: TestApp;
  let folder: { uid: string; path: string };
  let ids: string[];
  const notes = () =>
    `SELECT * FROM Note WHERE ecm:parentId = '${folder.uid}' AND ecm:isProxy = 0 ORDER BY ecm:name`;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await createDocument(app, { name: 'large', type: 'Folder' });
    ids = [];
    for (let at = 0; at < count; at += 1) {
      const properties = {
        'dc:title': `Note ${at}`,
        'dc:subjects': ['art'],
        'note:note': `note ${at}`,
        'note:mime_type': 'text/plain',
      };
      const { uid } = await createDocument(app, {
        parent: folder.uid,
        name: `n${at}`,
        type: 'Note',
        properties,
      });
      ids.push(uid);
    }
    const value = longText(bytes);
    await storeValue(app.services.database, ids, { key: 'note:note', value });
  });
  afterAll(() => app.close());

  interface List {
    readonly path: string;
    readonly params: Readonly<Record<string, string | number>>;
  }

  const everyList: readonly [string, () => List][] = [
    ['a query', () => ({ path: '/search/execute', params: { query: notes() } })],
    ['@children', () => ({ path: `/id/${folder.uid}/@children`, params: {} })],
    [
      '@children in another order',
      () => ({ path: `/id/${folder.uid}/@children`, params: { sortBy: 'dc:nature' } }),
    ],
    ['@search', () => ({ path: `/id/${folder.uid}/@search`, params: { query: notes() } })],
    [
      'a page provider',
      () => ({
        path: '/search/pp/advanced_document_content/execute',
        params: { ecm_parentId: folder.uid },
      }),
    ],
  ];

  // What differs between the engines is below the ways to ask.
  const lists = engine === 'postgres' ? everyList.slice(0, 2) : everyList;

  function ask({ path, params }: List, more: Record<string, string | number>, rest?: TestRequest) {
    return get(app, path, { ...params, ...more }, rest);
  }

  test.each(lists)(
    '%s shows them, as long as the large value is not asked for',
    async (_name, list) => {
      for (const properties of [undefined, 'dublincore', 'dublincore,uid']) {
        const { status, json } = await ask(list(), properties === undefined ? {} : { properties });
        expect(status).toBe(200);
        expect(json.entries.map(({ title }: { title: string }) => title).sort()).toEqual(
          ids.map((_id, at) => `Note ${at}`),
        );
        if (properties === undefined) continue;
        expect(json.entries[0].properties).toMatchObject({ 'dc:subjects': ['art'] });
        expect(json.entries[0].properties).not.toHaveProperty('note:note');
      }
    },
  );

  test.each(lists)('%s refuses what is too large, naming the remedy', async (_name, list) => {
    for (const properties of ['*', 'note']) {
      const { status, json } = await ask(list(), { properties });
      expect({ status, message: json.message }).toEqual({
        status: 400,
        message: expect.stringMatching(/10 MiB.*pageSize.*properties/),
      });
    }
  });

  test.each(lists)('%s shows a smaller page whole', async (_name, list) => {
    const { status, json } = await ask(list(), { properties: 'note', pageSize: 2 });
    expect(status).toBe(200);
    const lengths = json.entries.map(
      (each: { properties: Record<string, string> }) => each.properties['note:note']?.length,
    );
    expect(lengths).toEqual([bytes, bytes]);
  });

  test('children as an enricher are shown without them, and are left out when they are too large', async () => {
    const headers = { 'enrichers.document': 'children' };
    const few = await get(app, `/id/${folder.uid}`, {}, { headers });
    expect(few.json.contextParameters.children.entries).toHaveLength(count);
    const deep = { ...headers, depth: 'children', properties: 'note' };
    const many = await get(app, `/id/${folder.uid}`, {}, { headers: deep });
    expect(many.status).toBe(200);
    expect(many.json.contextParameters).not.toHaveProperty('children');
  });

  test('operations refuse a list whose documents are too large together', async () => {
    const call = (operation: string, params: object, input?: string) =>
      app.request(`POST /site/automation/${operation}`, { body: { params, input } });
    const refused = await call('Repository.Query', { query: notes() });
    expect(refused).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/10 MiB/) },
    });
    const children = await call('Document.GetChildren', {}, folder.uid);
    expect(children).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/Repository\.Query \(pageSize/) },
    });
    const byParent = `SELECT * FROM Document WHERE ecm:parentId = '${folder.uid}'`;
    const page = await call('Repository.Query', { query: byParent, pageSize: 2 });
    expect(page.json.entries).toHaveLength(2);
    const few = await call('Repository.Query', { query: notes(), pageSize: 1 });
    expect(few.json.entries).toHaveLength(1);
  });

  test('the whole value stays with what changes the documents of a page', async () => {
    const params = new URLSearchParams({ query: notes(), pageSize: '1' });
    const body = { params: { properties: 'dc:description=changed' } };
    const path = `/api/v1/id/${folder.uid}/@search/@op/Document.Update?${params}`;
    expect(await app.request(`POST ${path}`, { body })).toMatchObject({ status: 200 });
    const { json } = await get(app, `/id/${ids[0]}`, {}, { headers: { properties: '*' } });
    expect(json.properties['dc:description']).toBe('changed');
    expect(json.properties['note:note']).toHaveLength(bytes);
  });

  test('versions and proxies count what they show', async () => {
    const call = (operation: string, params: object, input: string) =>
      app.request(`POST /site/automation/${operation}`, { body: { params, input } });
    const section = await createDocument(app, { name: 'section', type: 'Section' });
    for (const id of ids) {
      const published = await call('Document.PublishToSection', { target: section.uid }, id);
      expect(published.status).toBe(200);
    }
    const list = { path: `/id/${section.uid}/@children`, params: {} };
    const shown: { proxyTargetId: string }[] = (await ask(list, {})).json.entries;
    expect(shown).toHaveLength(count);
    const versions = shown.map(({ proxyTargetId }) => proxyTargetId);
    const value = longText(bytes);
    await storeValue(app.services.database, versions, { key: 'note:note', value });
    expect((await ask(list, {})).json.entries).toHaveLength(count);
    expect((await ask(list, { properties: 'note' })).status).toBe(400);
    expect((await ask(list, { properties: 'note', pageSize: 2 })).status).toBe(200);
  });
});
