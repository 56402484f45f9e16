import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const folder = (place: Place, name: string) => place.create(name, { type: 'Folder' });

describe.each(engines)('finding, ordering and filtering documents on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'lists');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  describe('finding neighbours', () => {
    test('a child is found by its name only where there is one that may be read', async () => {
      const parent = await folder(place, 'café');
      const child = await place.create('é', { parent: parent.uid });
      const get = (name: string, user = 'bob') =>
        place.call('Document.GetChild', { input: parent.uid, params: { name }, user });
      expect((await get('e\u0301')).json.uid).toBe(child.uid);
      expect((await get('none')).status).toBe(404);
      expect((await get('é/below')).status).toBe(404);
      await setAcl(app, child.uid, [denyAll]);
      expect((await get('é')).status).toBe(403);
      await setAcl(app, child.uid, [grantAce('bob', 'Read')]);
      const noChildren = { ...grantAce('bob', 'ReadChildren'), granted: false };
      await setAcl(app, parent.uid, [noChildren, grantAce('bob', 'Read')]);
      expect((await get('é')).status).toBe(403);
    });

    test('children include those in the trash and leave out those that may not be read', async () => {
      const parent = await place.create('children', { type: 'OrderedFolder' });
      const [a, b, c] = await Promise.all(
        ['a', 'b', 'c'].map((name) => place.create(name, { parent: parent.uid })),
      );
      await place.call('Document.Trash', { input: a?.uid });
      await setAcl(app, b?.uid ?? '', [denyAll]);
      const list = async (user: string) => {
        const { json } = await place.call('Document.GetChildren', { input: parent.uid, user });
        return json.entries.map(({ uid }: { uid: string }) => uid);
      };
      expect(await list('bob')).toEqual(expect.arrayContaining([a?.uid, c?.uid]));
      expect(await list('bob')).toHaveLength(2);
      expect(await list('Administrator')).toHaveLength(3);
      const { json } = await place.call('Document.GetChildren', { input: a?.uid });
      expect(json).toEqual({ 'entity-type': 'documents', entries: [] });
    });

    test('the parent, or the nearest folder of a type; nothing above the root', async () => {
      const outer = await folder(place, 'outer');
      const inner = await place.create('inner', { type: 'OrderedFolder', parent: outer.uid });
      const { uid } = await place.create('leaf', { parent: inner.uid });
      const parent = (input: string, params = {}) =>
        place.call('Document.GetParent', { input, params, user: 'bob' });
      expect((await parent(uid)).json.uid).toBe(inner.uid);
      expect((await parent(uid, { type: 'Folder' })).json.uid).toBe(outer.uid);
      expect((await parent(uid, { type: 'Workspace' })).json.uid).toBe(place.writable.uid);
      for (const none of [await parent(uid, { type: 'File' }), await parent('/')]) {
        expect([none.status, none.text]).toEqual([204, '']);
      }
      await setAcl(app, inner.uid, [grantAce('bob', 'Read')]);
      await setAcl(app, outer.uid, [denyAll]);
      await setAcl(app, inner.uid, [grantAce('bob', 'Read')]);
      expect((await parent(uid, { type: 'Folder' })).status).toBe(403);
      expect((await parent(uid, { type: 'Workspace' })).json.uid).toBe(place.writable.uid);
    });
  });

  describe('ordering', () => {
    test('puts documents before a sibling or at the end', async () => {
      const parent = await place.create('in order', { type: 'OrderedFolder' });
      for (const name of ['a', 'b', 'c']) await place.create(name, { parent: parent.uid });
      const order = async (input: string, params = {}) => {
        const response = await place.call('Document.Order', { input, params, user: 'bob' });
        expect(response.status, response.text).toBe(200);
        const { json } = await place.call('Document.GetChildren', { input: parent.uid });
        return json.entries.map(({ title }: { title: string }) => title).join('');
      };
      expect(await order(`${parent.path}/c`, { before: `${parent.path}/a` })).toBe('cab');
      expect(await order(`${parent.path}/c`, { before: '../b' })).toBe('acb');
      expect(await order(`docs:${parent.path}/a,${parent.path}/c`)).toBe('bac');
    });

    test('refuses a sibling of another folder and a folder without order', async () => {
      const parent = await place.create('order apart', { type: 'OrderedFolder' });
      const { uid } = await place.create('in', { parent: parent.uid });
      const other = await place.create('out');
      const params = { before: other.uid };
      expect((await place.call('Document.Order', { input: uid, params })).status).toBe(400);
      expect((await place.call('Document.Order', { input: other.uid })).status).toBe(400);
    });
  });

  describe('filtering', () => {
    test.each([
      [{}, ['f', 'n', 'd', 'v', 'l', 'p']],
      [{ types: 'Note, Folder' }, ['n', 'd', 'l']],
      [{ facet: 'Folderish' }, ['d', 'l']],
      [{ facet: 'Immutable' }, ['v', 'p']],
      [{ lifecycle: 'approved' }, ['n']],
      [{ pathStartsWith: '/default-domain/sec' }, ['l', 'p']],
      [{ class: 'Any', types: 'Folder' }, ['d', 'l']],
      [{ class: 'Regular Document' }, ['f', 'n', 'd']],
      [{ class: 'Document Link' }, ['l']],
      [{ class: 'Published Document' }, ['p']],
      [{ class: 'Document Proxy' }, ['l', 'p']],
      [{ class: 'Document Version' }, ['v']],
      [{ class: 'Immutable Document' }, ['v', 'p']],
      [{ class: 'Mutable Document' }, ['f', 'n', 'd', 'l']],
      [{ class: 'Regular Document', types: 'File', lifecycle: 'approved' }, []],
    ])('by %o keeps %o', async (params, kept) => {
      const documents = await manyKinds();
      const input = `docs:${[...documents.values()].join(',')}`;
      const response = await place.call('Document.Filter', { input, params });
      expect(response.status, response.text).toBe(200);
      expect(response.json.entries.map(({ uid }: { uid: string }) => uid)).toEqual(
        kept.map((name) => documents.get(name)),
      );
    });

    test.each([
      ['Document.name == "f" || Document.isFolder()', ['f', 'd', 'v', 'l', 'p']],
      ['Document.name != "n"', ['f', 'd', 'v', 'l', 'p']],
      ['this is no expression', ['f', 'n', 'd', 'v', 'l', 'p']],
      ['Document.noSuchMember.name == "f"', ['f', 'n', 'd', 'v', 'l', 'p']],
      ['expr: Document.type == "Note"', ['n']],
      ['false', []],
    ])('by the condition %j keeps %o', async (condition, kept) => {
      const documents = await manyKinds();
      const input = `docs:${[...documents.values()].join(',')}`;
      const { json } = await place.call('Document.Filter', { input, params: { condition } });
      expect(json.entries.map(({ uid }: { uid: string }) => uid)).toEqual(
        kept.map((name) => documents.get(name)),
      );
    });

    test('an unknown class is refused', async () => {
      const params = { class: 'Strange Document' };
      const { status, json } = await place.call('Document.Filter', { input: '/', params });
      expect([status, json.message]).toEqual([400, expect.stringContaining('Strange Document')]);
    });

    /** A file, a note, a folder, a version, a live proxy and a published document. */
    let kinds: ReadonlyMap<string, string> | undefined;
    async function manyKinds(): Promise<ReadonlyMap<string, string>> {
      if (kinds) return kinds;
      const parent = await folder(place, 'kinds');
      const ids = new Map<string, string>();
      for (const [name, type] of [
        ['f', 'File'],
        ['n', 'Note'],
        ['d', 'Folder'],
      ] as const) {
        ids.set(name, (await place.create(name, { type, parent: parent.uid })).uid);
      }
      const answer = async (id: string, input: string | undefined, params = {}) =>
        (await place.call(id, { input, params })).json.uid;
      const approve = { value: 'approve' };
      await answer('Document.FollowLifecycleTransition', ids.get('n'), approve);
      const sections = '/default-domain/sections';
      await answer('Document.CheckIn', ids.get('f'), { version: 'minor' });
      ids.set('v', await answer('Document.GetLastVersion', ids.get('f')));
      const destination = { 'Destination Path': sections };
      ids.set('l', await answer('Document.CreateLiveProxy', ids.get('d'), destination));
      const target = { target: sections };
      ids.set('p', await answer('Document.PublishToSection', ids.get('f'), target));
      kinds = ids;
      return ids;
    }
  });
});
