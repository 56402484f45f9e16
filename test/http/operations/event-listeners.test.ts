import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { step, withOperationFiles } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';

const set = (xpath: string, value: string) => step('Document.SetProperty', { xpath, value });

const chains = {
  stamp: [set('dc:source', 'expr:Event.name')],
  describe: [set('dc:description', 'expr:Context["Event"].properties.comment')],
  sign: [set('dc:rights', 'expr:CurrentUser.name')],
  again: [set('dc:format', 'expr:@{Document["dc:title"]}x')],
  breaks: [set('dc:nothing', 'x')],
};

const listeners = [
  {
    id: 'stamp',
    events: ['documentCreated'],
    operation: 'stamp',
    types: ['File'],
    path: '/default-domain',
  },
  { id: 'sign', events: ['documentCreated'], operation: 'sign', types: ['Note'], username: 'ann' },
  {
    id: 'big',
    events: ['documentModified'],
    operation: 'again',
    facets: ['Versionable'],
    condition: 'Document["dc:title"] == "loop"',
  },
  { id: 'now', events: ['approved'], operation: 'describe', when: 'inTransaction' },
  { id: 'later', events: ['approved', 'approved'], operation: 'stamp' },
  { id: 'broken', events: ['broken'], operation: 'breaks', when: 'inTransaction' },
  { id: 'alone', events: ['nightly'], operation: 'Document.Create', params: { type: 'Note' } },
  { id: 'off', events: ['approved'], operation: 'breaks', when: 'inTransaction', enabled: false },
];

const chainFile = {
  chains: Object.entries(chains).map(([id, steps]) => ({ id, steps })),
  restrictions: [{ operation: 'describe', disabled: true }],
};

describe.each(engines)('listeners on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await withOperationFiles([chainFile, { listeners }], ([operations, events]) =>
      startTestApp(engine, { operationFiles: [operations], listenerFiles: [events] }),
    );
    await createUser(app, 'ann', ['administrators']);
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  const propertiesOf = async (uid: string) => {
    const headers = { properties: '*' };
    return (await app.request(`GET /api/v1/id/${uid}`, { headers })).json.properties;
  };
  const jobsOf = async (kind: string) => {
    const { entries } = (await app.request('GET /api/v1/management/jobs?pageSize=100')).json;
    return entries.filter((job: { readonly kind: string }) => job.kind === kind);
  };
  const idle = () =>
    vi.waitFor(async () => expect(await jobsOf('event-listener')).toEqual([]), {
      timeout: 30_000,
    });
  const fire = (name: string, call: object = {}, properties: object = {}) =>
    callOperation(app, 'Event.Fire', { params: { name, properties }, ...call });

  test('run after the commit, for documents of their types, with the event', async () => {
    const file = await createDocument(app, { name: 'file', type: 'File' });
    const folder = await createDocument(app, { name: 'folder', type: 'Folder' });
    await idle();
    expect((await propertiesOf(file.uid))['dc:source']).toBe('documentCreated');
    expect((await propertiesOf(folder.uid))['dc:source']).toBeNull();
  });

  test('run on behalf of a user of the configuration', async () => {
    const note = await createDocument(app, { name: 'note', type: 'Note' });
    await idle();
    expect((await propertiesOf(note.uid))['dc:rights']).toBe('ann');
  });

  test('do not follow what they do themselves, and only where their condition is true', async () => {
    const update = async (uid: string, title: string) => {
      const body = { 'entity-type': 'document', uid, properties: { 'dc:title': title } };
      expect((await app.request(`PUT /api/v1/id/${uid}`, { body })).status).toBe(200);
      await idle();
      return (await propertiesOf(uid))['dc:format'];
    };
    const { uid } = await createDocument(app, { name: 'looping', type: 'File' });
    expect(await update(uid, 'other')).toBeNull();
    expect(await update(uid, 'loop')).toBe('loopx');
  });

  test('run in the transaction of Event.Fire, or after it', async () => {
    const { uid } = await createDocument(app, { name: 'fired', type: 'File' });
    await idle();
    const fired = await fire('approved', { input: `doc:${uid}` }, { comment: 'well done' });
    expect([fired.status, fired.json.uid]).toEqual([200, uid]);
    expect((await propertiesOf(uid))['dc:description']).toBe('well done');
    await idle();
    expect((await propertiesOf(uid))['dc:source']).toBe('approved');
  });

  test('undo the transaction with them when they fail', async () => {
    const { uid } = await createDocument(app, { name: 'undone', type: 'File' });
    const reply = await fire('broken', { input: `doc:${uid}` });
    expect([reply.status, reply.json.message]).toEqual([
      400,
      expect.stringContaining('dc:nothing'),
    ]);
  });

  test('do not run for callers who may not read the document', async () => {
    const { uid } = await createDocument(app, { name: 'hidden', type: 'File' });
    expect((await fire('approved', { input: `doc:${uid}`, user: 'bob' })).status).toBe(403);
    expect((await propertiesOf(uid))['dc:description']).toBeNull();
  });

  test('fail for good without input where their operation needs one, and are listed', async () => {
    expect((await fire('nightly')).status).toBe(204);
    await vi.waitFor(
      async () => {
        const [job] = await jobsOf('event-listener');
        expect(job).toMatchObject({ state: 'failed', attempts: 1 });
      },
      { timeout: 30_000 },
    );
  });
});

describe('a file of listeners', () => {
  const start = (entry: object) =>
    withOperationFiles(
      [{ listeners: [{ id: 'a', events: ['x'], operation: 'Log', ...entry }] }],
      ([path]) => startTestApp('sqlite', { listenerFiles: [path] }),
    );

  test.each([
    [{ operation: 'Nothing.Known' }, 'listener a: there is no operation or chain Nothing.Known'],
    [{ when: 'inTransaction', username: 'ann' }, 'username'],
    [{ path: 'relative' }, 'path'],
    [{ events: [] }, 'events'],
    [{ unknown: 1 }, 'unknown'],
  ])('with %j does not start', async (entry, reason) => {
    const starting = start(entry);
    await expect(starting).rejects.toMatchObject({ code: 'listener.invalid' });
    await expect(starting).rejects.toThrow(reason);
  });
});
