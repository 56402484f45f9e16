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

const folder = (place: Place, name: string) => place.create(name, { type: 'Folder' });

/** A document `bob` does not see. */
const hidden = async (place: Place) => {
  const document = await place.create('hidden', { parent: place.readable.uid, type: 'Folder' });
  await setAcl(place.app, document.uid, [denyAll]);
  return document;
};

const cases: readonly OperationCase[] = [
  { id: 'Document.Create', params: () => ({ type: 'File' }), input: folder },
  { id: 'Document.Update', params: () => ({ properties: 'dc:title=changed' }) },
  { id: 'Document.Save' },
  { id: 'Document.Reload', failing: hidden, isReading: true },
  { id: 'Document.Delete', answers: 0 },
  {
    id: 'Document.Move',
    params: async (place) => ({ target: (await folder(place, 'target')).uid }),
  },
  {
    id: 'Document.Copy',
    params: (place) => ({ target: place.writable.uid }),
    failing: async ({ writable }) => writable,
    failingStatus: 409,
    deniedParams: (place) => ({ target: place.readable.uid }),
  },
  {
    id: 'Document.Order',
    input: async (place, name) => {
      const ordered = await place.create(`ordered ${name}`, { type: 'OrderedFolder' });
      await place.create('last', { parent: ordered.uid });
      return place.create(name, { parent: ordered.uid });
    },
    failing: async (place) => {
      const ordered = await place.create('ordered', {
        type: 'OrderedFolder',
        parent: place.readable.uid,
      });
      return place.create('fixed', { parent: ordered.uid });
    },
  },
  {
    id: 'Document.GetChild',
    params: () => ({ name: 'child' }),
    input: async (place, name) => {
      const parent = await folder(place, name);
      await place.create('child', { parent: parent.uid });
      return parent;
    },
    failing: hidden,
    isReading: true,
  },
  {
    id: 'Document.GetChildren',
    input: async (place, name) => {
      const parent = await folder(place, name);
      await place.create('child', { parent: parent.uid });
      return parent;
    },
    failing: hidden,
    isReading: true,
  },
  { id: 'Document.GetParent', failing: hidden, isReading: true },
  { id: 'Document.Filter', failing: hidden, isReading: true },
  { id: 'Context.FetchDocument', failing: hidden, isReading: true },
];

