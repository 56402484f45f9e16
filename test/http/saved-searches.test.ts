import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { fillSearchFolder, get, namesOf, type SearchFolder } from '../support/search.ts';

const files = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5'];

describe.each(engines)('saved searches on %s', (engine) => {
  let app: TestApp;
  let folder: SearchFolder;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await fillSearchFolder(app);
  });
  afterAll(() => app.close());

  const entity = (members: object) => ({ 'entity-type': 'savedSearch', ...members });
  const post = (members: object, user = 'Administrator', headers = {}) =>
    app.request('POST /api/v1/search/saved', { body: entity(members), user, headers });
  const put = (id: string, members: object, user = 'Administrator') =>
    app.request(`PUT /api/v1/search/saved/${id}`, { body: entity(members), user });
  const execute = (id: string, params = {}, user = 'Administrator') =>
    get(app, `/search/saved/${id}/execute`, params, { user });

  const ofQuery = () => ({
    title: 'Memos',
    query: `SELECT * FROM File WHERE ecm:parentId = '${folder.folderId}' AND dc:nature = :nature ORDER BY ecm:name`,
    queryLanguage: 'NXQL',
    params: { nature: 'memo' },
  });
  const ofProvider = () => ({
    title: 'Everything in the folder',
    pageProviderName: 'default_search',
    pageSize: '4',
    sortBy: 'ecm:name',
    sortOrder: 'asc',
    params: { ecm_path: [folder.path], dc_nature: ['memo', 'report'], mine: 'kept' },
  });

  test('of a query are answered as they were sent', async () => {
    const response = await post(ofQuery());
    expect(response.status).toBe(200);
    const { id, ...saved } = response.json;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(saved).toEqual({
      'entity-type': 'savedSearch',
      title: 'Memos',
      queryParams: null,
      query: ofQuery().query,
      queryLanguage: 'NXQL',
      pageProviderName: null,
      pageSize: null,
      currentPageIndex: null,
      maxResults: null,
      sortBy: null,
      sortOrder: null,
      contentViewData: null,
      params: { nature: 'memo' },
    });
    expect((await get(app, `/search/saved/${id}`)).json).toEqual(response.json);
  });

  test('of a page provider keep their parameters in the fields of its search document', async () => {
    const { json } = await post(ofProvider());
    expect(json).toMatchObject({ pageProviderName: 'default_search', pageSize: '4' });
    expect(json.params).toMatchObject({
      ecm_path: [folder.path],
      dc_nature: ['memo', 'report'],
      mine: 'kept',
      ecm_fulltext: null,
      dc_created_min: null,
      dc_subjects: [],
    });
    const emptied = await post({ ...ofProvider(), params: { dc_nature: [], dc_subjects: null } });
    expect(emptied.json.params).toMatchObject({ dc_nature: [], dc_subjects: [] });
    const document = (await get(app, `/id/${json.id}`)).json;
    expect(document).toMatchObject({ type: 'DefaultSearch', title: 'Everything in the folder' });
    expect(document.path).toMatch(/\/UserWorkspaces\/Administrator\//);
    expect(document.properties).toMatchObject({
      'defaults:dc_nature': ['memo', 'report'],
      'saved:providerName': 'default_search',
      'saved:namedParams': [{ key: 'mine', value: 'kept' }],
    });
  });

  test('show the properties of their document where they are asked for', async () => {
    const { id } = (await post(ofProvider())).json;
    const { json } = await get(app, `/search/saved/${id}`, { properties: 'saved_search' });
    expect(json.properties).toMatchObject({ 'saved:sortBy': 'ecm:name' });
    expect((await get(app, `/search/saved/${id}`)).json).not.toHaveProperty('properties');
  });

  test('are kept for page providers of every type of search document', async () => {
    const params = { ecm_trashed: true, title: 'x' };
    const { status, json } = await post({
      title: 'Trash / here',
      pageProviderName: 'advanced_document_content',
      params,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      title: 'Trash / here',
      params: { ecm_trashed: 'true', title: 'x' },
    });
  });

  test('run with what they keep', async () => {
    const query = (await post(ofQuery())).json;
    expect(namesOf(await execute(query.id))).toEqual(['f2', 'f3', 'f4']);
    const provider = (await post(ofProvider())).json;
    const found = await execute(provider.id);
    expect(namesOf(found)).toEqual(['f0', 'f1', 'f2', 'f3']);
    expect(found.json).toMatchObject({ resultsCount: 6, pageSize: 4, isNextPageAvailable: true });
    expect(found.json.aggregations.dc_nature_agg.buckets).toHaveLength(2);
  });

  test('run with what the request says instead', async () => {
    const { id } = (await post({ ...ofProvider(), currentPageIndex: 1 })).json;
    expect(namesOf(await execute(id))).toEqual(['f4', 'f5']);
    expect(namesOf(await execute(id, { currentPageIndex: 0 }))).toEqual(files.slice(0, 4));
    const other = { pageSize: 2, offset: 1, sortBy: 'ecm:name', sortOrder: 'desc' };
    expect(namesOf(await execute(id, other))).toEqual(['f4', 'f3']);
    const { json } = await execute(id, { quickFilters: 'onlyValidated' });
    expect(json.resultsCount).toBe(0);
    expect((await execute(id, { pageSize: 'x' })).status).toBe(400);
  });

  test('take a list for several question marks', async () => {
    const { id } = (
      await post({
        title: 'Two marks',
        query: 'SELECT * FROM File WHERE ecm:parentId = ? AND dc:title = ?',
        queryLanguage: 'NXQL',
        queryParams: JSON.stringify([folder.folderId, 'File 3']),
      })
    ).json;
    expect(namesOf(await execute(id))).toEqual(['f3']);
  });

  test('are replaced as a whole, and removed', async () => {
    const { id } = (await post(ofProvider())).json;
    const next = {
      title: 'Renamed',
      pageProviderName: 'default_search',
      params: { dc_nature: ['secret'] },
    };
    const changed = await put(id, next);
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({
      id,
      title: 'Renamed',
      pageSize: null,
      sortBy: null,
      params: { dc_nature: ['secret'], ecm_path: [] },
    });
    expect(changed.json.params).not.toHaveProperty('mine');
    const removed = await app.request(`DELETE /api/v1/search/saved/${id}`);
    expect(removed.status).toBe(204);
    expect((await get(app, `/search/saved/${id}`)).status).toBe(404);
    expect((await execute(id)).status).toBe(404);
  });

  test.each([
    [{ query: 'SELECT * FROM File', queryLanguage: 'NXQL' }, 'title cannot be empty'],
    [{ title: 'a' }, 'query or page provider parameters are missing'],
    [
      { title: 'a', query: 'x', queryLanguage: 'NXQL', pageProviderName: 'y' },
      'query and page provider parameters are mutually exclusive',
    ],
    [{ title: 'a', query: 'x' }, 'queryLanguage parameter is missing'],
    [{ title: 'a', queryLanguage: 'NXQL' }, 'query parameter is missing'],
    [{ title: 'a', pageProviderName: 'default_search', pageSize: 'x' }, 'pageSize'],
    [{ title: 'a', pageProviderName: 'default_search', params: ['x'] }, 'params'],
    [{ title: 7, pageProviderName: 'default_search' }, 'title'],
    [
      { title: 'a', pageProviderName: 'default_search', params: { dc_created_min: 'soon' } },
      'dc_created_min',
    ],
    [{ title: 'a\u0000', pageProviderName: 'default_search' }, 'title'],
    [{ title: 'a', pageProviderName: 'default_search', params: { x: 'a\u0000' } }, 'x'],
  ])('are refused as %j, and nothing is kept', async (members, message) => {
    const titles = async () => (await get(app, '/search/saved')).json.entries.length;
    const before = await titles();
    const refused = await post(members);
    expect(refused.status).toBe(400);
    expect(refused.json.message).toContain(message);
    const { id, title } = (await post(ofProvider())).json;
    expect((await put(id, members)).status).toBe(400);
    expect((await get(app, `/search/saved/${id}`)).json.title).toBe(title);
    expect(await titles()).toBe(before + 1);
  });

  test('that name no page provider or no good query fail only when they run', async () => {
    const provider = (await post({ title: 'a', pageProviderName: 'nothing' })).json;
    expect((await execute(provider.id)).status).toBe(404);
    const query = (await post({ title: 'a', query: 'SELECT', queryLanguage: 'NXQL' })).json;
    expect((await execute(query.id)).status).toBe(400);
    const text = { title: 'a', query: 'SELECT * FROM File', queryLanguage: 'CMIS' };
    const language = await execute((await post(text)).json.id);
    expect(language.status).toBe(400);
    expect(language.json.message).toContain('invalid query language');
  });

  test('belong to who made them', async () => {
    const { id } = (await post({ ...ofQuery(), title: 'Of the reader' }, 'reader')).json;
    const listed = async (user: string) =>
      (await get(app, '/search/saved', {}, { user })).json.entries.map(
        ({ title }: { title: string }) => title,
      );
    expect(await listed('reader')).toEqual(['Of the reader']);
    expect(await listed('stranger')).toEqual([]);
    expect(await listed('Administrator')).toContain('Of the reader');
    const as = { user: 'stranger' };
    expect((await app.request(`GET /api/v1/search/saved/${id}`, as)).status).toBe(403);
    expect((await execute(id, {}, 'stranger')).status).toBe(403);
    expect((await put(id, ofQuery(), 'stranger')).status).toBe(403);
    expect((await app.request(`DELETE /api/v1/search/saved/${id}`, as)).status).toBe(403);
    expect((await get(app, `/search/saved/${id}`)).json.title).toBe('Of the reader');
  });

  test('are listed by title, and for one page provider', async () => {
    await post({ title: 'AAA', pageProviderName: 'document_picker' });
    const { json } = await get(app, '/search/saved');
    expect(json['entity-type']).toBe('savedSearches');
    expect(Object.keys(json)).toEqual(['entity-type', 'entries']);
    expect(json.entries[0].title).toBe('AAA');
    const some = await get(app, '/search/saved', { pageProvider: 'document_picker' });
    expect(some.json.entries.map(({ title }: { title: string }) => title)).toEqual(['AAA']);
    const none = await get(app, '/search/saved', { pageProvider: "x' OR '1' = '1" });
    expect(none.json.entries).toEqual([]);
  });

  test('are nothing but saved searches', async () => {
    for (const id of [folder.folderId, 'nothing', '00000000-0000-4000-8000-000000000000']) {
      const response = await get(app, `/search/saved/${id}`);
      expect(response.status, id).toBe(404);
      expect(response.json.message, id).toMatch(
        /^There is no (?:document|saved search) with the id /,
      );
    }
  });
});
