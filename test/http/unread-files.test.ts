import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { zipOf } from '../support/office-files.ts';
import { callOperation } from '../support/operations.ts';

const parent = '/api/v1/path/default-domain/workspaces';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe.each(engines)('files that cannot be read, on %s', (engine) => {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true, fileTexts: true }, log);
    await app.request('POST /api/v1/user', {
      body: { 'entity-type': 'user', id: 'ann', properties: { username: 'ann', password: 'ann' } },
    });
    await store('broken.pdf', 'application/pdf', Buffer.from('no PDF at all'));
    await store('empty.docx', wordType, Buffer.from(await zipOf({ 'a.xml': '<a/>' })));
    await store('fine.rtf', 'application/rtf', Buffer.from('{\\rtf1 a {\\b peli}can}'));
    const waited = await callOperation(app, 'Elasticsearch.WaitForIndexing', {});
    expect(waited.json.value).toBe(true);
  });
  afterAll(() => app.close());

  async function store(name: string, type: string, bytes: Buffer): Promise<void> {
    const { json } = await app.request('POST /api/v1/upload');
    const { status } = await app.request(`POST /api/v1/upload/${json.batchId}/0`, {
      body: bytes,
      headers: { 'x-file-name': name, 'x-file-type': type },
    });
    expect(status).toBe(201);
    const content = { 'upload-batch': json.batchId, 'upload-fileId': '0' };
    const properties = { 'dc:title': name, 'file:content': content };
    const created = await app.request(`POST ${parent}`, {
      body: { 'entity-type': 'document', type: 'File', name, properties },
    });
    expect(created.status).toBe(201);
  }

  const list = (params: object = {}, user?: object) =>
    callOperation(app, 'Fulltext.ListUnreadFiles', { params, ...user });

  test('are listed for administrators, with document, place and reason', async () => {
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(json).toMatchObject({ 'entity-type': 'recordSet', resultsCount: 2, pageSize: 50 });
    const byName = Object.fromEntries(
      json.entries.map((entry: { name: string }) => [entry.name, entry]),
    );
    expect(byName['broken.pdf']).toMatchObject({
      'ecm:uuid': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'ecm:path': '/default-domain/workspaces/broken.pdf',
      'ecm:isVersion': false,
      xpath: 'file:content',
      'mime-type': 'application/pdf',
      reason: 'Invalid PDF structure.',
      failed: expect.stringMatching(/^20\d\d-/),
    });
    expect(byName['empty.docx'].reason).toContain('none of the parts of such a document');
  });

  test('are listed page by page', async () => {
    const first = await list({ pageSize: 1 });
    const second = await list({ pageSize: 1, currentPageIndex: 1 });
    const names = [first, second].flatMap(({ json }) =>
      json.entries.map((e: { name: string }) => e.name),
    );
    expect(names.toSorted()).toEqual(['broken.pdf', 'empty.docx']);
    expect((await list({ currentPageIndex: -1 })).status).toBe(400);
  });

  test('are not listed for others', async () => {
    expect((await list({}, { user: 'ann', password: 'ann' })).status).toBe(404);
  });

  test('are logged', () => {
    const about = logged.filter((line) => line.includes('broken.pdf'));
    expect(about).toHaveLength(1);
    expect(JSON.parse(about[0] ?? '')).toMatchObject({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      reason: 'Invalid PDF structure.',
      msg: expect.stringContaining('the text of a file could not be read'),
    });
  });

  test('are counted', async () => {
    const { text } = await app.request('GET /metrics');
    expect(text).toContain('cartulary_file_texts_total{outcome="read"} 1');
    expect(text).toContain('cartulary_file_texts_total{outcome="failed"} 2');
  });

  test('do not keep others from being found', async () => {
    const query = "SELECT * FROM Document WHERE ecm:fulltext = 'pelican'";
    const { json } = await app.request(
      `GET /api/v1/search/execute?query=${encodeURIComponent(query)}`,
    );
    expect(json.entries.map(({ title }: { title: string }) => title)).toEqual(['fine.rtf']);
  });
});
