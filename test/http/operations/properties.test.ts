import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { freeReferences } from '../../support/free-references.ts';
import { storeFindings } from '../../support/invariants.ts';
import {
  type OperationCase,
  type Place,
  preparePlace,
  testOperationCases,
} from '../../support/operation-cases.ts';
import { denyAll, setAcl } from '../../support/security.ts';
import { dumpStore } from '../../support/store-dump.ts';

const source = (place: Place) => place.create('source of a schema');

const cases: readonly OperationCase[] = [
  { id: 'Document.SetProperty', params: () => ({ xpath: 'dc:title', value: 'changed' }) },
  { id: 'Document.RemoveProperty', params: () => ({ xpath: 'dc:title' }) },
  {
    id: 'Document.AddEntryToMultivaluedProperty',
    params: () => ({ xpath: 'dc:subjects', value: 'added' }),
  },
  {
    id: 'Document.RemoveEntryOfMultivaluedProperty',
    params: () => ({ xpath: 'dc:subjects', value: 'removed' }),
  },
  {
    id: 'Document.AddItemToListProperty',
    params: () => ({ xpath: 'nxtag:tags', complexJsonProperties: '[{"label":"added"}]' }),
  },
  { id: 'Document.RemoveItemFromListProperty', params: () => ({ xpath: 'files:files' }) },
  {
    id: 'Document.CopySchema',
    params: async (place) => ({ schema: 'common', sourceId: (await source(place)).uid }),
  },
  { id: 'Document.ResetSchema', params: () => ({ xpath: 'dc:title' }) },
  { id: 'Document.AddFacet', params: () => ({ facet: 'ThemeLocalConfiguration' }) },
  {
    id: 'Document.RemoveFacet',
    params: () => ({ facet: 'ThemeLocalConfiguration' }),
    input: async (place, name) => {
      const { uid } = await place.create(name);
      const params = { facet: 'ThemeLocalConfiguration' };
      return (await place.call('Document.AddFacet', { input: uid, params })).json;
    },
  },
];

const tags = 'nxtag:tags';
const two = [
  { label: 'one', username: 'a' },
  { label: 'two', username: 'b' },
];

/** Operation, properties before, parameters, and properties after. */
type Effect = readonly [id: string, before: object, params: object, after: object];

const set = 'Document.SetProperty';
const remove = 'Document.RemoveProperty';
const addEntry = 'Document.AddEntryToMultivaluedProperty';
const removeEntry = 'Document.RemoveEntryOfMultivaluedProperty';
const addItem = 'Document.AddItemToListProperty';
const removeItem = 'Document.RemoveItemFromListProperty';
const reset = 'Document.ResetSchema';

