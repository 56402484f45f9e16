import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { run, statusOf, submit, whenEnded } from '../support/bulk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** All documents whose title begins with the text. */
function titled(text: string): string {
  return `SELECT * FROM Document WHERE dc:title LIKE '${text}%' AND ecm:isVersion = 0`;
}

async function createFiles(app: TestApp, title: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const properties = { 'dc:title': `${title} ${at}` };
    ids.push((await createDocument(app, { name: `${title}-${at}`, properties })).uid);
  }
  return ids;
}

async function propertyOf(app: TestApp, id: string, key: string): Promise<unknown> {
  const headers = { properties: '*' };
  return (await app.request(`GET /api/v1/id/${id}`, { headers })).json.properties[key];
}

describe.each(engines)('bulk commands on %s', (engine: EngineName) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ada');
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  test('a new command is scheduled, with zeros and nulls', async () => {
    const response = await submit(app, 'setProperties', {
      query: titled('none'),
      params: { 'dc:source': 'x' },
    });
    expect(response.status).toBe(202);
    expect(Object.keys(response.json)).toEqual([
      'entity-type',
      'commandId',
      'state',
      'processed',
      'skipCount',
      'error',
      'errorCount',
      'total',
      'action',
      'username',
      'submitted',
      'scrollStart',
      'scrollEnd',
      'processingStart',
      'processingEnd',
      'completed',
      'processingMillis',
    ]);
    expect(response.json).toEqual({
      'entity-type': 'bulkStatus',
      commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: 'SCHEDULED',
      processed: 0,
      skipCount: 0,
      error: false,
      errorCount: 0,
      total: 0,
      action: 'setProperties',
      username: 'Administrator',
      submitted: instant,
      scrollStart: null,
      scrollEnd: null,
      processingStart: null,
      processingEnd: null,
      completed: null,
      processingMillis: 0,
    });
    await whenEnded(app, response.json.commandId);
  });

  test('a command without documents is completed once that is known', async () => {
    const status = await run(app, 'setProperties', { query: titled('none') });
    expect(status).toMatchObject({ state: 'COMPLETED', total: 0, processed: 0, error: false });
    expect(status).toMatchObject({ scrollStart: instant, scrollEnd: instant, completed: instant });
    expect(status).toMatchObject({ processingStart: null, processingEnd: null });
  });

  test('setProperties changes all documents of the query, and the counts add up', async () => {
    const ids = await createFiles(app, 'bulk', 60);
    const status = await run(app, 'setProperties', {
      query: titled('bulk'),
      params: { 'dc:source': 'from bulk', 'dc:subjects': ['art/cinema', 'sciences'] },
    });
    expect(status).toMatchObject({
      state: 'COMPLETED',
      processed: 60,
      total: 60,
      error: false,
      errorCount: 0,
      skipCount: 0,
      scrollStart: instant,
      scrollEnd: instant,
      processingStart: instant,
      processingEnd: instant,
      completed: instant,
      processingMillis: expect.any(Number),
    });
    expect(status).not.toHaveProperty('errorMessage');
    expect(status).not.toHaveProperty('result');
    for (const id of ids) expect(await propertyOf(app, id, 'dc:source')).toBe('from bulk');
    expect(await propertyOf(app, ids[59] ?? '', 'dc:subjects')).toEqual(['art/cinema', 'sciences']);
  });

  test('the limit of a query is the total', async () => {
    await createFiles(app, 'limited', 5);
    const status = await run(app, 'setProperties', {
      query: titled('limited'),
      params: { 'dc:source': 'limit' },
      more: { queryLimit: '3' },
    });
    expect(status).toMatchObject({ state: 'COMPLETED', processed: 3, total: 3 });
  });

  test('a query that cannot be parsed is accepted, and the status says so', async () => {
    const status = await run(app, 'setProperties', { query: 'SELECT * FROM', params: {} });
    expect(status).toMatchObject({
      state: 'COMPLETED',
      total: 0,
      processed: 0,
      error: true,
      errorCount: 1,
      errorMessage: 'Invalid query',
      completed: instant,
    });
    const { json } = await app.request(`GET /api/v1/bulk/${status.commandId}/errors`);
    expect(json).toMatchObject({ errorCount: 1, entries: [{ itemId: 'command' }] });
  });

  test('documents that cannot be changed are counted and listed, the others are changed', async () => {
    const [open, closed] = (await createFiles(app, 'mixed', 2)) as [string, string];
    const folder = await createDocument(app, {
      name: 'mixed-folder',
      type: 'Folder',
      properties: { 'dc:title': 'mixed folder' },
    });
    await callOperation(app, 'Document.AddPermission', {
      input: open,
      params: { username: 'ada', permission: 'ReadWrite' },
    });
    for (const input of [closed, folder.uid]) {
      await callOperation(app, 'Document.AddPermission', {
        input,
        params: { username: 'ada', permission: 'Read' },
      });
    }
    const status = await run(app, 'setProperties', {
      query: titled('mixed'),
      params: { 'dc:source': 'by ada' },
      user: 'ada',
    });
    expect(status).toMatchObject({
      state: 'COMPLETED',
      username: 'ada',
      processed: 3,
      total: 3,
      error: true,
      errorCount: 2,
      errorMessage: expect.stringMatching(/^Cannot save document: [0-9a-f-]{36}, Privilege/),
    });
    expect(await propertyOf(app, open, 'dc:source')).toBe('by ada');
    expect(await propertyOf(app, closed, 'dc:source')).toBeNull();
    const { json } = await app.request(`GET /api/v1/bulk/${status.commandId}/errors`, {
      user: 'ada',
    });
    const failed = json.entries.map(({ itemId }: { itemId: string }) => itemId);
    expect(failed).toEqual([closed, folder.uid].sort());
  });

  test('a document without the property is an error of that document', async () => {
    await createFiles(app, 'typed', 2);
    const status = await run(app, 'setProperties', {
      query: titled('typed'),
      params: { 'note:note': 'text' },
    });
    expect(status).toMatchObject({ processed: 2, errorCount: 2, error: true });
    expect(status.errorMessage).toMatch(
      /^Cannot set property: note:note of document: [0-9a-f-]{36}, /,
    );
  });

  test('the submitter and administrators see and abort a command, others get 404', async () => {
    await createFiles(app, 'owned', 1);
    const { json } = await submit(app, 'setProperties', {
      query: titled('owned'),
      user: 'ada',
    });
    const path = `/api/v1/bulk/${json.commandId}`;
    await whenEnded(app, json.commandId);
    expect((await app.request(`GET ${path}`, { user: 'ada' })).status).toBe(200);
    expect((await app.request(`GET ${path}`)).status).toBe(200);
    const asBob = await app.request(`GET ${path}`, { user: 'bob' });
    expect(asBob.status).toBe(404);
    expect(asBob.json.message).toBe(`Bulk command with id=${json.commandId} doesn't exist`);
    for (const line of [`GET ${path}/errors`, `PUT ${path}/abort`]) {
      expect((await app.request(line, { user: 'bob' })).status).toBe(404);
    }
    const unchanged = await app.request(`PUT ${path}/abort`, { user: 'ada' });
    expect([unchanged.status, unchanged.json.state]).toEqual([200, 'COMPLETED']);
    for (const line of [`GET /api/v1/management/bulk/${json.commandId}`]) {
      expect((await app.request(line, { user: 'ada' })).status).toBe(403);
    }
  });

  test('a running command is aborted, and its status says so at once', async () => {
    await createFiles(app, 'aborted', 30);
    // Again in the unlikely case that all is done before.
    const aborted = await vi.waitFor(
      async () => {
        const call = { query: titled('aborted'), params: { 'dc:source': 'x' } };
        const { json } = await submit(app, 'setProperties', call);
        const response = await app.request(`DELETE /api/v1/management/bulk/${json.commandId}`);
        expect(response.status).toBe(200);
        return response.json;
      },
      { timeout: 60_000 },
    );
    expect(aborted).toMatchObject({ state: 'ABORTED', completed: instant });
    const status = await statusOf(app, aborted.commandId);
    expect(status).toMatchObject({ state: 'ABORTED', completed: aborted.completed });
    const again = await app.request(`DELETE /api/v1/management/bulk/${aborted.commandId}`);
    expect([again.status, again.json.state]).toEqual([200, 'ABORTED']);
    const { commandId } = (await submit(app, 'setProperties', { query: titled('none') })).json;
    const path = `/api/v1/bulk/${commandId}/abort`;
    expect((await app.request(`PUT ${path}`)).status).toBe(200);
  });

  test('a completed command cannot be aborted by management, an unknown one is 404', async () => {
    const { commandId } = await run(app, 'setProperties', { query: titled('none') });
    const completed = await app.request(`DELETE /api/v1/management/bulk/${commandId}`);
    expect(completed.status).toBe(400);
    for (const method of ['GET', 'DELETE']) {
      const unknown = await app.request(`${method} /api/v1/management/bulk/xyz`);
      expect([unknown.status, unknown.json.message]).toEqual([404, "commandId doesn't exist: xyz"]);
    }
    expect((await statusOf(app, commandId)).state).toBe('COMPLETED');
    for (const id of ['%00', '%F0%9F%98%80', 'x'.repeat(2_000), `${commandId}x`]) {
      expect((await app.request(`GET /api/v1/bulk/${id}`)).status).toBe(404);
      expect((await app.request(`DELETE /api/v1/management/bulk/${id}`)).status).toBe(404);
    }
  });

  test.each([
    ['an unknown action', 'nothing', {}, 'Administrator', 400],
    ['an unknown xpath', 'setProperties', { 'dc:nothing': 1 }, 'Administrator', 400],
    ['another version', 'setProperties', { VersioningOption: 'HUGE' }, 'Administrator', 400],
    ['no flag', 'setProperties', { disableAuditLogger: 'maybe' }, 'Administrator', 400],
    ['a file', 'setProperties', { 'file:content': {} }, 'Administrator', 400],
    ['no audit as a user', 'setProperties', { disableAuditLogger: true }, 'ada', 403],
  ])('%s is refused', async (_what, action, params, user, status) => {
    const response = await submit(app, action, { query: titled('none'), params, user });
    expect(response.status).toBe(status);
    if (action === 'nothing') expect(response.text).toBe('');
  });

  test('a parameter that does not fit is named', async () => {
    const query = titled('none');
    const response = await submit(app, 'setProperties', { query, params: { 'dc:nothing': 1 } });
    expect(response.json.message).toBe('Unknown xpath dc:nothing in command: setProperties');
  });

  test.each(['0', '-1', '1.5', 'many', '99999999999999999999'])(
    'the limit %s is refused',
    async (queryLimit) => {
      const call = { query: titled('none'), more: { queryLimit } };
      expect((await submit(app, 'setProperties', call)).status).toBe(400);
    },
  );

  test('a body that is no object, and one that is no JSON, are refused', async () => {
    const path = `/api/v1/search/bulk/setProperties?query=${encodeURIComponent(titled('none'))}`;
    for (const body of ['[1]', '"x"', '{']) {
      expect((await app.request(`POST ${path}`, { body })).status).toBe(400);
    }
    const noQuery = await app.request('POST /api/v1/search/bulk/setProperties', { body: {} });
    expect(noQuery.status).toBe(400);
    const language = '/api/v1/search/lang/SQL/bulk/setProperties?query=SELECT';
    expect((await app.request(`POST ${language}`)).status).toBe(400);
  });

  test('a page provider, a language and a saved search find the documents', async () => {
    await createFiles(app, 'provided', 2);
    const parent = (await app.request('GET /api/v1/path/default-domain/workspaces')).json.uid;
    const ends = [
      `/search/lang/NXQL/bulk/setProperties?query=${encodeURIComponent(titled('provided'))}`,
      `/search/pp/advanced_document_content/bulk/setProperties?ecm_parentId=${parent}&queryLimit=4`,
    ];
    for (const end of ends) {
      const { status, json } = await app.request(`POST /api/v1${end}`, {
        body: { 'dc:rights': end.slice(0, 20) },
      });
      expect(status).toBe(202);
      expect(await whenEnded(app, json.commandId)).toMatchObject({ error: false });
    }
    const unknown = await app.request('POST /api/v1/search/pp/nothing/bulk/setProperties');
    expect(unknown.status).toBe(404);
    const saved = await app.request('POST /api/v1/search/saved', {
      body: {
        'entity-type': 'savedSearch',
        title: 'another title',
        query: titled('provided'),
        queryLanguage: 'NXQL',
      },
    });
    const path = `/api/v1/search/saved/${saved.json.id}/bulk/setProperties`;
    const { json } = await app.request(`POST ${path}`, { body: { 'dc:source': 'saved' } });
    expect(await whenEnded(app, json.commandId)).toMatchObject({ total: 2, errorCount: 0 });
    const gone = await app.request('POST /api/v1/search/saved/nothing/bulk/setProperties');
    expect(gone.status).toBe(404);
  });
});
