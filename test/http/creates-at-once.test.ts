import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser, postDocument, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('creates at once on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'stranger');
    folder = (await createDocument(app, { name: 'folder', type: 'Folder' })).uid;
  });
  afterAll(() => app.close());

  const pathsBelow = async (path: string): Promise<string[]> => {
    const { json } = await app.request(`GET ${path}/@children?pageSize=100&sortBy=ecm:path`);
    return json.entries.map((entry: { path: string }) => entry.path);
  };

  test('each has its own outcome', async () => {
    const parent = folder;
    const subjects = { 'dc:subjects': ['art/architecture'] };
    const asStranger = { user: 'stranger', password: 'stranger' };
    const responses = await Promise.all([
      postDocument(app, { parent, name: 'plain' }),
      postDocument(app, { parent: '00000000-0000-0000-0000-000000000000', name: 'nowhere' }),
      postDocument(app, { parent, name: 'forbidden' }, asStranger),
      postDocument(app, { parent, name: 'subject', properties: subjects }),
      postDocument(app, { parent, name: 'wrong', properties: { 'dc:subjects': ['no/such'] } }),
      postDocument(app, { parent, name: 'zero', properties: { 'dc:title': 'a\u0000b' } }),
      postDocument(app, { parent, name: 'workspace', type: 'Workspace' }),
      postDocument(app, { parent, name: 'domain', type: 'Domain' }),
      postDocument(app, { parent, name: 'collection', type: 'Collection' }),
      postDocument(app, { parent, name: 'plain' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([
      201, 404, 403, 201, 422, 400, 201, 201, 201, 201,
    ]);
    const created = responses.filter(({ status }) => status === 201);
    const paths = created.map(({ json }) => json.path).toSorted();
    expect((await pathsBelow(`${workspaces}/folder`)).toSorted()).toEqual(paths);
    expect(new Set(paths).size).toBe(created.length);
    expect(await pathsBelow(`${workspaces}/folder/domain`)).toHaveLength(3);
  });

  test('all are found by their words, and are in the audit', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `report-${index}`);
    const made = await Promise.all(
      names.map((name) => createDocument(app, { name, properties: { 'dc:title': 'zebra' } })),
    );
    const query = new URLSearchParams({
      query: `SELECT * FROM Document WHERE ecm:fulltext = 'zebra'`,
    });
    const { json } = await app.request(`GET /api/v1/search/execute?${query}`);
    expect(json.resultsCount).toBe(names.length);
    const events = await Promise.all(
      made.map(({ uid }) => app.request(`GET /api/v1/id/${uid}/@audit`)),
    );
    for (const { json: audit } of events) {
      expect(audit.entries).toMatchObject([{ eventId: 'documentCreated' }]);
    }
  });
});