const effects: readonly Effect[] = [
  [set, {}, { xpath: 'dc:title', value: 'a, b' }, { 'dc:title': 'a, b' }],
  [
    set,
    {},
    { xpath: 'dc:issued', value: '2024-02-03T10:20:30.400Z' },
    { 'dc:issued': '2024-02-03T10:20:30.400Z' },
  ],
  [set, {}, { xpath: 'uid:major_version', value: '7' }, { 'uid:major_version': '7' }],
  [set, {}, { xpath: 'uid:major_version', value: 7 }, { 'uid:major_version': '7' }],
  [set, {}, { xpath: 'dc:source', value: 12 }, { 'dc:source': '12' }],
  [set, { 'dc:source': 'a' }, { xpath: 'dc:source', value: '' }, { 'dc:source': '' }],
  [set, {}, { xpath: 'dc:source', value: '' }, { 'dc:source': '' }],
  [
    set,
    { 'dc:issued': '2024-02-03T10:20:30.400Z' },
    { xpath: 'dc:issued', value: '' },
    { 'dc:issued': null },
  ],
  [
    set,
    { [tags]: two },
    { xpath: `${tags}/1/label`, value: '' },
    { [tags]: [two[0], { ...two[1], label: '' }] },
  ],
  [set, { 'dc:source': 'a' }, { xpath: 'dc:source' }, { 'dc:source': null }],
  [set, { 'dc:source': 'a' }, { xpath: 'dc:source', value: null }, { 'dc:source': null }],
  [
    set,
    { [tags]: two },
    { xpath: `${tags}/1/label`, value: 'new' },
    { [tags]: [two[0], { ...two[1], label: 'new' }] },
  ],
  [set, { [tags]: two }, { xpath: `${tags}/9/label` }, { [tags]: two }],
  [remove, { 'dc:source': 'a' }, { xpath: 'dc:source' }, { 'dc:source': null }],
  [remove, { 'dc:subjects': ['a', 'b'] }, { xpath: 'dc:subjects' }, { 'dc:subjects': [] }],
  [remove, { 'dc:subjects': ['a', 'b'] }, { xpath: 'dc:subjects/0' }, { 'dc:subjects': ['b'] }],
  [remove, { [tags]: two }, { xpath: `${tags}/0` }, { [tags]: [two[1]] }],
  [
    remove,
    { [tags]: two },
    { xpath: `${tags}/0/username` },
    { [tags]: [{ ...two[0], username: null }, two[1]] },
  ],
  [remove, { [tags]: two }, { xpath: `${tags}/2` }, { [tags]: two }],
  [addEntry, {}, { xpath: 'dc:subjects', value: 'a,b' }, { 'dc:subjects': ['a,b'] }],
  [
    addEntry,
    { 'dc:subjects': ['a'] },
    { xpath: 'dc:subjects', value: 'b' },
    { 'dc:subjects': ['a', 'b'] },
  ],
  [
    addEntry,
    { 'dc:subjects': ['a'] },
    { xpath: 'dc:subjects', value: 'a' },
    { 'dc:subjects': ['a'] },
  ],
  [
    addEntry,
    { 'dc:subjects': ['a'] },
    { xpath: 'dc:subjects', value: 'a', checkExists: false },
    { 'dc:subjects': ['a', 'a'] },
  ],
  [
    removeEntry,
    { 'dc:subjects': ['a', 'b', 'a'] },
    { xpath: 'dc:subjects', value: 'a' },
    { 'dc:subjects': ['b'] },
  ],
  [
    removeEntry,
    { 'dc:subjects': ['a', 'b', 'a'] },
    { xpath: 'dc:subjects', value: 'a', 'is Remove All': false },
    { 'dc:subjects': ['b', 'a'] },
  ],
  [
    removeEntry,
    { 'dc:subjects': ['a'] },
    { xpath: 'dc:subjects', value: 'b' },
    { 'dc:subjects': ['a'] },
  ],
  [removeEntry, {}, { xpath: 'dc:subjects', value: 'b' }, { 'dc:subjects': null }],
  [
    addItem,
    { [tags]: [two[0]] },
    { xpath: tags, complexJsonProperties: JSON.stringify([two[1], two[0]]) },
    { [tags]: [two[0], two[1], two[0]] },
  ],
  [addItem, { [tags]: two }, { xpath: tags, complexJsonProperties: '[]' }, { [tags]: two }],
  [removeItem, { [tags]: two }, { xpath: tags, index: 0 }, { [tags]: [two[1]] }],
  [removeItem, { [tags]: two }, { xpath: tags, index: '1' }, { [tags]: [two[0]] }],
  [removeItem, { [tags]: two }, { xpath: tags }, { [tags]: [] }],
  [
    removeItem,
    { 'dc:subjects': ['a', 'b'] },
    { xpath: 'dc:subjects', index: 1 },
    { 'dc:subjects': ['a'] },
  ],
  [
    reset,
    { 'dc:source': 'a', 'dc:rights': 'b' },
    { xpath: 'dc:source', schema: 'uid' },
    { 'dc:source': null, 'dc:rights': 'b' },
  ],
  [
    reset,
    { 'dc:source': 'a', 'dc:subjects': ['a'], 'uid:uid': 'kept' },
    { schema: 'dublincore' },
    { 'dc:source': null, 'dc:subjects': [], 'dc:title': null, 'uid:uid': 'kept' },
  ],
  [
    reset,
    { [tags]: two },
    { xpath: `${tags}/1/label` },
    { [tags]: [two[0], { ...two[1], label: null }] },
  ],
];

