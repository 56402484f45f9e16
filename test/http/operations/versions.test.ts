import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/base/limits.ts';
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

const withLabel = { 'fetch.document': 'versionLabel' };

const checkedIn = async (place: Place, name: string) => {
  const document = await place.create(name);
  const call = { input: document.uid, params: { version: 'minor' } };
  const response = await place.call('Document.CheckIn', call);
  expect(response.status, response.text).toBe(200);
  return document;
};

const version = async (place: Place, name: string) => {
  const { uid } = await checkedIn(place, name);
  const { json } = await place.call('Document.GetLastVersion', { input: uid });
  // A version has the path of its live document, which a path would name.
  return { uid: json.uid, path: json.uid };
};

/** A document `bob` does not see. */
const hidden = async (place: Place) => {
  const document = await checkedIn({ ...place, writable: place.readable }, 'hidden');
  await setAcl(place.app, document.uid, [denyAll]);
  return document;
};

const cases: readonly OperationCase[] = [
  { id: 'Document.CheckIn', params: () => ({ version: 'minor' }) },
  { id: 'Document.CheckOut', input: checkedIn },
  { id: 'Document.CreateVersion', params: () => ({ increment: 'Minor' }) },
  { id: 'Document.RestoreVersion', input: version, isSingle: true },
  { id: 'Document.GetVersions', input: checkedIn, failing: hidden, isSingle: true },
  { id: 'Document.GetLastVersion', input: checkedIn, failing: hidden, isReading: true },
];

