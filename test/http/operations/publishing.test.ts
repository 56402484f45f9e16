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

const publish = async (place: Place, uid: string, target: string) =>
  (await place.call('Document.PublishToSection', { input: uid, params: { target } })).json;

const published = async (place: Place, name: string) => {
  const document = await place.create(name);
  await publish(place, document.uid, place.writable.uid);
  return document;
};

/** A document `bob` does not see. */
const hidden = async (place: Place) => {
  const document = await place.create('hidden', { parent: place.readable.uid });
  await setAcl(place.app, document.uid, [denyAll]);
  return document;
};

const folder = (place: Place) => place.create('no versions', { type: 'Folder' });

const cases: readonly OperationCase[] = [
  {
    id: 'Document.PublishToSection',
    params: (place) => ({ target: place.writable.uid }),
    deniedParams: (place) => ({ target: place.readable.uid }),
    failing: folder,
    failingStatus: 400,
  },
  {
    id: 'Document.PublishToSections',
    params: (place) => ({ target: [place.writable.uid, place.writable.path] }),
    deniedParams: (place) => ({ target: `${place.writable.uid},${place.readable.uid}` }),
    failing: folder,
    failingStatus: 400,
    answers: 2,
  },
  {
    id: 'Document.CreateLiveProxy',
    params: (place) => ({ 'Destination Path': place.writable.path }),
    failing: async (place) => publish(place, (await place.create('p')).uid, place.writable.uid),
    failingStatus: 400,
    user: 'Administrator',
  },
  {
    id: 'Document.RemoveProxies',
    input: published,
    failing: async (place) => {
      const document = await place.create('published where bob only reads');
      await publish(place, document.uid, place.readable.uid);
      return document;
    },
  },
  { id: 'Document.UnpublishAll', input: published, failing: hidden, isSingle: true, answers: 0 },
  { id: 'Proxy.GetSourceDocument', failing: hidden, isReading: true },
];

