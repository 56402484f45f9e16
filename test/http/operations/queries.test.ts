import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { fillSearchFolder, namesOf, type SearchFolder } from '../../support/search.ts';

const files = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5'];

/** Every operation with parameters that find something of the search folder. */
const operations = [
  'Repository.Query',
  'Repository.PageProvider',
  'Repository.ResultSetQuery',
  'Repository.ResultSetPageProvider',
  'Document.FetchByProperty',
] as const;

describe.each(engines)('operations on queries on %s', (engine) => {
  let app: TestApp;
  let folder: SearchFolder;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await fillSearchFolder(app);
  });
  afterAll(() => app.close());

  const call = (id: string, params: object, user = 'Administrator', headers = {}) =>
    callOperation(app, id, { params, user, headers });

  const secretQuery = (columns: string) =>
    `SELECT ${columns} FROM Document WHERE dc:nature = 'secret'`;

  /** What would find only documents that the reader may not see. */
  const secretParams = (): Record<(typeof operations)[number], object> => ({
    'Repository.Query': { query: secretQuery('*') },
    'Repository.PageProvider': { providerName: 'nxql_search', queryParams: [secretQuery('*')] },
    'Repository.ResultSetQuery': { query: secretQuery('ecm:uuid, dc:title') },
    'Repository.ResultSetPageProvider': {
      providerName: 'nxql_search',
      queryParams: [secretQuery('dc:title')],
    },
    'Document.FetchByProperty': { property: 'dc:nature', values: ['secret'] },
  });

  test.each(operations)('%s does not show what may not be read', async (id) => {
    const params = secretParams()[id];
    const all = await call(id, params);
    expect(all.json.entries).toHaveLength(2);
    const hidden = await call(id, params, 'reader');
    expect(hidden.status).toBe(200);
    expect(hidden.json.entries).toEqual([]);
    if ('resultsCount' in all.json) {
      expect(all.json.resultsCount).toBe(2);
      expect(hidden.json.resultsCount).toBe(0);
    }
  });

  test.each([
    ['Repository.Query', { query: 'SELECT * FROM Nothing' }, /Unknown type: Nothing/],
    ['Repository.Query', { query: 'SELECT' }, /offset 6/],
    ['Repository.Query', { language: 'CMIS' }, /language/],
    ['Repository.Query', { pageSize: 'x' }, /pageSize/],
    ['Repository.Query', { currentPageIndex: -1 }, /currentPageIndex/],
    ['Repository.Query', { sortBy: ['1'] }, /sortBy/],
    ['Repository.PageProvider', {}, /providerName/],
    ['Repository.PageProvider', { providerName: 'document_content' }, /offset/],
    ['Repository.PageProvider', { providerName: 'tree_children', offset: 'x' }, /offset/],
    ['Repository.ResultSetQuery', {}, /query/],
    ['Repository.ResultSetQuery', { query: 'SELECT dc:no FROM Document' }, /dc:no/],
    ['Repository.ResultSetQuery', { query: 'SELECT dc:title FROM File', language: 'CMIS' }, /lang/],
    ['Repository.ResultSetPageProvider', {}, /providerName/],
    [
      'Repository.ResultSetPageProvider',
      { providerName: 'nxql_search', maxResults: 'many' },
      /maxResults/,
    ],
    ['Document.FetchByProperty', { values: ['a'] }, /property/],
    ['Document.FetchByProperty', { property: 'dc:title' }, /values/],
    ['Document.FetchByProperty', { property: 'dc:no', values: ['a'] }, /dc:no/],
    ['Document.FetchByProperty', { property: '1 = 1 OR dc:title', values: ['a'] }, /property/],
    ['Document.FetchByProperty', { property: 'dc:title', values: ['a'], query: 'x' }, /Syntax/],
  ] as const)('%s refuses %j', async (id, params, message) => {
    const response = await call(id, params);
    expect(response.status).toBe(400);
    expect(response.json.message).toMatch(message);
  });

  test.each(['Repository.PageProvider', 'Repository.ResultSetPageProvider'])(
    '%s does not know every name',
    async (id) => {
      const response = await call(id, { providerName: 'nothing' });
      expect(response.status).toBe(404);
      expect(response.json.message).toContain("page provider with name 'nothing'");
    },
  );

  describe('Repository.Query', () => {
    const query = () => `SELECT * FROM File WHERE ecm:parentId = '${folder.folderId}'`;

    test('returns a page in the requested order', async () => {
      const params = { query: query(), pageSize: 4, page: 1, sortBy: 'ecm:name', sortOrder: 'ASC' };
      const response = await call('Repository.Query', params);
      expect(namesOf(response)).toEqual(['f4', 'f5']);
      expect(response.json).toMatchObject({
        'entity-type': 'documents',
        isPaginable: true,
        resultsCount: 6,
        totalSize: 6,
        pageSize: 4,
        currentPageIndex: 1,
        numberOfPages: 2,
      });
    });

    test('finds everything without a query, also under its other name', async () => {
      const response = await call('Document.Query', { pageSize: 1 });
      expect(response.json.resultsCount).toBeGreaterThan(10);
      expect(response.json.entries).toHaveLength(1);
    });

    test('fills parameters in, quoted unless the query has the quotes', async () => {
      const find = async (params: object) => namesOf(await call('Repository.Query', params));
      const title = 'SELECT * FROM File WHERE dc:title';
      expect(await find({ query: `${title} = ?`, queryParams: ['File 1'] })).toEqual(['f1']);
      expect(await find({ query: `${title} = ?`, searchTerm: 'File 1' })).toEqual(['f1']);
      const inQuotes = { query: `${title} LIKE '?%'`, queryParams: ['File 1'] };
      expect(await find({ ...inQuotes, quotePatternParameters: false })).toEqual(['f1']);
      const named = { query: `${title} = :t`, namedParameters: { t: 'File 2' } };
      expect(await find(named)).toEqual(['f2']);
      expect(await find({ ...named, namedParameters: 't=File 2' })).toEqual(['f2']);
      const own = {
        query: `${title} = 'File 3' AND dc:creator = ?`,
        queryParams: ['$currentUser'],
      };
      expect(await find(own)).toEqual(['f3']);
      const attack = { query: `${title} = ?`, queryParams: ["' OR dc:title <> '"] };
      expect(await find(attack)).toEqual([]);
    });

    test('counts as far as is asked', async () => {
      const { json } = await call('Repository.Query', {
        query: query(),
        pageSize: 1,
        maxResults: 2,
      });
      expect(json).toMatchObject({ resultsCount: -2, resultsCountLimit: 2 });
    });
  });

  describe('Repository.PageProvider', () => {
    test('runs the provider with everything that a request can say', async () => {
      const response = await call('Document.PageProvider', {
        providerName: 'default_search',
        namedParameters: { ecm_path: [folder.path], dc_nature: '["memo"]' },
        quickFilters: 'noFolder',
        sortBy: 'ecm:name',
        sortOrder: 'asc',
        pageSize: 2,
        offset: 1,
      });
      expect(namesOf(response)).toEqual(['f3', 'f4']);
      expect(response.json).toMatchObject({ resultsCount: 3, currentPageOffset: 1, pageSize: 2 });
      expect(response.json.quickFilters[0]).toEqual({ name: 'noFolder', active: true });
      expect(response.json.aggregations).toHaveProperty('dc_nature_agg');
    });

    test('takes native lists, numbers and flags as named parameters', async () => {
      const find = async (namedParameters: object) =>
        (
          await call('Repository.PageProvider', {
            providerName: 'advanced_document_content',
            namedParameters: { ecm_parentId: folder.folderId, ...namedParameters },
          })
        ).json.resultsCount;
      expect(await find({})).toBe(8);
      expect(await find({ ecm_trashed: true })).toBe(0);
      expect(await find({ ecm_trashed: null })).toBe(8);
    });

    test('leaves aggregates out where the request skips them', async () => {
      const params = { providerName: 'default_search', namedParameters: { ecm_path: folder.path } };
      const headers = { skipAggregates: 'true' };
      const without = await call('Repository.PageProvider', params, 'Administrator', headers);
      expect(without.json).not.toHaveProperty('aggregations');
      expect(without.json.resultsCount).toBe(10);
    });
  });

  describe('Repository.ResultSetQuery', () => {
    test('returns a row for each match, with its columns', async () => {
      const response = await call('Repository.ResultSetQuery', {
        query: `SELECT ecm:uuid, dc:title AS title, dc:issued, file:content/length, ecm:isTrashed
          FROM File WHERE ecm:parentId = ? AND dc:nature = 'memo' ORDER BY dc:title`.replaceAll(
          /\s+/g,
          ' ',
        ),
        queryParams: [folder.folderId],
        pageSize: 2,
      });
      expect(response.status).toBe(200);
      const { entries, ...page } = response.json;
      expect(entries).toHaveLength(2);
      expect(entries[0]).toMatchObject({
        title: 'File 2',
        'dc:issued': '2026-03-15T00:00:00.000Z',
        'file:content/length': 10,
      });
      expect(entries[0]['ecm:uuid']).toMatch(/^[0-9a-f-]{36}$/);
      expect(page).toEqual({
        'entity-type': 'recordSet',
        isPaginable: true,
        resultsCount: 3,
        pageSize: 2,
        maxPageSize: 1000,
        resultsCountLimit: 10_000,
        currentPageSize: 2,
        currentPageIndex: 0,
        currentPageOffset: 0,
        numberOfPages: 2,
        isPreviousPageAvailable: false,
        isNextPageAvailable: true,
        isLastPageAvailable: true,
        isSortable: true,
        hasError: false,
        errorMessage: null,
        pageIndex: 0,
        pageCount: 2,
      });
    });

    test('counts only what the caller may read', async () => {
      const query = `SELECT COUNT(ecm:uuid) AS n FROM File WHERE ecm:path STARTSWITH '${folder.path}'`;
      const count = async (user: string) =>
        (await call('ResultSet.PaginatedQuery', { query }, user)).json.entries;
      expect(await count('Administrator')).toEqual([{ n: 8 }]);
      expect(await count('reader')).toEqual([{ n: 6 }]);
      expect(await count('stranger')).toEqual([{ n: 0 }]);
    });

    test('keeps its rows when it runs in the background', async () => {
      const params = { query: secretQuery('dc:title'), sortBy: 'dc:title', sortOrder: 'asc' };
      const line = 'POST /api/v1/automation/Repository.ResultSetQuery/@async';
      const started = await app.request(line, { body: { params } });
      const path = new URL(String(started.headers.location)).pathname.replace('/nuxeo', '');
      await vi.waitUntil(async () => (await app.request(`GET ${path}`)).status === 303, {
        timeout: 60_000,
      });
      const result = await app.request(`GET ${path.replace(/status$/, '')}`);
      expect(result.json).toMatchObject({
        'entity-type': 'recordSet',
        resultsCount: 2,
        entries: [{ 'dc:title': 'c0' }, { 'dc:title': 'c1' }],
      });
    });
  });

  describe('Repository.ResultSetPageProvider', () => {
    const params = () => ({
      providerName: 'nxql_search',
      queryParams: [`SELECT dc:title FROM File WHERE ecm:parentId = '${folder.folderId}'`],
      sortBy: 'dc:title',
      sortOrder: 'asc',
    });

    test('returns the columns of the provider, and counts to its limit', async () => {
      const limited = { ...params(), pageSize: 2, maxResults: 'PAGE_SIZE', page: 1 };
      const { json } = await call('Resultset.PageProvider', limited);
      expect(json).toMatchObject({
        'entity-type': 'recordSet',
        resultsCount: -2,
        resultsCountLimit: 2,
        entries: [{ 'dc:title': 'File 2' }, { 'dc:title': 'File 3' }],
      });
      const all = await call('Repository.ResultSetPageProvider', params());
      expect(all.json).toMatchObject({ resultsCount: 6, pageSize: 20, resultsCountLimit: 100 });
    });
  });

  describe('Document.FetchByProperty', () => {
    test('finds what has one of the values, and nothing for none', async () => {
      const find = async (params: object) =>
        namesOf(await call('Document.FetchByProperty', params)).sort();
      const titles = { property: 'dc:title', values: ['File 0', 'File 5', "o'clock"] };
      expect(await find(titles)).toEqual(['f0', 'f5']);
      expect(await find({ ...titles, query: "dc:title = 'File 0' OR dc:title = 'c0'" })).toEqual([
        'f0',
      ]);
      expect(await find({ ...titles, query: ' ' })).toEqual(['f0', 'f5']);
      expect(await find({ property: 'dc:title', values: 'File 0,File 1' })).toEqual(['f0', 'f1']);
      expect(await find({ property: 'dc:subjects', values: ['society'] })).toEqual([
        'c0',
        'c1',
        'f1',
        'f2',
      ]);
      expect(await find({ property: 'dc:title', values: [] })).toEqual([]);
    });

    test('returns a plain list', async () => {
      const params = {
        property: 'dc:title',
        values: files.map((name) => name.replace('f', 'File ')),
      };
      const { json } = await call('Document.FetchByProperty', params);
      expect(Object.keys(json)).toEqual(['entity-type', 'entries']);
    });
  });
});