describe.each(engines)('versions by operations on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'versions');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  testOperationCases(() => app, cases);

  const call = async (id: string, input: string, params = {}) => {
    const options = { input, params, user: 'bob', headers: withLabel };
    const response = await place.call(id, options);
    expect(response.status, response.text).toBe(200);
    return response.json;
  };
  const update = (uid: string, title: string) =>
    call('Document.Update', uid, { properties: { 'dc:title': title } });
  const labels = async (uid: string) =>
    (await call('Document.GetVersions', uid)).entries.map(
      ({ versionLabel }: { versionLabel: string }) => versionLabel,
    );

  describe('checking in and out', () => {
    test.each([
      ['minor', '0.1'],
      ['MAJOR', '1.0'],
      ['None', '0.0'],
      ['whatever', '0.1'],
      [' major ', '1.0'],
    ])('%j makes version %s', async (increment, label) => {
      const { uid } = await place.create(`in ${increment}`);
      const params = { version: increment, comment: 'because' };
      const live = await call('Document.CheckIn', uid, params);
      expect(live).toMatchObject({ uid, isCheckedOut: false, versionLabel: label });
      expect(await labels(uid)).toEqual([label]);
    });

    test('a comment that is too long is refused, and there is no version', async () => {
      const { uid } = await place.create('commented');
      const sized = (length: number) => ({ version: 'minor', comment: 'x'.repeat(length) });
      const max = limits.commentLengthMax;
      const input = { input: uid, params: sized(max + 1) };
      const refused = await place.call('Document.CheckIn', input);
      expect([refused.status, refused.json.message]).toEqual([
        400,
        expect.stringContaining(`comment: has ${max + 1} characters; use at most ${max}`),
      ]);
      expect(await labels(uid)).toEqual([]);
      await call('Document.CheckIn', uid, sized(max));
      expect(await labels(uid)).toEqual(['0.1']);
    });

    test('what is checked in makes no second version; a change checks it out', async () => {
      const { uid } = await checkedIn(place, 'once');
      await call('Document.CheckIn', uid, { version: 'major' });
      expect(await labels(uid)).toEqual(['0.1']);
      const out = await call('Document.CheckOut', uid);
      expect(out).toMatchObject({ isCheckedOut: true, versionLabel: '0.1+' });
      expect((await call('Document.CheckOut', uid)).changeToken).toBe(out.changeToken);
      await call('Document.CheckIn', uid, { version: 'major' });
      expect(await labels(uid)).toEqual(['0.1', '1.0']);
      expect((await update(uid, 'changed')).isCheckedOut).toBe(true);
    });

    test('who may not make versions is refused also where there is nothing to make', async () => {
      const { uid } = await checkedIn(place, 'not mine');
      await setAcl(app, uid, [grantAce('bob', 'Read'), denyAll]);
      const again = { input: uid, params: { version: 'minor' }, user: 'bob' };
      expect((await place.call('Document.CheckIn', again)).status).toBe(403);
    });

    test('two callers at the same time make one version', async () => {
      const { uid } = await place.create('two callers');
      const calls = [1, 2, 3].map(() => call('Document.CheckIn', uid, { version: 'minor' }));
      for (const live of await Promise.all(calls)) expect(live.versionLabel).toBe('0.1');
      expect(await labels(uid)).toEqual(['0.1']);
    });

    test('versions without an increment keep the number, and the next one goes on from it', async () => {
      const { uid } = await place.create('kept number');
      for (const version of ['minor', 'none', 'none', 'minor']) {
        await call('Document.CheckIn', uid, { version });
        await call('Document.CheckOut', uid);
      }
      expect(await labels(uid)).toEqual(['0.1', '0.1', '0.1', '0.2']);
    });

    test('the comment is kept in the audit of the document', async () => {
      const { uid } = await place.create('commented');
      await call('Document.CheckIn', uid, { version: 'major', comment: 'first issue' });
      await call('Document.CheckIn', uid, { version: 'major', comment: 'not made' });
      const entries = await app.services.database.read((handle) =>
        handle.all(
          handle.builder
            .selectFrom('audit_entry')
            .select(['event_id', 'principal_name', 'comment'])
            .where('document_id', '=', uid),
        ),
      );
      expect(entries).toContainEqual({
        event_id: 'documentCheckedIn',
        principal_name: 'bob',
        comment: '1.0 first issue',
      });
      expect(entries.map(({ comment }) => comment)).not.toContain('not made');
    });

    test('the comment is the description of the version, by which it is found, shown and sorted', async () => {
      const { uid } = await place.create('described');
      for (const comment of ['second thoughts', undefined, 'first issue', '']) {
        await call('Document.CheckIn', uid, { version: 'minor', comment });
        await call('Document.CheckOut', uid);
      }
      const rows = async (where: string) => {
        const column = 'ecm:versionDescription';
        const query = `SELECT ecm:versionLabel, ${column} FROM Document WHERE ${where} ORDER BY ${column}, ecm:versionLabel`;
        const { entries } = await call('Repository.ResultSetQuery', '', { query });
        return entries.map((row: Record<string, unknown>) => Object.values(row));
      };
      const series = `ecm:versionVersionableId = '${uid}'`;
      expect(await rows(series)).toEqual([
        ['0.3', 'first issue'],
        ['0.1', 'second thoughts'],
        ['0.2', null],
        ['0.4', null],
      ]);
      const found = [['0.3', 'first issue']];
      expect(await rows(`${series} AND ecm:versionDescription LIKE 'first%'`)).toEqual(found);
      const { uid: versionId } = (await call('Document.GetVersions', uid)).entries[0];
      const restored = await call('Document.RestoreVersion', versionId);
      const params = { target: place.writable.uid, name: 'copy' };
      const copy = await call('Document.Copy', versionId, params);
      for (const { uid: live } of [restored, copy]) {
        expect(await rows(`ecm:uuid = '${live}'`)).toEqual([[null, null]]);
      }
    });

    test.each(['a\u0000b', '\ud800'])(
      'a comment that cannot be stored (%j) is refused',
      async (comment) => {
        const { uid } = await place.create('odd comment');
        const given = { input: uid, params: { version: 'minor', comment }, user: 'bob' };
        const response = await place.call('Document.CheckIn', given);
        expect([response.status, response.json.message]).toEqual([
          400,
          expect.stringContaining('comment'),
        ]);
        expect(await labels(uid)).toEqual([]);
      },
    );

    test('what an entity carries becomes part of the version', async () => {
      const { uid } = await place.create('with entity');
      const entity = { 'entity-type': 'document', uid, properties: { 'dc:title': 'carried' } };
      const params = { version: 'minor' };
      await place.call('Document.CheckIn', { input: entity, params, user: 'bob' });
      expect((await call('Document.GetLastVersion', uid)).title).toBe('carried');
    });

    test.each(['Document.CheckIn', 'Document.CheckOut', 'Document.CreateVersion'])(
      '%s refuses folders, versions and proxies',
      async (id) => {
        const file = await version(place, 'frozen');
        const proxy = await place.call('Document.CreateLiveProxy', {
          input: file.uid,
          params: { 'Destination Path': place.writable.path },
        });
        const folder = await place.create('no versions', { type: 'Folder' });
        for (const input of [file.uid, proxy.json.uid, folder.uid]) {
          for (const increment of ['Minor', 'None']) {
            const params = { version: increment, increment };
            expect((await place.call(id, { input, params })).status).toBe(400);
          }
        }
      },
    );
  });

  describe('snapshots', () => {
    test.each([
      [{ increment: 'Minor' }, ['0.1']],
      [{ increment: 'major', saveDocument: 'true' }, ['1.0']],
      [{ increment: 'None' }, []],
      [{ increment: 'unknown' }, []],
      [{}, []],
      [{ increment: 'Minor', saveDocument: false }, []],
    ])('%j makes versions %j', async (params, made) => {
      const { uid } = await place.create(`snapshot ${JSON.stringify(params)}`);
      const live = await call('Document.CreateVersion', uid, params);
      expect([live.uid, live.isVersion]).toEqual([uid, false]);
      expect(await labels(uid)).toEqual(made);
    });

    test('is saved with what an entity carries', async () => {
      const { uid } = await place.create('snapshot of entity');
      const input = { 'entity-type': 'document', uid, properties: { 'dc:title': 'new' } };
      const params = { increment: 'Major' };
      const { json } = await place.call('Document.CreateVersion', { input, params, user: 'bob' });
      expect(json.title).toBe('new');
      expect((await call('Document.GetLastVersion', uid)).title).toBe('new');
    });

    test('what did not change since the last version makes no other', async () => {
      const { uid } = await checkedIn(place, 'unchanged snapshot');
      await call('Document.CreateVersion', uid, { increment: 'Minor' });
      expect(await labels(uid)).toEqual(['0.1']);
    });
  });

  describe('going back', () => {
    const twoVersions = async (name: string) => {
      const params = { type: 'File', name, properties: 'dc:title=first' };
      const { uid } = await call('Document.Create', place.writable.uid, params);
      await call('Document.CheckIn', uid, { version: 'minor' });
      await update(uid, 'second');
      await call('Document.CheckIn', uid, { version: 'minor' });
      await update(uid, 'third');
      const { entries } = await call('Document.GetVersions', uid);
      return { uid, first: entries[0].uid as string };
    };

    test.each([
      [{}, false, ['0.1', '0.2'], '0.1'],
      [{ checkout: true }, true, ['0.1', '0.2'], '0.2+'],
      [{ createVersion: 'true' }, false, ['0.1', '0.2', '0.3'], '0.1'],
      [{ createVersion: true, checkout: 'true' }, true, ['0.1', '0.2', '0.3'], '0.3+'],
    ])('restoring with %j', async (params, isCheckedOut, versions, versionLabel) => {
      const { uid, first } = await twoVersions(`restore ${JSON.stringify(params)}`);
      const live = await call('Document.RestoreVersion', first, params);
      expect(live).toMatchObject({ uid, title: 'first', isCheckedOut, versionLabel });
      expect(await labels(uid)).toEqual(versions);
      const last = await call('Document.GetLastVersion', uid);
      expect(last.title).toBe(versions.length === 3 ? 'third' : 'second');
    });

    test('a version that outlived its document cannot be restored, but is listed', async () => {
      const { uid } = await place.create('outlived');
      const params = { target: place.writable.uid };
      const proxy = await place.call('Document.PublishToSection', { input: uid, params });
      expect((await place.call('Document.Delete', { input: uid })).status).toBe(204);
      const input = proxy.json.proxyTargetId;
      for (const id of ['Document.RestoreVersion', 'Proxy.GetSourceDocument']) {
        expect((await place.call(id, { input })).status).toBe(404);
      }
      for (const each of [input, proxy.json.uid]) {
        const { json } = await place.call('Document.GetVersions', { input: each });
        expect(json.entries.map((entry: { uid: string }) => entry.uid)).toEqual([input]);
        expect((await place.call('Document.GetLastVersion', { input: each })).json.uid).toBe(input);
      }
      const foreign = { input: proxy.json.uid, user: 'bob' };
      expect((await place.call('Document.GetVersions', foreign)).status).toBe(403);
    });

    test('a document that is not a version is refused', async () => {
      const { uid } = await checkedIn(place, 'no version');
      const response = await place.call('Document.RestoreVersion', { input: uid });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining('not a version'),
      ]);
    });
  });

  describe('listing', () => {
    test('a document without versions has an empty list and no last version', async () => {
      const { uid } = await place.create('without versions');
      expect(await call('Document.GetVersions', uid)).toEqual({
        'entity-type': 'documents',
        entries: [],
      });
      const last = await place.call('Document.GetLastVersion', { input: uid });
      expect([last.status, last.text]).toEqual([204, '']);
      const list = await place.call('Document.GetLastVersion', { input: `docs:${uid},${uid}` });
      expect(list.json.entries).toEqual([]);
    });

    test('versions and proxies stand for their live document, whose permissions count', async () => {
      const { uid } = await checkedIn(place, 'family');
      const last = await call('Document.GetLastVersion', uid);
      expect(last).toMatchObject({ isVersion: true, isLatestVersion: true, versionableId: uid });
      const proxy = await call('Document.PublishToSection', uid, { target: place.writable.uid });
      for (const input of [last.uid, proxy.uid]) {
        expect((await call('Document.GetLastVersion', input)).uid).toBe(last.uid);
        expect(await labels(input)).toEqual(['0.1']);
      }
      await setAcl(app, uid, [grantAce('Administrator', 'Everything'), denyAll]);
      for (const id of ['Document.GetVersions', 'Document.GetLastVersion']) {
        const response = await place.call(id, { input: proxy.uid, user: 'bob' });
        expect([id, response.status]).toEqual([id, 403]);
      }
    });
  });

  describe('through a proxy that shows a live document', () => {
    const proxied = async (name: string) => {
      const live = await place.create(name);
      const params = { 'Destination Path': place.writable.uid };
      const made = await place.call('Document.CreateLiveProxy', { input: live.uid, params });
      expect(made.status, made.text).toBe(200);
      return { live: live.uid, proxy: made.json.uid as string };
    };

    test('are made of that document, by every operation that makes one', async () => {
      const { live, proxy } = await proxied('shown live');
      const in1 = await call('Document.CheckIn', proxy, { version: 'minor' });
      expect([in1.uid, in1.versionLabel, in1.isCheckedOut]).toEqual([proxy, '0.1', false]);
      const out = await call('Document.CheckOut', proxy);
      expect([out.uid, out.isCheckedOut]).toEqual([proxy, true]);
      const made = await call('Document.CreateVersion', proxy, { increment: 'Minor' });
      expect([made.uid, made.versionLabel]).toEqual([proxy, '0.2']);
      const body = { 'entity-type': 'document', properties: { 'dc:title': 'by REST' } };
      const headers = { 'X-Versioning-Option': 'MAJOR', ...withLabel };
      const saved = await app.request(`PUT /api/v1/id/${proxy}`, { body, headers, user: 'bob' });
      expect([
        saved.status,
        saved.json.isVersion,
        saved.json.versionLabel,
        saved.json.title,
      ]).toEqual([200, true, '1.0', 'by REST']);
      expect(saved.json.versionableId).toBe(live);
      expect(await labels(live)).toEqual(['0.1', '0.2', '1.0']);
      expect(await labels(proxy)).toEqual(['0.1', '0.2', '1.0']);
      const last = await call('Document.GetLastVersion', proxy);
      expect(last.uid).toBe(saved.json.uid);
    });

    test('need the permission on that document', async () => {
      const { live, proxy } = await proxied('protected');
      await setAcl(app, live, [denyAll]);
      for (const [id, params] of [
        ['Document.CheckIn', { version: 'minor' }],
        ['Document.CreateVersion', { increment: 'Minor' }],
      ] as const) {
        const refused = await place.call(id, { input: proxy, params, user: 'bob' });
        expect([id, refused.status]).toEqual([id, 403]);
      }
      const body = { 'entity-type': 'document', properties: {} };
      for (const headers of [{ 'X-Versioning-Option': 'MINOR' }]) {
        const put = await app.request(`PUT /api/v1/id/${proxy}`, { body, headers, user: 'bob' });
        expect(put.status).toBe(403);
      }
      expect((await place.call('Document.GetVersions', { input: live })).json.entries).toEqual([]);
    });

    test('are not made of a proxy that shows a version', async () => {
      const { uid } = await version(place, 'frozen and shown');
      const params = { 'Destination Path': place.writable.uid };
      const proxy = await place.call('Document.CreateLiveProxy', { input: uid, params });
      for (const [id, more] of [
        ['Document.CheckIn', { version: 'minor' }],
        ['Document.CheckOut', {}],
        ['Document.CreateVersion', { increment: 'Minor' }],
      ] as const) {
        const refused = await place.call(id, { input: proxy.json.uid, params: more });
        expect([id, refused.status]).toEqual([id, 400]);
      }
    });
  });
});
