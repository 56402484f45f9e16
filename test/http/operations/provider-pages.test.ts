import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { grantAce, setAcl } from '../../support/security.ts';

const perPage = 'RunOperationOnProvider';

/** Documents of the folder that have no mark yet: each run takes some away from the result. */
const unmarked = 'SELECT * FROM File WHERE ecm:parentId = ? AND dc:source IS NULL';

const chains = {
  mark: [step('Document.SetProperty', { xpath: 'dc:source', value: 'marked' })],
  tellPage: [
    step('Context.SetVar', { name: 'seen', value: 'yes' }),
    step('Audit.LogEvent', { event: 'page' }),
  ],
  deleteAll: [step('Document.Delete')],
  markUnlessLast: [
    step('Document.SetProperty', { xpath: 'dc:source', value: 'marked' }),
    step('Document.FollowLifecycleTransition', { value: 'approve' }),
  ],
  eachPage: [
    step('Repository.Query', {
      query: 'expr:Context["query"]',
      queryParams: 'expr:Context["folder"]',
      pageSize: 'expr:Context["size"]',
      currentPageIndex: 'expr:Context["page"]',
      sortBy: 'ecm:name',
      sortOrder: 'ASC',
    }),
    step(perPage, { id: 'expr:Context["run"]' }),
  ],
  eachPageOfProvider: [
    step('Repository.PageProvider', {
      providerName: 'CURRENT_DOC_CHILDREN',
      queryParams: 'expr:Context["folder"]',
      pageSize: 2,
    }),
    step(perPage, { id: 'mark' }),
  ],
};

describe.each(engines)('RunOperationOnProvider on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithChains(engine, chains);
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  async function fill(name: string, count = 5): Promise<{ folder: string; ids: string[] }> {
    const { uid: folder } = await createDocument(app, { name, type: 'Workspace' });
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      ids.push((await createDocument(app, { parent: folder, name: `d${at}` })).uid);
    }
    return { folder, ids };
  }

  const marks = (ids: readonly string[]): Promise<(string | null)[]> =>
    Promise.all(
      ids.map(async (id) => {
        const headers = { properties: 'dublincore' };
        const { json } = await app.request(`GET /api/v1/id/${id}`, { headers });
        return json.properties['dc:source'];
      }),
    );

  const call = (folder: string, context: object = {}, options: OperationCall = {}) =>
    callOperation(app, 'eachPage', {
      context: { query: unmarked, folder, size: 2, page: 0, run: 'mark', ...context },
      ...options,
    });

  test('runs on every document once, though each run changes what is found', async () => {
    const { folder, ids } = await fill('each');
    const response = await call(folder);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await marks(ids)).toEqual(ids.map(() => 'marked'));
    expect((await call(folder)).status).toBe(204);
  });

  test('runs on each page of a page provider too', async () => {
    const { folder, ids } = await fill('provider');
    const response = await callOperation(app, 'eachPageOfProvider', { context: { folder } });
    expect(response.status, response.text).toBe(204);
    expect(await marks(ids)).toEqual(ids.map(() => 'marked'));
  });

  test('begins with the page that was asked for', async () => {
    const { folder, ids } = await fill('later');
    expect((await call(folder, { page: 1 })).status).toBe(204);
    expect(await marks(ids)).toEqual([null, null, 'marked', 'marked', 'marked']);
  });

  test('leaves out documents that went with an earlier page', async () => {
    const { folder } = await fill('nested', 0);
    const { uid } = await createDocument(app, { parent: folder, name: 'a', type: 'Folder' });
    await createDocument(app, { parent: uid, name: 'b' });
    const query = 'SELECT * FROM Document WHERE ecm:ancestorId = ?';
    const response = await call(folder, { query, size: 1, run: 'deleteAll' });
    expect(response.status, response.text).toBe(204);
    expect((await app.request(`GET /api/v1/id/${uid}`)).status).toBe(404);
  });

  test('takes all pages or nothing', async () => {
    const { folder, ids } = await fill('failing');
    await callOperation(app, 'Document.FollowLifecycleTransition', {
      input: ids.at(-1),
      params: { value: 'approve' },
    });
    const response = await call(folder, { run: 'markUnlessLast' });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await marks(ids)).toEqual(ids.map(() => null));
  });

  test('runs with the rights of the caller', async () => {
    const { folder, ids } = await fill('rights');
    const response = await call(folder, {}, { user: 'bob' });
    expect(response.status).toBe(403);
    expect(await marks(ids)).toEqual(ids.map(() => null));
    await setAcl(app, folder, [grantAce('bob', 'ReadWrite')]);
    expect((await call(folder, {}, { user: 'bob' })).status).toBe(204);
    expect(await marks(ids)).toEqual(ids.map(() => 'marked'));
  });

  test('runs on one page alone where there is no paging', async () => {
    const { folder, ids } = await fill('whole');
    expect((await call(folder, { size: 0, run: 'tellPage' })).status).toBe(204);
    for (const id of ids) {
      const { json } = await app.request(`GET /api/v1/id/${id}/@audit?eventId=page`);
      expect(json.resultsCount).toBe(1);
    }
  });

  test.each<readonly [string, OperationCall, number, string]>([
    ['a list that no query found', { params: { id: 'mark' } }, 400, 'Repository.Query'],
    ['no operation', {}, 400, 'id'],
    ['an unknown operation', { params: { id: 'No.Such' } }, 400, 'Repository.Query'],
  ])('refuses %s', async (_what, options, status, named) => {
    const { folder } = await fill(`refused ${_what}`, 1);
    const response = await callOperation(app, perPage, { input: folder, ...options });
    expect([response.status, response.json.message]).toEqual([
      status,
      expect.stringContaining(named),
    ]);
  });

  test('refuses an operation that does not exist, and no input', async () => {
    const { folder } = await fill('unknown', 1);
    const response = await call(folder, { run: 'No.Such' });
    expect(response.status).toBe(404);
    expect((await callOperation(app, perPage, { params: { id: 'mark' } })).status).toBe(400);
  });
});