/** Operation, parameters, and what the message says. */
const refusals: readonly (readonly [id: string, params: object, message: string])[] = [
  [set, { xpath: 'dc:nothing', value: 'a' }, 'dc:nothing'],
  [set, { xpath: 'note:note', value: 'of another type' }, 'note:note'],
  [set, { xpath: 'dc:subjects', value: 'a' }, 'dc:subjects is no single value'],
  [set, { xpath: tags, value: '[]' }, 'no single value'],
  [set, { xpath: 'file:content', value: 'a' }, 'no single value'],
  [set, { xpath: 'dc:subjects/*', value: 'a' }, 'many places'],
  [set, { xpath: 'dc:issued', value: 'yesterday' }, 'dc:issued'],
  [set, { xpath: 'uid:major_version', value: 'seven' }, 'major_version'],
  [set, { xpath: 'dc:source', value: ['a'] }, 'dc:source'],
  [set, { xpath: `${tags}/5/label`, value: 'a' }, 'use an index up to'],
  [remove, { xpath: 'dc:nothing' }, 'dc:nothing'],
  [remove, { xpath: `${tags}/*` }, 'many places'],
  [addEntry, { xpath: 'dc:title', value: 'a' }, 'not a list of single values'],
  [addEntry, { xpath: tags, value: 'a' }, 'not a list of single values'],
  [addEntry, { xpath: 'dc:subjects', value: { a: 1 } }, 'dc:subjects'],
  [addEntry, { xpath: 'dc:subjects', value: ['a'] }, 'dc:subjects'],
  [removeEntry, { xpath: 'dc:title', value: 'a' }, 'not a list of single values'],
  [removeEntry, { xpath: 'dc:subjects', value: ['a'] }, 'dc:subjects'],
  [addItem, { xpath: 'dc:subjects', complexJsonProperties: '[]' }, 'not a list of complex values'],
  [addItem, { xpath: tags, complexJsonProperties: '{"label":"a"}' }, 'expected an array'],
  [addItem, { xpath: tags, complexJsonProperties: '[{' }, 'expected JSON'],
  [addItem, { xpath: tags, complexJsonProperties: '[null]' }, 'must have a value'],
  [addItem, { xpath: tags, complexJsonProperties: '["a"]' }, 'expected an object'],
  [removeItem, { xpath: 'dc:title' }, 'is not a list'],
  [removeItem, { xpath: 'dc:subjects', index: 1 }, 'none at 1'],
  [removeItem, { xpath: 'dc:subjects', index: -1 }, 'none at -1'],
  [reset, {}, "'schema' or 'xpath'"],
  [reset, { schema: 'note' }, 'no schema note'],
  [reset, { xpath: 'dc:nothing' }, 'dc:nothing'],
  ['Document.CopySchema', { schema: 'dublincore' }, "'sourceId' or 'sourcePath'"],
  ['Document.CopySchema', { schema: 'note', sourcePath: '/default-domain' }, 'no schema note'],
  ['Document.CopySchema', { schema: 'file', sourcePath: '/default-domain' }, 'no schema file'],
  ['Document.AddFacet', { facet: 'NoFacet' }, 'NoFacet is not defined'],
  ['Document.AddFacet', { facet: '' }, 'facet'],
];