describe.each(engines)('operations on documents on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine, freeReferences);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'documents');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  testOperationCases(() => app, cases);

  const stored = async (uid: string) => (await app.request(`GET /api/v1/id/${uid}`)).json;

  describe('creating', () => {
    test('sets the name, the type and properties, nested and whole', async () => {
      const response = await place.call('Document.Create', {
        input: place.writable.path,
        params: {
          type: 'Picture',
          name: 'sunset',
          properties: {
            'dc:title': 'Sunset',
            'dc:subjects': ['art', 'nature'],
            'picture:info/width': 640,
          },
        },
        user: 'bob',
      });
      expect(response.status, response.text).toBe(200);
      expect(response.json).toMatchObject({
        type: 'Picture',
        title: 'Sunset',
        path: `${place.writable.path}/sunset`,
        properties: { 'dc:creator': 'bob', 'dc:subjects': ['art', 'nature'] },
      });
      expect(Number(response.json.properties['picture:info'].width)).toBe(640);
      expect((await stored(response.json.uid)).title).toBe('Sunset');
    });

    test('a document without a name is called Untitled, and a taken name gets a suffix', async () => {
      const parent = await folder(place, 'unnamed');
      const create = async (name?: string) =>
        (
          await place.call('Document.Create', {
            input: parent.uid,
            params: { type: 'File', name },
          })
        ).json.path;
      expect(await create()).toBe(`${parent.path}/Untitled`);
      expect(await create('')).toMatch(/\/Untitled\.\d{13}$/);
      expect(await create('named')).toBe(`${parent.path}/named`);
    });

    test.each([
      ['an unknown type', { type: 'NoSuchType' }, 400, 'NoSuchType'],
      ['a name with a slash', { type: 'File', name: 'a/b' }, 400, 'name'],
      ['an unknown property', { type: 'File', properties: 'dc:nothing=1' }, 400, 'dc:nothing'],
      ['a line that is no pair', { type: 'File', properties: 'dc:title' }, 400, "'='"],
      ['a secured property', { type: 'File', properties: 'dc:creator=me' }, 400, 'dc:creator'],
    ])('refuses %s', async (_what, params, status, message) => {
      const call = { input: place.writable.uid, params, user: 'bob' };
      const response = await place.call('Document.Create', call);
      expect([response.status, response.json.message]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    });

    test('below a parent that does not exist is 404', async () => {
      const call = { input: '/no/such', params: { type: 'File' } };
      expect((await place.call('Document.Create', call)).status).toBe(404);
    });
  });

  describe('saving', () => {
    test('stores the properties of an entity given as input', async () => {
      const { uid } = await place.create('entity');
      const input = { 'entity-type': 'document', uid, properties: { 'dc:title': 'carried' } };
      const saved = await place.call('Document.Save', { input });
      expect([saved.status, saved.json.title]).toEqual([200, 'carried']);
      expect((await stored(uid)).title).toBe('carried');
      const stale = { ...input, properties: { 'dc:title': 'dropped' } };
      const reloaded = await place.call('Document.Reload', { input: stale });
      expect(reloaded.json.title).toBe('carried');
      const identity = await place.call('Context.FetchDocument', { input: stale });
      expect(identity.json.title).toBe('dropped');
      expect((await stored(uid)).title).toBe('carried');
    });

    test('an entity that another user changed since is 409', async () => {
      const { uid } = await place.create('token');
      const { changeToken } = await stored(uid);
      const save = (title: string, token: string | null) =>
        place.call('Document.Save', {
          input: {
            'entity-type': 'document',
            uid,
            changeToken: token,
            properties: { 'dc:title': title },
          },
        });
      const first = await save('first', changeToken);
      expect(first.status, first.text).toBe(200);
      const second = await save('second', changeToken);
      expect([second.status, second.json.message]).toEqual([
        409,
        expect.stringContaining('Invalid change token'),
      ]);
      expect((await save('third', first.json.changeToken)).json.title).toBe('third');
      expect((await save('fourth', null)).json.title).toBe('fourth');
    });
  });

  describe('deleting', () => {
    test('removes the document and what is below it for good', async () => {
      const parent = await folder(place, 'doomed');
      const child = await place.create('child', { parent: parent.uid });
      const response = await place.call('Document.Delete', { input: parent.uid, user: 'bob' });
      expect([response.status, response.text]).toEqual([204, '']);
      for (const { uid } of [parent, child]) {
        expect((await app.request(`GET /api/v1/id/${uid}`)).status).toBe(404);
      }
      expect((await place.call('Document.Delete', { input: parent.uid })).status).toBe(404);
    });

    test('a list may hold a folder and what is in it', async () => {
      const parent = await folder(place, 'doomed twice');
      const child = await place.create('child', { parent: parent.uid });
      const input = `docs:${parent.uid},${child.uid}`;
      const response = await place.call('Document.Delete', { input, user: 'bob' });
      expect([response.status, response.json.entries]).toEqual([200, []]);
      expect((await app.request(`GET /api/v1/id/${child.uid}`)).status).toBe(404);
    });
  });

  describe('moving and copying', () => {
    test('a document moves with what is below it, under a new name if there is one', async () => {
      const parent = await folder(place, 'moving');
      const child = await place.create('child', { parent: parent.uid });
      const target = await folder(place, 'moved to');
      const params = { target: target.path, name: 'renamed' };
      const { json } = await place.call('Document.Move', { input: parent.uid, params });
      expect([json.uid, json.path]).toEqual([parent.uid, `${target.path}/renamed`]);
      expect((await stored(child.uid)).path).toBe(`${target.path}/renamed/child`);
      const back = { target: place.writable.uid, name: '' };
      const returned = await place.call('Document.Move', { input: parent.uid, params: back });
      expect(returned.json.path).toBe(`${place.writable.path}/renamed`);
    });

    test('a copy has another id, keeps or resets its state, and takes a name', async () => {
      const source = await place.create('source');
      await place.call('Document.FollowLifecycleTransition', {
        input: source.uid,
        params: { value: 'approve' },
      });
      const copy = async (params: object) =>
        (await place.call('Document.Copy', { input: source.uid, params })).json;
      const target = (await folder(place, 'copies')).uid;
      const kept = await copy({ target });
      expect(kept.uid).not.toBe(source.uid);
      expect([kept.title, kept.state]).toEqual(['source', 'approved']);
      const reset = await copy({ target, name: 'fresh', resetLifeCycle: 'true' });
      expect([reset.path.split('/').at(-1), reset.state]).toEqual(['fresh', 'project']);
      expect((await stored(source.uid)).state).toBe('approved');
    });

    test.each(['Document.Move', 'Document.Copy'])(
      '%s: a target that does not exist is 404, and below itself is 409',
      async (id) => {
        const source = await folder(place, 'self');
        const missing = await place.call(id, { input: source.uid, params: { target: '/no' } });
        expect(missing.status).toBe(404);
        const below = await place.create('below', { type: 'Folder', parent: source.uid });
        const params = { target: below.uid };
        expect((await place.call(id, { input: source.uid, params })).status).toBe(409);
      },
    );
  });
});
