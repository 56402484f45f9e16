import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { fillSearchFolder, get, namesOf, type SearchFolder } from '../support/search.ts';

const files = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5'];

describe.each(engines)('searching on %s', (engine) => {
  let app: TestApp;
  let folder: SearchFolder;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await fillSearchFolder(app);
  });
  afterAll(() => app.close());

  const filesQuery = () =>
    `SELECT * FROM File WHERE ecm:parentId = '${folder.folderId}' ORDER BY ecm:name`;

  describe('with a query', () => {
    const paths = [
      '/query',
      '/query/NXQL',
      '/query/nxql',
      '/search/execute',
      '/search/lang/NXQL/execute',
      '/search/lang/nxql/execute',
      '/repo/default/search/execute',
    ];

    test.each(paths)('%s answers every member of a page', async (path) => {
      const params = { query: filesQuery(), pageSize: 4, currentPageIndex: 1 };
      const response = await get(app, path, params);
      expect(response.status).toBe(200);
      const { entries, ...page } = response.json;
      expect(page).toEqual({
        'entity-type': 'documents',
        isPaginable: true,
        resultsCount: 6,
        pageSize: 4,
        maxPageSize: 1000,
        resultsCountLimit: 10_000,
        currentPageSize: 2,
        currentPageIndex: 1,
        currentPageOffset: 4,
        numberOfPages: 2,
        isPreviousPageAvailable: true,
        isNextPageAvailable: false,
        isLastPageAvailable: false,
        isSortable: true,
        hasError: false,
        errorMessage: null,
        totalSize: 6,
        pageIndex: 1,
        pageCount: 2,
      });
      expect(namesOf(response)).toEqual(['f4', 'f5']);
      expect(entries[0]).toMatchObject({ 'entity-type': 'document', type: 'File' });
      expect(Object.keys(response.json).at(-1)).toBe('entries');
    });

    test('is everything that may be read when none is given', async () => {
      const all = await get(app, '/query', { pageSize: 1 });
      const same = await get(app, '/search/execute', {
        pageSize: 1,
        query: 'SELECT * FROM Document',
      });
      expect(all.status).toBe(200);
      expect(all.json.resultsCount).toBe(same.json.resultsCount);
      expect(all.json.resultsCount).toBeGreaterThan(10);
    });

    test('carries the properties that are asked for', async () => {
      const params = { query: filesQuery(), pageSize: 1, properties: 'dublincore' };
      const { json } = await get(app, '/search/execute', params);
      expect(json.entries[0].properties).toMatchObject({ 'dc:title': 'File 0' });
    });

    test('fills in parameters, which are only ever values', async () => {
      const query = `SELECT * FROM Document WHERE ecm:parentId = ? AND dc:title = :title`;
      const find = (title: string) =>
        get(app, '/search/execute', { query, queryParams: folder.folderId, title });
      expect(namesOf(await find('File 3'))).toEqual(['f3']);
      expect(namesOf(await find("' OR 1 = 1 OR dc:title = '"))).toEqual([]);
      expect(namesOf(await find('\\'))).toEqual([]);
    });

    test('takes positional parameters in order, and the names of user and repository', async () => {
      const query = 'SELECT * FROM File WHERE dc:creator = ? AND dc:title = ?';
      const params = { query, queryParams: ['$currentUser', 'File 2'] };
      expect(namesOf(await get(app, '/search/execute', params))).toEqual(['f2']);
      expect(namesOf(await get(app, '/search/execute', params, { user: 'reader' }))).toEqual([]);
    });

    test('sorts by the request instead of the query', async () => {
      const by = (params: Record<string, string>) =>
        get(app, '/search/execute', { query: filesQuery(), ...params });
      const reversed = [...files].reverse();
      expect(namesOf(await by({ sortBy: 'ecm:name' }))).toEqual(reversed);
      expect(namesOf(await by({ sortBy: 'ecm:name', sortOrder: 'ASC' }))).toEqual(files);
      expect(namesOf(await by({ sortBy: 'ecm:name', sortOrder: 'sideways' }))).toEqual(reversed);
      const two = { sortBy: 'dc:nature,ecm:name', sortOrder: 'asc,desc' };
      expect(namesOf(await by(two))).toEqual(['f4', 'f3', 'f2', 'f5', 'f1', 'f0']);
    });

    test('counts no further than is asked, and says so', async () => {
      const some = { query: filesQuery(), pageSize: 2, maxResults: 3 };
      const limited = (await get(app, '/search/execute', some)).json;
      expect(limited).toMatchObject({
        resultsCount: -2,
        totalSize: -2,
        resultsCountLimit: 3,
        numberOfPages: 0,
        isNextPageAvailable: true,
        isLastPageAvailable: false,
      });
      const ignored = (await get(app, '/search/execute', { ...some, maxResults: -1 })).json;
      expect(ignored.resultsCount).toBe(6);
      const most = (await get(app, '/search/execute', { ...some, maxResults: 100_001 })).json;
      expect(most).toMatchObject({ resultsCount: 6, resultsCountLimit: 100_000 });
    });

    test('gives an empty page past the end, with the right counts', async () => {
      const params = { query: filesQuery(), pageSize: 4, currentPageIndex: 9 };
      const { json } = await get(app, '/search/execute', params);
      expect(json).toMatchObject({ entries: [], resultsCount: 6, currentPageSize: 0 });
      const offset = { query: filesQuery(), pageSize: 4, currentPageIndex: 9, offset: 3 };
      expect(namesOf(await get(app, '/search/execute', offset))).toEqual(['f3', 'f4', 'f5']);
    });

    test('ignores parameters that the query does not have', async () => {
      const params = { query: filesQuery(), queryParams: ['a', 'b'], other: "' OR 1" };
      expect(namesOf(await get(app, '/search/execute', params))).toEqual(files);
    });

    test('takes a size of 0 or none for as much as a page may hold', async () => {
      for (const pageSize of ['0', '-1', '']) {
        const { json } = await get(app, '/search/execute', { query: filesQuery(), pageSize });
        expect(json, pageSize).toMatchObject({ pageSize: 0, numberOfPages: 1, currentPageSize: 6 });
      }
      const large = (await get(app, '/search/execute', { query: filesQuery(), pageSize: 5000 }))
        .json;
      expect(large).toMatchObject({ pageSize: 1000, maxPageSize: 1000, currentPageSize: 6 });
    });

    test.each([
      ['pageSize', 'x'],
      ['pageSize', '1.5'],
      ['pageSize', '99999999999'],
      ['currentPageIndex', 'x'],
      ['currentPageIndex', '-1'],
      ['offset', 'two'],
      ['maxResults', '1e3'],
      ['sortBy', 'dc:title, 1'],
      ['sortBy', "dc:title' OR"],
      ['sortBy', 'dc:title DESC'],
    ])('refuses %s=%s by its name', async (name, value) => {
      const response = await get(app, '/search/execute', { query: filesQuery(), [name]: value });
      expect(response.status).toBe(400);
      expect(response.json.message).toContain(name);
    });

    test.each([
      ['SELECT', /offset 6/],
      ["SELECT * FROM Document WHERE dc:title = 'a", /offset/],
      ['SELECT * FROM Nothing', /Unknown type: Nothing/],
      ["SELECT * FROM Document WHERE dc:nothing = 'a'", /No such property: dc:nothing/],
      ['SELECT * FROM Document WHERE dc:title = :title', /offset/],
      ['SELECT * FROM Document WHERE dc:title = ?', /offset/],
    ])('refuses %s', async (query, message) => {
      const response = await get(app, '/search/execute', { query });
      expect(response.status).toBe(400);
      expect(response.json.message).toMatch(message);
    });

    test('refuses to sort by what is no property', async () => {
      const response = await get(app, '/search/execute', { query: filesQuery(), sortBy: 'dc:no' });
      expect(response.status).toBe(400);
      expect(response.json.message).toContain('dc:no');
    });

    test('accepts no other language', async () => {
      const response = await get(app, '/search/lang/CMIS/execute', { query: filesQuery() });
      expect(response.status).toBe(400);
      expect(response.json.message).toContain('invalid query language');
    });

    test('shows no caller what the caller may not read, nor that it is there', async () => {
      const query = `SELECT * FROM Document WHERE ecm:path STARTSWITH '${folder.path}' AND ecm:primaryType = 'File' ORDER BY ecm:name`;
      const find = (user: string) => get(app, '/search/execute', { query, pageSize: 2 }, { user });
      expect((await find('Administrator')).json.resultsCount).toBe(8);
      const found = await find('reader');
      expect(namesOf(found)).toEqual(['f0', 'f1']);
      expect(found.json).toMatchObject({ resultsCount: 6, numberOfPages: 3, totalSize: 6 });
      expect((await find('stranger')).json).toMatchObject({ resultsCount: 0, entries: [] });
    });
  });

  describe('with a page provider', () => {
    const children = () => ({ queryParams: folder.folderId });
    const forms = [
      '/search/pp/document_content/execute',
      '/search/lang/pp/document_content',
      '/query/document_content',
    ];

    test.each(forms)('%s runs it with its own size and order', async (path) => {
      const { json, ...response } = await get(app, path, children());
      expect(response.status).toBe(200);
      expect(json).toMatchObject({ pageSize: 20, maxPageSize: 1000, resultsCount: 8 });
      const titles = json.entries.map(({ title }: { title: string }) => title);
      expect(titles).toEqual([...titles].sort());
    });

    test('has nothing else by a name', async () => {
      for (const path of [
        '/search/pp/nothing/execute',
        '/search/pp/nothing',
        '/search/lang/pp/nothing',
        '/query/nothing',
        '/query/__proto__',
      ]) {
        const response = await get(app, path);
        expect(response.status, path).toBe(404);
        expect(response.json.message, path).toContain('Could not resolve page provider');
      }
    });

    test('shows its definition', async () => {
      const { status, json } = await get(app, '/search/pp/tree_children');
      expect(status).toBe(200);
      expect(json).toMatchObject({ name: 'tree_children', pageSize: 50, from: 'Document' });
    });

    test('says which parameter is missing by where it stands', async () => {
      const response = await get(app, '/search/pp/document_content/execute');
      expect(response.status).toBe(400);
      expect(response.json.message).toContain('offset');
    });

    test('adds a condition for each named parameter that has a value', async () => {
      const find = async (params: Record<string, string>) =>
        namesOf(
          await get(app, '/search/pp/default_search/execute', {
            ecm_path: JSON.stringify([folder.path]),
            quickFilters: 'noFolder',
            sortBy: 'ecm:name',
            sortOrder: 'asc',
            ...params,
          }),
        );
      const all = ['c0', 'c1', ...files];
      expect(await find({})).toEqual(all);
      expect(await find({ dc_nature: '' })).toEqual(all);
      expect(await find({ dc_nature: '[]' })).toEqual(all);
      expect(await find({ unknown: 'x' })).toEqual(all);
      expect(await find({ dc_nature: 'memo' })).toEqual(['f2', 'f3', 'f4']);
      expect(await find({ 'defaults:dc_nature': '["memo"]' })).toEqual(['f2', 'f3', 'f4']);
      expect(await find({ dc_nature: '["memo","secret"]' })).toEqual([
        'c0',
        'c1',
        'f2',
        'f3',
        'f4',
      ]);
      expect(await find({ dc_subjects: '["art"]' })).toEqual(['f0', 'f1', 'f4']);
      expect(await find({ dc_creator: '["$currentUser"]' })).toEqual(all);
      expect(await find({ dc_created_min: '2999-01-01' })).toEqual([]);
      expect(await find({ dc_created_max: '2999-01-01' })).toEqual(all);
      const both = { dc_created_min: '2000-01-01', dc_created_max: '2999-01-01T00:00:00Z' };
      expect(await find(both)).toEqual(all);
      expect(await find({ dc_nature: `["a' OR 1 = 1","b"]` })).toEqual([]);
    });

    test('refuses a value that does not fit its field, naming the field', async () => {
      const bad = { dc_created_min: 'tomorrow' };
      const response = await get(app, '/search/pp/default_search/execute', bad);
      expect(response.status).toBe(400);
      expect(response.json.message).toContain('dc_created_min');
      const flag = { ecm_trashed: 'perhaps' };
      expect((await get(app, '/search/pp/advanced_document_content/execute', flag)).status).toBe(
        400,
      );
    });

    test('counts the default of a field that is not given', async () => {
      const below = { ecm_parentId: folder.folderId };
      const path = '/search/pp/advanced_document_content/execute';
      expect((await get(app, path, below)).json.resultsCount).toBe(8);
      expect((await get(app, path, { ...below, ecm_trashed: 'false' })).json.resultsCount).toBe(8);
      expect((await get(app, path, { ...below, ecm_trashed: 'true' })).json.resultsCount).toBe(0);
    });

    test('switches quick filters on, ignores unknown ones and tells which are on', async () => {
      const params = { ecm_path: folder.path, quickFilters: 'noFolder,nothing' };
      const { json } = await get(app, '/search/pp/default_search/execute', params);
      expect(json.resultsCount).toBe(8);
      expect(json.quickFilters).toEqual([
        { name: 'noFolder', active: true },
        { name: 'mostRecent', active: false },
        { name: 'onlyValidated', active: false },
      ]);
      const none = await get(app, '/search/pp/default_search/execute', {
        ecm_path: folder.path,
        quickFilters: 'onlyValidated',
      });
      expect(none.json.resultsCount).toBe(0);
    });

    test('sorts by the request, else by its quick filters, else by itself', async () => {
      const find = async (params: Record<string, string>) => {
        const below = { ecm_path: folder.path, dc_nature: 'report' };
        return namesOf(
          await get(app, '/search/pp/default_search/execute', { ...below, ...params }),
        );
      };
      expect(await find({ quickFilters: 'mostRecent' })).toEqual(['f5', 'f1', 'f0']);
      const own = { quickFilters: 'mostRecent', sortBy: 'ecm:name', sortOrder: 'asc' };
      expect(await find(own)).toEqual(['f0', 'f1', 'f5']);
    });

    test('keeps its order where it cannot be sorted', async () => {
      const path = '/search/pp/orderable_document_content/execute';
      const sorted = await get(app, path, { ...children(), sortBy: 'dc:title' });
      expect(sorted.json.isSortable).toBe(false);
      expect(namesOf(sorted)).toEqual(namesOf(await get(app, path, children())));
    });

    test('runs a whole query that is given to it', async () => {
      const path = '/search/pp/nxql_search/execute';
      const found = await get(app, path, { queryParams: filesQuery(), pageSize: -1 });
      expect(namesOf(found)).toEqual(files);
      expect(found.json.pageSize).toBe(20);
      expect((await get(app, path)).status).toBe(400);
      const closed = "SELECT * FROM File WHERE dc:nature = 'secret'";
      const hidden = await get(app, path, { queryParams: closed }, { user: 'reader' });
      expect(hidden.json).toMatchObject({ resultsCount: 0, entries: [] });
    });

    test('counts as far as its definition says, whatever the request says', async () => {
      const asked = { queryParams: folder.folderId, pageSize: 2, maxResults: 1 };
      for (const path of ['/search/pp/document_content/execute', '/query/document_content']) {
        expect((await get(app, path, asked)).json).toMatchObject({ resultsCountLimit: 10_000 });
      }
      const adapter = await get(app, `/id/${folder.folderId}/@pp/document_content`, asked);
      expect(adapter.json.resultsCountLimit).toBe(10_000);
    });

    test('cuts pages to its size and counts to its limit', async () => {
      const path = '/search/pp/tree_children/execute';
      const first = (await get(app, path, { ...children(), pageSize: 1 })).json;
      expect(first).toMatchObject({ resultsCount: -2, resultsCountLimit: 1, currentPageSize: 1 });
      const all = (await get(app, path, children())).json;
      expect(all).toMatchObject({ resultsCount: 2, resultsCountLimit: 50 });
    });

    test('shows no caller what the caller may not read', async () => {
      const params = { ecm_path: folder.path, quickFilters: 'noFolder', pageSize: 3 };
      const { json } = await get(app, '/search/pp/default_search/execute', params, {
        user: 'reader',
      });
      expect(json.resultsCount).toBe(6);
      expect(JSON.stringify(json)).not.toContain('secret');
    });
  });

  describe('with words', () => {
    const find = async (words: string, user = 'Administrator') => {
      const params = {
        ecm_fulltext: words,
        ecm_path: folder.path,
        sortBy: 'ecm:name',
        sortOrder: 'asc',
      };
      const response = await get(app, '/search/pp/default_search/execute', params, { user });
      expect(response.status, response.text).toBe(200);
      expect(response.json.resultsCount).toBe(response.json.entries.length);
      return namesOf(response);
    };

    test('finds them in what the caller may read', async () => {
      expect(await find('memo')).toEqual(['f2', 'f3', 'f4']);
      expect(await find('memo -art')).toEqual(['f2', 'f3']);
      expect(await find('secret')).toEqual(['c0', 'c1']);
      expect(await find('secret', 'reader')).toEqual([]);
    });

    test('takes signs that people type for no more than spaces', async () => {
      expect(await find('memo!')).toEqual(['f2', 'f3', 'f4']);
      expect(await find("(memo) ' \\ * -")).toEqual(['f2', 'f3', 'f4']);
      expect(await find('!!!')).toEqual([]);
    });

    test('refuses what is not well formed', async () => {
      const params = { ecm_fulltext: '"memo' };
      const response = await get(app, '/search/pp/default_search/execute', params);
      expect(response.status).toBe(400);
      expect(response.json.message).toContain('Invalid fulltext query');
    });

    test('counts aggregates of what it finds', async () => {
      const params = { ecm_fulltext: 'society', ecm_path: folder.path };
      const natures = async (user: string) => {
        const path = '/search/pp/default_search/execute';
        const { json } = await get(app, path, params, { user });
        return json.aggregations.dc_nature_agg.buckets;
      };
      expect(await natures('Administrator')).toContainEqual({ key: 'secret', docCount: 2 });
      expect(await natures('reader')).toEqual([
        { key: 'memo', docCount: 1 },
        { key: 'report', docCount: 1 },
      ]);
    });

    test('@search looks below the folder only', async () => {
      const path = `/path${folder.path}/@search`;
      const words = { fullText: 'memo', orderBy: 'ecm:name' };
      expect(namesOf(await get(app, path, words))).toEqual(['f2', 'f3', 'f4']);
      expect(namesOf(await get(app, `/path${folder.path}/closed/@search`, words))).toEqual([]);
    });

    test('suggests documents by the beginning of a word', async () => {
      const path = '/search/pp/default_document_suggestion/execute';
      const found = await get(app, path, { queryParams: 'mem' });
      expect(namesOf(found).sort()).toEqual(['f2', 'f3', 'f4']);
      expect(found.json.pageSize).toBe(5);
    });
  });

  describe('from a document', () => {
    test('@pp runs a page provider with its id first', async () => {
      const { status, json } = await get(app, `/id/${folder.folderId}/@pp/document_content`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ pageSize: 50, resultsCount: 8 });
      const one = await get(app, `/path${folder.path}/@pp/tree_children`, { pageSize: 1 });
      expect(one.json.entries).toHaveLength(1);
    });

    test('@pp needs the name of one that exists, and a document that may be read', async () => {
      expect((await get(app, `/id/${folder.folderId}/@pp`)).status).toBe(404);
      expect((await get(app, `/id/${folder.folderId}/@pp/nothing`)).status).toBe(404);
      expect((await get(app, `/id/${folder.folderId}/@pp/a/b`)).status).toBe(404);
      const closed = `/id/${folder.closedId}/@pp/document_content`;
      expect((await get(app, closed, {}, { user: 'reader' })).status).toBe(403);
    });

    test('@search runs a query, wherever it stands', async () => {
      const path = `/id/${folder.folderId}/@search`;
      const response = await get(app, path, { query: filesQuery() });
      expect(namesOf(response)).toEqual(files);
      expect(response.json.pageSize).toBe(50);
      expect((await get(app, path, { query: 'SELECT' })).status).toBe(400);
    });

    test('@search without a query finds what is below the folder of the document', async () => {
      const found = await get(app, `/path${folder.path}/@search`, { orderBy: 'ecm:name desc' });
      const expected = ['sub', ...[...files].reverse(), 'closed', 'c1', 'c0'];
      expect(namesOf(found)).toEqual(expected);
      const beside = await get(app, `/path${folder.path}/f0/@search`, { orderBy: 'ecm:name desc' });
      expect(namesOf(beside)).toEqual(expected);
      const bad = await get(app, `/path${folder.path}/@search`, { orderBy: 'dc:no' });
      expect(bad.status).toBe(400);
    });

    test('what @search and @pp find can be the input of an operation', async () => {
      const below = (rest: string) => `POST /api/v1/id/${folder.folderId}/${rest}`;
      const body = { params: { types: 'File' } };
      const query = encodeURIComponent(filesQuery());
      const found = await app.request(below(`@search/@op/Document.Filter?query=${query}`), {
        body,
      });
      expect(namesOf(found)).toEqual(files);
      const children = await app.request(below('@pp/document_content/@op/Document.Filter'), {
        body,
      });
      expect(namesOf(children)).toEqual(files);
    });
  });
});
