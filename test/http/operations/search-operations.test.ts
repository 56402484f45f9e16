import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../../src/base/clock.ts';
import { indexingKind } from '../../../src/jobs/fulltext/index-documents.ts';
import { cancelJob, enqueueJob } from '../../../src/jobs/queue.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';

interface Suggestion {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  readonly highlights: readonly unknown[];
}

describe.each(engines)('Search.SuggestersLauncher on %s', (engine) => {
  let app: TestApp;
  let report: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'quentin');
    const group = {
      'entity-type': 'group',
      groupname: 'quarters',
      grouplabel: 'Quarter <masters>',
    };
    expect((await app.request('POST /api/v1/group', { body: group })).status).toBe(201);
    const create = async (name: string, title: string, more: object = {}) =>
      (await createDocument(app, { name, properties: { 'dc:title': title }, ...more })).uid;
    report = await create('report', 'Annual <b> quarterly report');
    const secret = await create('secret', 'Quarterly secret');
    await setAcl(app, secret, [denyAll]);
    const trashed = await create('trashed', 'Quarterly rubbish');
    await app.request(`POST /api/v1/automation/Document.Trash`, { body: { input: trashed } });
    for (let count = 0; count < 12; count += 1) await create(`many ${count}`, `zebra ${count}`);
    for (let count = 0; count < 6; count += 1) await createUser(app, `zed${count}`);
  });
  afterAll(() => app.close());

  async function suggest(searchTerm?: string, call: OperationCall = {}): Promise<Suggestion[]> {
    const params = searchTerm === undefined ? {} : { searchTerm };
    const options = { params, user: 'quentin', ...call };
    const response = await callOperation(app, 'Search.SuggestersLauncher', options);
    expect(response.status, response.text).toBe(200);
    expect(response.headers['content-type']).toBe('application/json;charset=UTF-8');
    return response.json;
  }

  test('finds documents by the beginning of words, then users and groups', async () => {
    expect(await suggest('qua')).toEqual([
      {
        id: report,
        label: 'Annual <b> quarterly report',
        type: 'document',
        icon: '',
        thumbnailUrl: '',
        url: `nxdoc/default/${report}/view_documents`,
        highlights: [
          { field: 'dc:title.fulltext', segments: ['Annual &lt;b&gt; <em>quarterly</em> report'] },
        ],
      },
      {
        id: 'quarters',
        label: 'Quarter <masters>',
        type: 'group',
        icon: 'icons/group.png',
        thumbnailUrl: '',
        url: 'group/quarters',
        highlights: [],
      },
    ]);
    expect((await suggest('quen')).map(({ type, id }) => [type, id])).toEqual([
      ['user', 'quentin'],
    ]);
  });

  test('finds several words, the last of which may be incomplete', async () => {
    expect((await suggest('annual rep')).map(({ id }) => id)).toEqual([report]);
    expect((await suggest('  ANNUAL, (quarterly) ')).map(({ id }) => id)).toEqual([report]);
    expect((await suggest('annual or or')).map(({ id }) => id)).toEqual([]);
    expect((await suggest('annual OR rep')).map(({ id }) => id)).toEqual([report]);
    expect(await suggest('ann rep')).toEqual([]);
  });

  test('shows administrators what others may not see, but never what is in the trash', async () => {
    const labels = (await suggest('quarterly', { user: 'Administrator' })).map(
      ({ label }) => label,
    );
    expect(labels.sort()).toEqual(['Annual <b> quarterly report', 'Quarterly secret']);
  });

  test('shows ten documents, five users and five groups', async () => {
    const types = (await suggest('ze')).map(({ type }) => type);
    expect(types).toEqual([
      ...Array.from({ length: 10 }, () => 'document'),
      ...Array.from({ length: 5 }, () => 'user'),
    ]);
  });

  test.each([undefined, '', '   ', '*', '?!-', '"', "' OR 1=1 --", '\\', '%', '\u0000'])(
    'finds no documents and does not fail for %j',
    async (term) => {
      const found = await suggest(term);
      expect(found.filter(({ type }) => type === 'document')).toEqual([]);
    },
  );

  test('refuses a term that is no text', async () => {
    const params = { searchTerm: ['a'] };
    const { status, json } = await callOperation(app, 'Search.SuggestersLauncher', { params });
    expect([status, json.message]).toEqual([400, expect.stringContaining('searchTerm')]);
  });
});

