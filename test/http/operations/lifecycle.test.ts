import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import {
  type OperationCase,
  type Place,
  preparePlace,
  testOperationCases,
} from '../../support/operation-cases.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { dumpStore } from '../../support/store-dump.ts';

const withLock = { 'fetch.document': 'lock' };

const trashed = async (place: Place, name: string) => {
  const { uid } = await place.create(name);
  return (await place.call('Document.Trash', { input: uid })).json;
};

const cases: readonly OperationCase[] = [
  { id: 'Document.Lock' },
  {
    id: 'Document.Unlock',
    input: async (place, name) => {
      const document = await place.create(name);
      await place.call('Document.Lock', { input: document.uid, user: 'bob' });
      return document;
    },
    failing: async (place) => {
      const document = await place.create('locked by another');
      await place.call('Document.Lock', { input: document.uid });
      return document;
    },
    failingStatus: 409,
  },
  { id: 'Document.Trash' },
  { id: 'Document.Untrash', input: trashed },
  { id: 'Document.FollowLifecycleTransition', params: () => ({ value: 'approve' }) },
];

describe.each(engines)('locks, trash and life cycle by operations on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    await createUser(app, 'eve');
    place = await preparePlace(app, 'lifecycle');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  testOperationCases(() => app, cases);

  const stored = async (uid: string) => (await app.request(`GET /api/v1/id/${uid}`)).json;

  describe('locks', () => {
    test('the owner locks again without effect, others are refused until it is unlocked', async () => {
      const { uid } = await place.create('locked');
      await setAcl(app, uid, [grantAce('bob', 'ReadWrite'), grantAce('eve', 'ReadWrite')]);
      const call = (id: string, user: string) =>
        place.call(id, { input: uid, user, headers: withLock });
      const first = await call('Document.Lock', 'bob');
      expect(first.json.lockOwner).toBe('bob');
      const again = await call('Document.Lock', 'bob');
      expect(again.json.lockCreated).toBe(first.json.lockCreated);
      const other = await call('Document.Lock', 'eve');
      expect([other.status, other.json.message]).toEqual([
        409,
        expect.stringContaining(`Document already locked by bob: ${uid}`),
      ]);
      const update = { input: uid, params: { properties: 'dc:title=no' }, user: 'eve' };
      expect((await place.call('Document.Update', update)).status).toBe(403);
      expect((await call('Document.Unlock', 'eve')).status).toBe(409);
      const unlocked = await call('Document.Unlock', 'bob');
      expect([unlocked.status, unlocked.json.lockOwner]).toEqual([200, undefined]);
      expect((await call('Document.Unlock', 'eve')).status).toBe(200);
      expect((await call('Document.Lock', 'eve')).json.lockOwner).toBe('eve');
    });

    test('permission Unlock takes off the lock of another', async () => {
      const { uid } = await place.create('unlockable');
      await place.call('Document.Lock', { input: uid, user: 'bob' });
      await setAcl(app, uid, [grantAce('eve', 'Unlock')]);
      const unlocked = await place.call('Document.Unlock', {
        input: uid,
        user: 'eve',
        headers: withLock,
      });
      expect([unlocked.status, unlocked.json.lockOwner]).toEqual([200, undefined]);
    });
  });

  describe('trash', () => {
    test('goes with what is below, and comes back under its own name', async () => {
      const parent = await place.create('to trash', { type: 'Folder' });
      const child = await place.create('child', { parent: parent.uid });
      const gone = await place.call('Document.Trash', { input: parent.uid, user: 'bob' });
      expect(gone.json).toMatchObject({ uid: parent.uid, isTrashed: true, state: 'project' });
      expect(gone.json.path).toMatch(/\/to trash\._\d{13}_\.trashed$/);
      expect((await stored(child.uid)).isTrashed).toBe(true);
      const again = await place.call('Document.Trash', { input: parent.uid, user: 'bob' });
      expect(again.json.path).toBe(gone.json.path);
      const back = await place.call('Document.Untrash', { input: child.uid, user: 'bob' });
      expect(back.json).toMatchObject({ isTrashed: false, path: `${parent.path}/child` });
      expect((await stored(parent.uid)).path).toBe(parent.path);
    });

    test('a proxy is removed instead, and left out of the answer', async () => {
      const source = await place.create('shown');
      const show = async () =>
        (
          await place.call('Document.CreateLiveProxy', {
            input: source.uid,
            params: { 'Destination Path': place.readable.path },
          })
        ).json.uid;
      const single = await place.call('Document.Trash', { input: await show() });
      expect([single.status, single.text]).toEqual([204, '']);
      const proxy = await show();
      const list = await place.call('Document.Trash', { input: `docs:${proxy},${source.uid}` });
      expect(list.json.entries.map(({ uid }: { uid: string }) => uid)).toEqual([source.uid]);
      expect((await app.request(`GET /api/v1/id/${proxy}`)).status).toBe(404);
    });

    test('what is not in the trash cannot come back, unless it did within the same list', async () => {
      const { uid } = await place.create('not trashed');
      const refused = await place.call('Document.Untrash', { input: uid });
      expect([refused.status, refused.json.message]).toEqual([
        403,
        expect.stringContaining('Cannot untrash these documents'),
      ]);
      const parent = await place.create('trashed parent', { type: 'Folder' });
      const child = await place.create('child', { parent: parent.uid });
      await place.call('Document.Trash', { input: parent.uid });
      const input = `docs:${child.uid},${parent.uid}`;
      const both = await place.call('Document.Untrash', { input });
      expect(both.status, both.text).toBe(200);
      expect(both.json.entries.map(({ isTrashed }: { isTrashed: boolean }) => isTrashed)).toEqual([
        false,
        false,
      ]);
    });

    test('emptying removes what is directly in the trash and may be removed', async () => {
      const parent = await place.create('with trash', { type: 'Folder' });
      const inTrash = async (name: string) => {
        const { uid } = await place.create(name, { parent: parent.uid });
        await place.call('Document.Trash', { input: uid });
        return uid;
      };
      const kept = await place.create('kept', { parent: parent.uid });
      const [doomed, held] = [await inTrash('doomed'), await inTrash('held')];
      await setAcl(app, held, [grantAce('bob', 'Read'), denyAll]);
      const call = { params: { parent: parent.path }, user: 'bob' };
      const response = await place.call('Document.EmptyTrash', call);
      expect([response.status, response.text]).toEqual([204, '']);
      const statuses = await Promise.all(
        [doomed, held, kept.uid].map(
          async (uid) => (await app.request(`GET /api/v1/id/${uid}`)).status,
        ),
      );
      expect(statuses).toEqual([404, 200, 200]);
    });

    test('emptying lets its input through and does nothing without the right', async () => {
      const parent = await place.create('full', { type: 'Folder', parent: place.readable.uid });
      const child = await place.create('child', { parent: parent.uid });
      await place.call('Document.Trash', { input: child.uid });
      const before = await dumpStore(app.services.database);
      const response = await place.call('Document.EmptyTrash', {
        input: `doc:${parent.uid}`,
        params: { parent: parent.uid },
        user: 'bob',
      });
      expect([response.status, response.json.uid]).toEqual([200, parent.uid]);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });

    test.each([
      [{}, 400, 'parent'],
      [{ parent: '' }, 400, 'parent'],
      [{ parent: '/no/such' }, 404, '/no/such'],
      [{ parent: './no' }, 400, './no'],
    ])('emptying %o is %i', async (params, status, message) => {
      const response = await place.call('Document.EmptyTrash', { params });
      expect([response.status, response.json.message]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    });

    test('emptying what is no folder is refused, and so is one that may not be read', async () => {
      const file = await place.create('no folder');
      const params = { parent: file.uid };
      expect((await place.call('Document.EmptyTrash', { params })).status).toBe(400);
      await setAcl(app, file.uid, [denyAll]);
      expect((await place.call('Document.EmptyTrash', { params, user: 'bob' })).status).toBe(403);
    });
  });

  describe('life cycle', () => {
    test('a transition leads to another state, on a folder also below', async () => {
      const parent = await place.create('approved', { type: 'Folder' });
      const child = await place.create('child', { parent: parent.uid });
      const call = { input: parent.uid, params: { value: ' approve ' }, user: 'bob' };
      const approved = await place.call('Document.SetLifeCycle', call);
      expect([approved.status, approved.json.state]).toEqual([200, 'approved']);
      expect((await stored(child.uid)).state).toBe('approved');
    });

    test.each(['approve', 'noSuchTransition', ' '])(
      '%j is refused where the state has it not',
      async (value) => {
        const { uid } = await place.create('twice');
        const follow = (transition: string) =>
          place.call('Document.FollowLifecycleTransition', {
            input: uid,
            params: { value: transition },
          });
        await follow('approve');
        const response = await follow(value);
        expect([response.status, response.json.message]).toEqual([
          400,
          expect.stringContaining('from state <approved>'),
        ]);
      },
    );

    test('old clients put documents in the trash and back by transitions', async () => {
      const { uid, path } = await place.create('old client');
      const follow = async (value: string) =>
        (
          await place.call('Document.FollowLifecycleTransition', {
            input: uid,
            params: { value },
            user: 'bob',
          })
        ).json;
      expect(await follow('delete')).toMatchObject({ isTrashed: true, state: 'project' });
      expect(await follow('undelete')).toMatchObject({ isTrashed: false, path });
      const proxy = await place.call('Document.CreateLiveProxy', {
        input: uid,
        params: { 'Destination Path': place.writable.path },
      });
      const removed = await place.call('Document.FollowLifecycleTransition', {
        input: proxy.json.uid,
        params: { value: 'delete' },
      });
      expect([removed.status, removed.text]).toEqual([204, '']);
      expect((await app.request(`GET /api/v1/id/${proxy.json.uid}`)).status).toBe(404);
    });
  });
});
