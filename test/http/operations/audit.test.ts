import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/base/limits.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { type Place, preparePlace, testOperationCases } from '../../support/operation-cases.ts';
import { denyAll, setAcl } from '../../support/security.ts';

const unreadable = async (place: Place) => {
  const document = await place.create('unreadable');
  await setAcl(place.app, document.uid, [denyAll]);
  return document;
};

describe.each(engines)('audit entries written by operations on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'audit');
  });
  afterAll(() => app.close());

  testOperationCases(
    () => app,
    [{ id: 'Audit.LogEvent', params: () => ({ event: 'seen' }), failing: unreadable }],
  );

  const entriesOf = (uid: string) =>
    app.services.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .selectAll()
          .where('document_id', '=', uid)
          .where('event_id', 'like', 'test%')
          .orderBy('id'),
      ),
    );

  test('tell the event, the caller and the document as it is', async () => {
    const { uid, path } = await place.create('told');
    const params = { event: 'test read', category: 'Reviews', comment: 'looks good' };
    const response = await place.call('Audit.LogEvent', { input: uid, params, user: 'bob' });
    expect(response.json.uid).toBe(uid);
    expect(await entriesOf(uid)).toEqual([
      expect.objectContaining({
        event_id: 'test read',
        category: 'Reviews',
        comment: 'looks good',
        principal_name: 'bob',
        document_id: uid,
        document_path: path,
        document_type: 'File',
        lifecycle_state: 'project',
      }),
    ]);
  });

  test('belong to automation and have no comment unless something else is said', async () => {
    const one = await place.create('plain one');
    const two = await place.create('plain two');
    const call = { input: `docs:${one.uid},${two.path}`, params: { event: 'test' } };
    const { json } = await place.call('Audit.Log', call);
    expect(json.entries.map(({ uid }: { uid: string }) => uid)).toEqual([one.uid, two.uid]);
    for (const { uid } of [one, two]) {
      const entries = await entriesOf(uid);
      expect(entries.map(({ category, comment }) => [category, comment])).toEqual([
        ['Automation', ''],
      ]);
    }
  });

  test.each([
    'eventDocumentCategory',
    'eventLifeCycleCategory',
    'NuxeoAuthentication',
    'userGroup',
    'Routing',
    'EventDocumentCategory ',
    'nuxeo\u200bauthentication',
  ])('are refused in the category %j of the server, but for administrators', async (category) => {
    const { uid } = await place.create('forged');
    const params = { event: 'test removal', category };
    for (const id of ['Audit.LogEvent', 'Audit.Log']) {
      const refused = await place.call(id, { input: uid, params, user: 'bob' });
      expect(refused.status).toBe(403);
      expect(refused.json.message).toContain(category);
    }
    const list = await place.call('Audit.LogEvent', { input: `docs:${uid}`, params, user: 'bob' });
    expect(list.status).toBe(403);
    expect(await entriesOf(uid)).toEqual([]);
    const allowed = await place.call('Audit.LogEvent', { input: uid, params });
    expect(allowed.status).toBe(200);
    expect((await entriesOf(uid)).map((entry) => entry.category)).toEqual([category]);
  });

  test('are refused without a name for the event, or with one that is too long', async () => {
    const { uid } = await place.create('refused');
    for (const event of ['', 'test'.repeat(100), 'test\0']) {
      const response = await place.call('Audit.LogEvent', { input: uid, params: { event } });
      expect(response.status).toBe(400);
      expect(response.json.message).toContain('event');
    }
    expect(await entriesOf(uid)).toEqual([]);
  });

  test('have a comment of a largest size', async () => {
    const { uid } = await place.create('sized');
    const max = limits.commentLengthMax;
    const comment = 'x'.repeat(max + 1);
    const call = { input: uid, params: { event: 'test', comment } };
    const refused = await place.call('Audit.LogEvent', call);
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining(`comment: has ${max + 1} characters; use at most ${max}`),
    ]);
    expect(await entriesOf(uid)).toEqual([]);
  });
});