describe.each(engines)('publishing by operations on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'publishing');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  testOperationCases(() => app, cases);

  const section = (name: string) => place.create(name, { type: 'Section' });
  const statusOf = async (uid: string) => (await app.request(`GET /api/v1/id/${uid}`)).status;
  const childrenOf = async (uid: string) =>
    (await place.call('Document.GetChildren', { input: uid })).json.entries.length;

  describe('publishing', () => {
    test('makes a version and shows it; again it replaces or adds', async () => {
      const { uid } = await place.create('published');
      const target = await section('section');
      const call = async (params: object) => {
        const options = { input: uid, params: { target: target.path, ...params }, user: 'bob' };
        const response = await place.call('Document.PublishToSection', options);
        expect(response.status, response.text).toBe(200);
        return response.json;
      };
      const proxy = await call({});
      expect(proxy).toMatchObject({
        isProxy: true,
        path: `${target.path}/published`,
        versionableId: uid,
      });
      await place.call('Document.Update', { input: uid, params: { properties: 'dc:title=new' } });
      const replaced = await call({ defaultRendition: 'false', renditionName: '' });
      expect([replaced.uid, replaced.title]).toEqual([proxy.uid, 'new']);
      const added = await call({ override: 'false' });
      expect(added.uid).not.toBe(proxy.uid);
      expect(await childrenOf(target.uid)).toBe(2);
    });

    test('to several sections returns a proxy in each', async () => {
      const [a, b] = [await section('a'), await section('b')];
      const { uid } = await place.create('everywhere');
      const params = { target: `${a.path}, ${b.uid}` };
      const call = { input: uid, params, user: 'bob' };
      const { json } = await place.call('Document.MultiPublish', call);
      expect(json.entries.map(({ path }: { path: string }) => path)).toEqual([
        `${a.path}/everywhere`,
        `${b.path}/everywhere`,
      ]);
      const again = await place.call('Document.PublishToSections', call);
      expect(again.json.entries.map(({ uid: id }: { uid: string }) => id)).toEqual(
        json.entries.map(({ uid: id }: { uid: string }) => id),
      );
      await place.call('Document.PublishToSections', {
        input: uid,
        params: { ...params, override: false },
      });
      expect([await childrenOf(a.uid), await childrenOf(b.uid)]).toEqual([2, 2]);
    });

    test.each(['Document.PublishToSection', 'Document.PublishToSections'])(
      '%s: a section that does not exist is 404',
      async (id) => {
        const { uid } = await place.create('nowhere');
        const params = { target: '/no/section' };
        expect((await place.call(id, { input: uid, params })).status).toBe(404);
      },
    );
  });

  describe('unpublishing', () => {
    test('removes what the caller may remove and leaves the rest', async () => {
      const { uid } = await place.create('taken back');
      const own = await publish(place, uid, place.writable.uid);
      const foreign = await publish(place, uid, place.readable.uid);
      const response = await place.call('Document.UnpublishAll', { input: uid, user: 'bob' });
      expect([response.status, response.text]).toEqual([204, '']);
      expect([await statusOf(own.uid), await statusOf(foreign.uid)]).toEqual([404, 200]);
      await place.call('Document.UnpublishAll', { input: uid });
      expect(await statusOf(foreign.uid)).toBe(404);
    });

    test('removing proxies removes all of them, live ones too, and returns the document', async () => {
      const { uid } = await place.create('no proxies');
      const target = await section('of proxies');
      const destination = { 'Destination Path': target.path };
      await place.call('Document.CreateLiveProxy', { input: uid, params: destination });
      const params = { target: target.uid, override: false };
      await place.call('Document.PublishToSection', { input: uid, params });
      expect(await childrenOf(target.uid)).toBe(2);
      const removal = { input: uid, params: { save: 'false' } };
      const { json } = await place.call('Document.RemoveProxies', removal);
      expect(json.uid).toBe(uid);
      expect(await childrenOf(target.uid)).toBe(0);
    });
  });

  describe('live proxies', () => {
    test('follow their document, by path, id or relative path of the folder', async () => {
      const { uid } = await place.create('followed');
      const target = await section('live');
      for (const destination of [target.path, target.uid, '../live']) {
        const params = { 'Destination Path': destination };
        const { status, json } = await place.call('CreateProxyLive', { input: uid, params });
        expect([status, json.isProxy, json.proxyTargetId]).toEqual([200, true, uid]);
        const title = `title for ${destination}`;
        const properties = { 'dc:title': title };
        await place.call('Document.Update', { input: uid, params: { properties } });
        expect((await app.request(`GET /api/v1/id/${json.uid}`)).json.title).toBe(title);
      }
    });

    test('a folder that does not exist is 404, and others than administrators are not told', async () => {
      const { uid } = await place.create('unfollowed');
      const params = { 'Destination Path': '/no/such' };
      const missing = await place.call('Document.CreateLiveProxy', { input: uid, params });
      expect([missing.status, missing.json.message]).toEqual([
        404,
        expect.stringContaining('/no/such'),
      ]);
      const refused = await place.call('Document.CreateLiveProxy', {
        input: uid,
        params: { 'Destination Path': place.writable.path },
        user: 'bob',
      });
      expect([refused.status, refused.text]).toEqual([404, '']);
    });
  });

  describe('sources', () => {
    test('of proxies and versions is the live document, which must be readable', async () => {
      const { uid } = await place.create('live one');
      const proxy = await publish(place, uid, place.writable.uid);
      const version = await place.call('Document.GetLastVersion', { input: uid });
      const source = (input: string) => place.call('GetLiveDocument', { input, user: 'bob' });
      for (const input of [uid, proxy.uid, version.json.uid, proxy.proxyTargetId]) {
        expect((await source(input)).json.uid).toBe(uid);
      }
      await setAcl(app, uid, [grantAce('Administrator', 'Everything'), denyAll]);
      expect((await source(proxy.uid)).status).toBe(403);
    });
  });
});
