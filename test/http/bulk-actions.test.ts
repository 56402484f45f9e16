import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { run, statusOf, submit, whenEnded } from '../support/bulk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

const live = 'AND ecm:isVersion = 0 AND ecm:isProxy = 0';

describe.each(engines)('bulk actions on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ada');
  });
  afterAll(() => app.close());

  const create = async (title: string, count: number, more: object = {}): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const properties = { 'dc:title': title };
      ids.push((await createDocument(app, { name: `${title}-${at}`, properties, ...more })).uid);
    }
    return ids;
  };
  const titled = (title: string, more = live) =>
    `SELECT * FROM Document WHERE dc:title = '${title}' ${more}`;
  const count = async (query: string): Promise<number> => {
    const path = `/api/v1/search/execute?pageSize=1&query=${encodeURIComponent(query)}`;
    return (await app.request(`GET ${path}`)).json.resultsCount;
  };
  const manage = (line: string, options: object = {}) =>
    app.request(line.replace(' ', ' /api/v1/management'), options);

  test('trash puts documents in the trash and takes them out, and skips what is there', async () => {
    const [parent = ''] = await create('trashed', 1, { type: 'Folder' });
    await create('trashed', 2, { parent });
    const query = titled('trashed');
    const trashed = await run(app, 'trash', { query, params: { value: true } });
    expect(trashed).toMatchObject({ processed: 3, total: 3, errorCount: 0 });
    expect(await count(`${query} AND ecm:isTrashed = 1`)).toBe(3);
    const again = await run(app, 'trash', { query, params: { value: 'true' } });
    expect(again).toMatchObject({ processed: 3, skipCount: 3 });
    await run(app, 'trash', { query, params: { value: false } });
    expect(await count(`${query} AND ecm:isTrashed = 1`)).toBe(0);
    for (const params of [{}, { value: 'perhaps' }]) {
      const { status, json } = await submit(app, 'trash', { query, params });
      expect([status, json.message]).toEqual([400, expect.stringMatching(/^Invalid value in/)]);
    }
  });

  test('deletion removes documents, and skips those that went with their folder', async () => {
    const [parent = ''] = await create('doomed', 1, { type: 'Folder' });
    await create('doomed', 3, { parent });
    const status = await run(app, 'deletion', { query: titled('doomed') });
    expect(status).toMatchObject({ processed: 4, total: 4, errorCount: 0 });
    expect(await count(titled('doomed', ''))).toBe(0);
  });

  test('removeProxy removes proxies and nothing else', async () => {
    const [target = ''] = await create('shown', 1);
    const [section = ''] = await create('section', 1, { type: 'Folder' });
    const params = { 'Destination Path': section };
    expect(
      (await callOperation(app, 'Document.CreateLiveProxy', { input: target, params })).status,
    ).toBe(200);
    const status = await run(app, 'removeProxy', { query: titled('shown', '') });
    expect(status).toMatchObject({ processed: 2, skipCount: 1, errorCount: 0 });
    expect(await count(titled('shown', ''))).toBe(1);
  });

  test('actions for administrators are refused to others, with an empty body', async () => {
    for (const action of ['trash', 'deletion', 'removeProxy', 'index']) {
      const response = await submit(app, action, { query: 'SELECT', user: 'ada' });
      expect([response.status, response.text]).toEqual([403, '']);
    }
  });

  test('setProperties makes versions where it is asked to, and none with NONE', async () => {
    const [id = ''] = await create('versioned', 1);
    const versions = () => count(titled('versioned', 'AND ecm:isVersion = 1'));
    const call = { query: titled('versioned') };
    await run(app, 'setProperties', {
      ...call,
      params: { 'dc:source': 'a', VersioningOption: 'MINOR' },
    });
    expect(await versions()).toBe(1);
    await run(app, 'setProperties', {
      ...call,
      params: { 'dc:source': 'b', VersioningOption: 'NONE' },
    });
    expect(await versions()).toBe(1);
    await run(app, 'setProperties', {
      ...call,
      params: { 'dc:source': 'c', VersioningOption: 'MAJOR' },
    });
    expect(await versions()).toBe(2);
    const [folder = ''] = await create('unversioned', 1, { type: 'Folder' });
    const status = await run(app, 'setProperties', {
      query: titled('unversioned'),
      params: { 'dc:source': 'd', VersioningOption: 'MAJOR' },
    });
    expect(status).toMatchObject({ processed: 1, errorCount: 0 });
    expect([id, folder]).not.toContain('');
  });

  test('setProperties is in the audit, unless an administrator turns that off', async () => {
    const [id = ''] = await create('audited', 1);
    const events = async () => {
      const { json } = await app.request(`GET /api/v1/id/${id}/@audit`);
      return json.entries.filter(
        ({ eventId }: { eventId: string }) => eventId === 'documentModified',
      ).length;
    };
    const call = { query: titled('audited') };
    await run(app, 'setProperties', { ...call, params: { 'dc:source': 'a' } });
    expect(await events()).toBe(1);
    const params = { 'dc:source': 'b', disableAuditLogger: true };
    await run(app, 'setProperties', { ...call, params });
    expect(await events()).toBe(1);
  });

  test('setProperties sets parts of values', async () => {
    const [id = ''] = await create('parts', 1);
    const body = {
      'entity-type': 'document',
      properties: { 'dc:subjects': ['art/cinema', 'sciences'] },
    };
    await app.request(`PUT /api/v1/id/${id}`, { body });
    const params = { 'dc:subjects/1': 'art/music' };
    await run(app, 'setProperties', { query: titled('parts'), params });
    const { json } = await app.request(`GET /api/v1/id/${id}`, { headers: { properties: '*' } });
    expect(json.properties['dc:subjects']).toEqual(['art/cinema', 'art/music']);
  });

  test.each([
    ['POST /search/reindex', 'index'],
    ['POST /elasticsearch/reindex', 'index'],
    ['POST /fulltext/extract', 'extractBinaryFulltext'],
    ['POST /fulltext/fixBinaryStorage', 'fixBinaryFulltext'],
    ['DELETE /versions/orphaned', 'garbageCollectOrphanVersions'],
    ['DELETE /workflows/orphaned', 'garbageCollectWokflows'],
  ])('%s submits a command of the system', async (line, action) => {
    expect((await manage(line, { user: 'ada' })).status).toBe(403);
    const { status, json } = await manage(line);
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({ state: 'SCHEDULED', action, username: 'system' }),
    ]);
    const asAda = await app.request(`GET /api/v1/bulk/${json.commandId}`, { user: 'ada' });
    expect(asAda.status).toBe(404);
    expect(await whenEnded(app, json.commandId)).toMatchObject({
      errorCount: 0,
      state: 'COMPLETED',
    });
  });

  test('a query in the form or the address chooses the documents', async () => {
    await create('chosen', 2);
    const query = titled('chosen');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ query, force: 'true' }).toString();
    const form = await manage('POST /fulltext/extract', { body: Buffer.from(body), headers });
    expect(form.status).toBe(200);
    expect(await whenEnded(app, form.json.commandId)).toMatchObject({ total: 2, skipCount: 0 });
    const address = new URLSearchParams({ query, queryLimit: '1' });
    const limited = await manage(`POST /search/reindex?${address}`);
    expect(await whenEnded(app, limited.json.commandId)).toMatchObject({ total: 1 });
    expect((await manage('POST /search/reindex?queryLimit=-1')).status).toBe(400);
    const [id = ''] = await create('one', 1);
    const one = await manage(`POST /elasticsearch/${id}/reindex`);
    expect(await whenEnded(app, one.json.commandId)).toMatchObject({ total: 1, errorCount: 0 });
    const nothing = '00000000-0000-7000-8000-000000000000';
    expect((await manage(`POST /elasticsearch/${nothing}/reindex`)).status).toBe(404);
    for (const line of ['flush', 'optimize']) {
      expect((await manage(`POST /elasticsearch/${line}`)).status).toBe(204);
    }
  });

  test('documents are found by words that were lost once they are indexed again', async () => {
    await create('lostwords', 1);
    const { database } = app.services;
    await database.write((handle) => handle.run(handle.builder.deleteFrom('document_fulltext')));
    const query = `SELECT * FROM Document WHERE ecm:fulltext = 'lostwords'`;
    expect(await count(query)).toBe(0);
    const { json } = await manage('POST /search/reindex');
    await whenEnded(app, json.commandId);
    expect(await count(query)).toBe(1);
  });

  test('all actions for one command at a time are refused while it runs', async () => {
    const [first, second] = await Promise.all([
      manage('DELETE /versions/orphaned'),
      manage('DELETE /versions/orphaned'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const { json } = first.status === 409 ? first : second;
    expect(json.message).toMatch(/(?:is exclusive, command: .* is already running|same key)/);
    const [won] = [first, second].filter(({ status }) => status === 200);
    await whenEnded(app, won?.json.commandId);
    const next = await manage('DELETE /versions/orphaned');
    expect(next.status).toBe(200);
    await whenEnded(app, next.json.commandId);
  });

  test('orphaned versions are removed, and those of living documents are not', async () => {
    const [kept = '', gone = ''] = await create('history', 2);
    for (const input of [kept, gone]) {
      const params = { increment: 'Minor' };
      await callOperation(app, 'Document.CreateVersion', { input, params });
    }
    const versions = titled('history', 'AND ecm:isVersion = 1');
    expect(await count(versions)).toBe(2);
    // A removal takes the versions along; one that an older program has left behind is made here.
    const { database } = app.services;
    await database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('document')
          .set({ series_id: '00000000-0000-7000-8000-000000000001' })
          .where('series_id', '=', gone)
          .where('is_version', '=', 1),
      ),
    );
    const { json } = await manage('DELETE /versions/orphaned');
    const status = await whenEnded(app, json.commandId);
    expect(status).toMatchObject({ errorCount: 0, processed: status.total });
    expect(status.processed - status.skipCount).toBe(1);
    const left = await database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('document')
          .select('series_id')
          .where('is_version', '=', 1)
          .where('series_id', 'in', [kept, '00000000-0000-7000-8000-000000000001']),
      ),
    );
    expect(left).toEqual([{ series_id: kept }]);
  });

  test('texts of files are read again, or only those that are missing', async () => {
    const batchId = (await app.request('POST /api/v1/upload')).json.batchId;
    const headers = { 'content-type': 'text/plain', 'X-File-Name': 'words.txt' };
    await app.request(`POST /api/v1/upload/${batchId}/0`, { body: Buffer.from('abc'), headers });
    const content = { 'upload-batch': batchId, 'upload-fileId': '0' };
    const properties = { 'dc:title': 'filed', 'file:content': content };
    await createDocument(app, { name: 'filed', properties });
    const { database } = app.services;
    const texts = () =>
      database.read((handle) =>
        handle.all(handle.builder.selectFrom('blob_text').select(['state', 'attempts'])),
      );
    const setState = (state: string) =>
      database.write((handle) =>
        handle.run(handle.builder.updateTable('blob_text').set({ state, attempts: 3 })),
      );
    await setState('done');
    const query = titled('filed');
    const fixed = await run(app, 'fixBinaryFulltext', { query });
    expect(fixed).toMatchObject({ processed: 1, skipCount: 0, errorCount: 0 });
    expect(await texts()).toEqual([{ state: 'done', attempts: 3 }]);
    await setState('failed');
    await run(app, 'fixBinaryFulltext', { query });
    expect(await texts()).toEqual([{ state: 'waiting', attempts: 0 }]);
    await setState('done');
    const extracted = await run(app, 'extractBinaryFulltext', { query, params: { force: true } });
    expect(extracted).toMatchObject({ processed: 1, skipCount: 0, errorCount: 0 });
    expect(await texts()).toEqual([{ state: 'waiting', attempts: 0 }]);
    const invalid = await submit(app, 'extractBinaryFulltext', { query, params: { force: 1 } });
    expect(invalid.status).toBe(400);
  });

  test('the metrics show commands and items', async () => {
    const { text } = await app.request('GET /metrics');
    expect(text).toMatch(/^cartulary_bulk_commands\{state="COMPLETED"\} [1-9]/m);
    expect(text).toMatch(/^cartulary_bulk_items_total [1-9]/m);
    expect(text).toMatch(/^cartulary_bulk_item_errors_total \d/m);
  });

  test('a status is read with one query', async () => {
    const { commandId } = await run(app, 'setProperties', { query: titled('nothing') });
    expect(await statusOf(app, commandId)).toMatchObject({ state: 'COMPLETED' });
    const before = /cartulary_store_queries_total (\d+)/;
    const queries = async () => Number(before.exec((await app.request('GET /metrics')).text)?.[1]);
    const first = await queries();
    const own = (await queries()) - first;
    await statusOf(app, commandId);
    expect((await queries()) - first - 2 * own).toBe(1);
  });
});
