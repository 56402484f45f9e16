import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestRequest } from '../../support/app.ts';
import { createDocument, workspaces } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { fillSearchFolder, namesOf, type SearchFolder } from '../../support/search.ts';
import { grantAce, setAcl } from '../../support/security.ts';

const workspace = workspaces.replace('/api/v1/path', '');

/** The aggregate of the last 24 hours and so on is another a moment later. */
function withoutNow(text: string): string {
  return text.replace(/"dc_modified_agg":.*"quickFilters":/, '"quickFilters":');
}

describe.each(engines)('results of operations in the background on %s', (engine) => {
  let app: TestApp;
  let folder: SearchFolder;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await fillSearchFolder(app);
    await createDocument(app, { name: 'empty', type: 'File' });
    const note = { 'note:note': 'grüße', 'note:mime_type': 'text/plain' };
    await createDocument(app, { name: 'note', type: 'Note', properties: note });
  });
  afterAll(() => app.close());

  /** Starts it and returns the path of its result once there is one. */
  async function finish(id: string, call: OperationCall): Promise<string> {
    const { user = 'Administrator', ...body } = call;
    const started = await app.request(`POST /site/automation/${id}/@async`, { user, body });
    expect([started.status, started.text]).toEqual([202, '']);
    const path = new URL(String(started.headers.location)).pathname
      .replace(/^\/nuxeo/, '')
      .replace(/\/status$/, '');
    await expect
      .poll(async () => (await app.request(`GET ${path}/status`, { user })).status, {
        timeout: 60_000,
      })
      .toBe(303);
    return path;
  }

  const everything = { properties: '*', 'enrichers.document': 'highlight' };
  const shown = ({ user, headers }: OperationCall): TestRequest => ({
    ...(user === undefined ? {} : { user }),
    headers: { ...everything, ...headers },
  });

  const inFolder = () => `ecm:parentId = '${folder.folderId}'`;
  const pairs = (text: string) => ({ properties: text, save: false });

  const calls: readonly (readonly [string, string, () => OperationCall])[] = [
    ['a document', 'Repository.GetDocument', () => ({ params: { value: folder.path } })],
    ['a user', 'User.Get', () => ({ params: { login: 'reader' } })],
    ['the user who asks', 'User.Get', () => ({ user: 'reader' })],
    [
      'a page of documents',
      'Repository.Query',
      () => ({
        params: {
          query: `SELECT * FROM File WHERE ${inFolder()}`,
          pageSize: 2,
          currentPageIndex: 1,
        },
      }),
    ],
    [
      'a page of what one user may see',
      'Repository.Query',
      () => ({
        user: 'reader',
        params: { query: `SELECT * FROM Document WHERE dc:title LIKE 'c%' OR ${inFolder()}` },
      }),
    ],
    [
      'a page with aggregates and highlights',
      'Repository.PageProvider',
      () => ({
        params: {
          providerName: 'default_search',
          namedParameters: { ecm_fulltext: 'file', dc_nature_agg: '["memo"]' },
          highlights: 'dc:title.fulltext',
          pageSize: 3,
        },
      }),
    ],
    [
      'an empty page',
      'Repository.Query',
      () => ({
        params: { query: "SELECT * FROM File WHERE dc:title = 'no such title'" },
      }),
    ],
    [
      'a page of rows',
      'Repository.ResultSetQuery',
      () => ({
        params: { query: `SELECT dc:title, dc:issued FROM File WHERE ${inFolder()}`, pageSize: 4 },
      }),
    ],
    ['a list without pages', 'Document.GetChildren', () => ({ input: `doc:${folder.path}` })],
    [
      'a document that passes through',
      'Log',
      () => ({
        input: `doc:${folder.path}`,
        params: { level: 'info', message: 'x' },
      }),
    ],
    [
      'documents that pass through',
      'Log',
      () => ({
        input: `docs:${folder.path},${folder.path}/f0`,
        params: { level: 'info', message: 'x' },
      }),
    ],
    [
      'text that passes through',
      'Log',
      () => ({
        input: 'just text',
        params: { level: 'info', message: 'x' },
      }),
    ],
    [
      'an unsaved change',
      'Document.Update',
      () => ({
        input: `doc:${folder.path}/f0`,
        params: pairs('dc:title=not saved\ndc:source=either'),
      }),
    ],
    [
      'unsaved changes of several',
      'Document.Update',
      () => ({
        input: `docs:${folder.path}/f0,${folder.path}/f1`,
        params: pairs('dc:title=not saved'),
      }),
    ],
    [
      'an unsaved facet',
      'Document.AddFacet',
      () => ({
        input: `doc:${folder.path}/f0`,
        params: { facet: 'HasRelatedText', save: false },
      }),
    ],
    ['stored content', 'Document.GetBlob', () => ({ input: `doc:${folder.path}/f1` })],
    [
      'JSON made on the way',
      'UserGroup.Suggestion',
      () => ({ params: { searchTerm: 'reader', searchType: 'USER_TYPE' } }),
    ],
    ['text made on the way', 'Document.GetBlob', () => ({ input: `doc:${workspace}/note` })],
    ['empty content', 'Document.GetBlob', () => ({ input: `doc:${workspace}/empty` })],
  ];

  test.each(calls)('%s reads as the answer of the call itself (%s)', async (_case, id, callOf) => {
    const call = callOf();
    const direct = await callOperation(app, id, { ...call, ...shown(call) });
    const result = await app.request(`GET ${await finish(id, call)}`, shown(call));
    expect([result.status, withoutNow(result.text)]).toEqual([200, withoutNow(direct.text)]);
    expect(direct.status).toBe(200);
    for (const name of ['content-type', 'content-disposition', 'content-length']) {
      expect(result.headers[name], name).toBe(direct.headers[name]);
    }
  });

  test('what is gone or hidden by the time of reading is left out of a list', async () => {
    const query = `SELECT * FROM File WHERE ${inFolder()} AND dc:title > 'File 2' ORDER BY dc:title`;
    const path = await finish('Repository.Query', { user: 'reader', params: { query } });
    const read = () => app.request(`GET ${path}`, { user: 'reader' });
    const before = await read();
    expect(namesOf(before)).toEqual(['f3', 'f4', 'f5']);
    const [, hidden, gone] = before.json.entries.map(({ uid }: { uid: string }) => uid);
    await setAcl(app, hidden, [{ ...grantAce('reader', 'Everything'), granted: false }]);
    await app.request(`DELETE /api/v1/id/${gone}`);
    const after = await read();
    expect([after.status, namesOf(after)]).toEqual([200, ['f3']]);
    expect(after.json.resultsCount).toBe(3);
  });
});
