import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { statusOf, whenEnded } from '../../support/bulk.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';

function titled(text: string): string {
  return `SELECT * FROM Document WHERE dc:title = '${text}' AND ecm:isVersion = 0`;
}

describe.each(engines)('bulk operations on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ada');
  });
  afterAll(() => app.close());

  const create = async (title: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const properties = { 'dc:title': title };
      ids.push((await createDocument(app, { name: `${title}-${at}`, properties })).uid);
    }
    return ids;
  };
  const runAction = (params: object, user = 'Administrator'): Promise<TestResponse> =>
    callOperation(app, 'Bulk.RunAction', { params, user });

  test('Bulk.RunAction returns the status, and Bulk.WaitForAction waits for the end', async () => {
    const [first = ''] = await create('run', 3);
    const response = await runAction({
      action: 'setProperties',
      query: 'SELECT * FROM Document WHERE dc:title = ? AND ecm:isVersion = 0',
      queryParams: 'run',
      excludeDocs: first,
      bucketSize: '2',
      batchSize: '1',
      parameters: JSON.stringify({ 'dc:source': 'operation' }),
    });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.json).toMatchObject({ 'entity-type': 'bulkStatus', state: 'SCHEDULED' });
    const { commandId } = response.json;
    const waited = await callOperation(app, 'Bulk.WaitForAction', {
      params: { commandId, timeoutSecond: '30' },
    });
    expect([waited.status, waited.json.value]).toEqual([200, true]);
    expect(await statusOf(app, commandId)).toMatchObject({ state: 'COMPLETED', processed: 2 });
    const headers = { properties: '*' };
    const { json } = await app.request(`GET /api/v1/id/${first}`, { headers });
    expect(json.properties['dc:source']).toBeNull();
  });

  test('a page provider finds the documents as well', async () => {
    const { json } = await runAction({
      action: 'setProperties',
      providerName: 'advanced_document_content',
      namedParameters: { ecm_parentId: (await create('provided', 1))[0] },
      parameters: '{}',
    });
    expect(await whenEnded(app, json.commandId)).toMatchObject({ total: 0, error: false });
  });

  test.each([
    ['an unknown action', { action: 'x', query: 'q' }, 404, "Action 'x' not found"],
    ['no query', { action: 'setProperties' }, 400, 'Query and ProviderName cannot be both null'],
    [
      'parameters that are no JSON',
      { action: 'setProperties', query: 'q', parameters: '{' },
      400,
      'Could not parse parameters, expecting valid json value',
    ],
    [
      'parameters that are a list',
      { action: 'setProperties', query: 'q', parameters: '[]' },
      400,
      'Could not parse parameters, expecting valid json value',
    ],
    [
      'an unknown operation',
      { action: 'automation', query: 'q', parameters: '{"operationId":"No.Such"}' },
      400,
      'Unknown operation id No.Such in command: automation',
    ],
    [
      'an unknown parameter',
      { action: 'automation', query: 'q', parameters: '{"operationId":"Document.Lock","x":1}' },
      400,
      'Unknown parameter x in command: automation',
    ],
    [
      'a negative limit',
      { action: 'setProperties', query: 'q', queryLimit: '-1' },
      400,
      'queryLimit',
    ],
    ['another repository', { action: 'setProperties', query: 'q', repositoryName: 'x' }, 404, 'x'],
  ])('%s is refused', async (_what, params, status, message) => {
    const response = await runAction(params);
    expect([response.status, response.json.message]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
  });

  test('actions for administrators are denied to others', async () => {
    const { status, json } = await runAction({ action: 'deletion', query: 'q' }, 'ada');
    expect([status, json.message]).toEqual([403, expect.stringMatching(/'deletion' denied/)]);
  });

  test('waiting for an unknown command, or a negative time, is refused', async () => {
    const wait = (params: object) => callOperation(app, 'Bulk.WaitForAction', { params });
    expect((await wait({ commandId: 'x' })).status).toBe(404);
    expect((await wait({ commandId: 'x', timeoutSecond: '-1' })).status).toBe(400);
  });

  test('automation runs an operation on each document, with the rights of its user', async () => {
    const ids = await create('called', 12);
    const { json } = await runAction({
      action: 'automation',
      query: titled('called'),
      parameters: JSON.stringify({
        operationId: 'Document.SetProperty',
        parameters: { xpath: 'dc:source', value: 'expr:@{Document.name}' },
      }),
    });
    expect(await whenEnded(app, json.commandId)).toMatchObject({ processed: 12, errorCount: 0 });
    const headers = { properties: '*' };
    const shown = await app.request(`GET /api/v1/id/${ids[4]}`, { headers });
    expect(shown.json.properties['dc:source']).toBe('called-4');
    for (const input of ids) {
      const params = { username: 'ada', permission: 'Read' };
      await callOperation(app, 'Document.AddPermission', { input, params });
    }
    const asAda = await runAction(
      {
        action: 'automation',
        query: titled('called'),
        parameters: JSON.stringify({
          operationId: 'Document.SetProperty',
          parameters: { xpath: 'dc:source', value: 'x' },
        }),
      },
      'ada',
    );
    const status = await whenEnded(app, asAda.json.commandId);
    expect(status).toMatchObject({ processed: 12, errorCount: 12, error: true });
  });

  describe('in the background', () => {
    const start = async (params: object): Promise<string> => {
      const response = await app.request('POST /site/automation/Bulk.RunAction/@async', {
        body: { params },
      });
      expect(response.status).toBe(202);
      const location = String(response.headers.location);
      return new URL(location).pathname.replace(/^\/nuxeo/, '').replace(/\/status$/, '');
    };
    const whenSeeOther = (path: string) =>
      vi.waitFor(
        async () => {
          const response = await app.request(`GET ${path}/status`);
          if (response.status !== 303) throw new Error(response.text);
          return response;
        },
        { timeout: 60_000 },
      );

    test('lasts until the command has ended, and returns its result', async () => {
      await create('async', 2);
      const path = await start({
        action: 'setProperties',
        query: titled('async'),
        parameters: '{"dc:source":"async"}',
      });
      const { headers } = await whenSeeOther(path);
      expect(String(headers.location)).toMatch(new RegExp(`${path}$`));
      const result = await app.request(`GET ${path}`);
      expect([result.status, result.json]).toEqual([200, {}]);
      const aborted = await app.request(`DELETE ${path}`);
      expect([aborted.status, aborted.json.message]).toEqual([
        404,
        expect.stringMatching(/^Execution with id=.* has completed$/),
      ]);
    });

    test('throws what the command could not begin with', async () => {
      const path = await start({ action: 'setProperties', query: 'SELECT' });
      await whenSeeOther(path);
      const { status, json } = await app.request(`GET ${path}`);
      expect([status, json.message]).toEqual([400, 'Invalid query']);
    });
  });
});