test('Search.SuggestersLauncher finds documents by the beginning of the title without full text', async () => {
  const app = await startTestApp('sqlite', { fulltextEnabled: false });
  const create = (name: string, title: string) =>
    createDocument(app, { name, properties: { 'dc:title': title } });
  const { uid } = await create('percent', '100% Sure');
  await create('other', '100 others');
  const params = { searchTerm: '100% s' };
  const { json } = await callOperation(app, 'Search.SuggestersLauncher', { params });
  expect(json.map(({ id }: Suggestion) => id)).toEqual([uid]);
  await app.close();
});

describe.each(engines)('Elasticsearch.WaitForIndexing on %s', (engine) => {
  let app: TestApp;
  const id = 'Elasticsearch.WaitForIndexing';
  beforeAll(async () => {
    const chain = [
      step('Document.Create', { type: 'Note', name: 'within', properties: 'dc:title=within' }),
      step(id, { timeoutSecond: 20 }),
    ];
    app = await startWithChains(engine, { createAndWait: chain }, {}, { fileTexts: true });
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  const wait = (params: object = {}, call: OperationCall = {}) =>
    callOperation(app, id, { params, ...call });

  test('returns once the text of a file that was just stored is found', async () => {
    const content = { name: 'f.txt', 'mime-type': 'text/plain', content: 'a syzygy of words' };
    const { uid } = await createDocument(app, {
      name: 'file',
      properties: { 'file:content': content },
    });
    const { status, json } = await wait({ refresh: true, waitForBulkService: true });
    expect([status, json]).toEqual([200, { 'entity-type': 'boolean', value: true }]);
    const query = encodeURIComponent("SELECT * FROM Document WHERE ecm:fulltext = 'syzygy'");
    const found = await app.request(`GET /api/v1/search/execute?query=${query}`);
    expect(found.json.entries.map((entry: { uid: string }) => entry.uid)).toEqual([uid]);
  });

  test('returns false when the time limit is reached before', async () => {
    const { database } = app.services;
    const job = { kind: indexingKind, payload: {}, runAtMs: now() + 3_600_000 };
    const jobId = await database.write((handle) => enqueueJob(handle, job));
    for (const timeoutSecond of [0, 1]) {
      const { status, json } = await wait({ timeoutSecond });
      expect([status, json]).toEqual([200, { 'entity-type': 'boolean', value: false }]);
    }
    await database.write((handle) => cancelJob(handle, jobId));
    expect((await wait({ timeoutSecond: 0 })).json.value).toBe(true);
  });

  test('does not block other requests in a chain that has changed something before', async () => {
    const { json: parent } = await app.request('GET /api/v1/path/default-domain/workspaces');
    const job = { kind: indexingKind, payload: {}, runAtMs: now() + 3_600_000 };
    const { database } = app.services;
    const jobId = await database.write((handle) => enqueueJob(handle, job));
    const running = callOperation(app, 'createAndWait', { input: parent.uid });
    // What the chain did is there for others, and the store takes their changes, while it waits.
    const place = 'GET /api/v1/path/default-domain/workspaces/within';
    await expect.poll(async () => (await app.request(place)).status).toBe(200);
    await createDocument(app, { name: 'meanwhile' });
    await database.write((handle) => cancelJob(handle, jobId));
    const { status, json } = await running;
    expect([status, json]).toEqual([200, { 'entity-type': 'boolean', value: true }]);
  });

  test('waits for the entries of downloads where that is asked for', async () => {
    const content = { name: 'd.txt', 'mime-type': 'text/plain', content: 'x' };
    const properties = { 'file:content': content };
    const { uid } = await createDocument(app, { name: 'loaded', properties });
    await app.request(`GET /api/v1/id/${uid}/@blob/file:content`);
    expect((await wait({ waitForAudit: true })).json.value).toBe(true);
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit?eventId=download`);
    expect(json.resultsCount).toBe(1);
  });

  test.each([
    [{ timeoutSecond: -1 }, 'timeoutSecond'],
    [{ timeoutSecond: 'soon' }, 'timeoutSecond'],
    [{ waitForAudit: { not: 'a boolean' } }, 'waitForAudit'],
  ])('refuses %j', async (params, name) => {
    const { status, json } = await wait(params);
    expect([status, json.message]).toEqual([400, expect.stringContaining(name)]);
  });

  test('is for administrators', async () => {
    expect((await wait({}, { user: 'ann' })).status).toBe(404);
  });
});