describe.each(engines)('operations on properties on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine, freeReferences);
    await createUser(app, 'bob');
    await createUser(app, 'eve');
    place = await preparePlace(app, 'properties');
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    await app.close();
  });

  testOperationCases(() => app, cases);

  const make = async (properties: object = {}): Promise<string> => {
    const { uid } = await place.create('properties');
    const body = { 'entity-type': 'document', properties };
    const response = await app.request(`PUT /api/v1/id/${uid}`, { body });
    expect(response.status, response.text).toBe(200);
    return uid;
  };
  const stored = async (uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}`, { headers: { properties: '*' } })).json;
  const run = async (id: string, input: string, params: object = {}) => {
    const response = await place.call(id, { input, params });
    expect(response.status, response.text).toBe(200);
    return response.json;
  };

  test.each(effects)('%s: %j with %j becomes %j', async (id, before, params, after) => {
    const uid = await make(before);
    const answer = await run(id, uid, params);
    expect(answer.properties).toMatchObject(after);
    expect((await stored(uid)).properties).toMatchObject(after);
  });

  test.each(effects)(
    '%s: %j with %j and no save stays as it is',
    async (id, before, params, after) => {
      const uid = await make(before);
      const shown = await stored(uid);
      const answer = await run(id, uid, { ...params, save: false, saveDocument: false });
      expect(answer.properties).toMatchObject(after);
      expect(await stored(uid)).toEqual(shown);
    },
  );

  test.each(refusals)('%s with %j is refused', async (id, params, message) => {
    const uid = await make({ 'dc:subjects': ['a'] });
    const before = await dumpStore(app.services.database);
    const response = await place.call(id, { input: uid, params });
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
    expect(await dumpStore(app.services.database)).toEqual(before);
  });

  test.each([
    [set, { xpath: 'dc:creator', value: 'bob' }],
    [addEntry, { xpath: 'dc:contributors', value: 'mallory' }],
    [reset, { schema: 'dublincore' }],
  ])('%s does not set what only administrators may: %j', async (id, params) => {
    const uid = await make();
    const before = await stored(uid);
    const response = await place.call(id, { input: uid, params, user: 'bob' });
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringContaining('since it is readonly'),
    ]);
    expect(await stored(uid)).toEqual(before);
  });

  test('a schema is copied whole, and what the source has not set is cleared', async () => {
    const to = await make({ 'dc:title': 'kept', 'uid:uid': 'old', 'uid:minor_version': 1 });
    const from = await make({ 'uid:major_version': 3, 'dc:title': 'not copied' });
    const { path } = await stored(from);
    const copied = { 'dc:title': 'kept', 'uid:major_version': '3', 'uid:uid': null };
    const byPath = await run('Document.CopySchema', to, { schema: 'uid', sourcePath: path });
    expect(byPath.properties).toMatchObject(copied);
    expect((await stored(to)).properties).toMatchObject(copied);
    const byId = { schema: 'uid', sourceId: from, sourcePath: '/nowhere' };
    expect((await run('Document.CopySchema', await make(), byId)).properties).toMatchObject({
      'uid:major_version': '3',
    });
  });

  test('a content copied with its schema outlives the source', async () => {
    const from = await make({ 'file:content': { name: 'a.txt', data: 'the content' } });
    const to = await make();
    await run('Document.CopySchema', to, { schema: 'file', sourceId: from });
    expect((await app.request(`DELETE /api/v1/id/${from}?permanent=true`)).status).toBe(204);
    expect((await app.request(`GET /api/v1/id/${to}/@blob/file:content`)).text).toBe('the content');
  });

  test('a schema is not copied from what the caller may not read, or from nothing', async () => {
    const from = await make({ 'uid:uid': 'secret' });
    await setAcl(app, from, [denyAll]);
    const to = await make();
    const params = { schema: 'uid', sourceId: from };
    const denied = await place.call('Document.CopySchema', { input: to, params, user: 'bob' });
    expect(denied.status).toBe(403);
    const missing = { schema: 'uid', sourcePath: '/nowhere' };
    const call = await place.call('Document.CopySchema', { input: to, params: missing });
    expect(call.status).toBe(404);
  });

  test('a content that was uploaded becomes an item of a list, and goes with it', async () => {
    const uid = await make();
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    const headers = { 'x-file-name': 'a.txt', 'content-type': 'application/octet-stream' };
    const body = Buffer.from('uploaded');
    expect((await app.request(`POST /api/v1/upload/${batchId}/0`, { headers, body })).status).toBe(
      201,
    );
    const file = { 'upload-batch': batchId, 'upload-fileId': '0' };
    const complexJsonProperties = JSON.stringify([{ file }]);
    await run(addItem, uid, { xpath: 'files:files', complexJsonProperties });
    const blob = () => app.request(`GET /api/v1/id/${uid}/@blob/files:files/0/file`);
    expect((await blob()).text).toBe('uploaded');
    await run(removeItem, uid, { xpath: 'files:files', index: 0 });
    expect((await blob()).status).toBe(404);
  });

  test('entries added and removed at the same time all count', async () => {
    const old = Array.from({ length: 6 }, (_, index) => `old ${index}`);
    const uid = await make({ 'dc:subjects': old });
    await Promise.all(
      old.flatMap((value, index) => [
        run(removeEntry, uid, { xpath: 'dc:subjects', value }),
        run(addEntry, uid, { xpath: 'dc:subjects', value: `new ${index}` }),
      ]),
    );
    const { properties } = await stored(uid);
    expect(properties['dc:subjects'].sort()).toEqual(old.map((_, index) => `new ${index}`));
  });

  test("a document under another user's lock is not changed", async () => {
    const uid = await make();
    await run('Document.Lock', uid);
    for (const { id, params } of cases) {
      const call = { input: uid, params: (await params?.(place)) ?? {}, user: 'bob' };
      expect([id, (await place.call(id, call)).status]).toEqual([id, 403]);
    }
  });
});
