import createFetchClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, type Client, createClient, type paths } from '../../client/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

describe('the typed client', () => {
  let app: TestApp;
  let client: Client;
  let baseUrl: string;
  const credentials = { username: 'Administrator', password: 'Administrator' };

  beforeAll(async () => {
    app = await startTestApp('sqlite');
    baseUrl = await app.listen();
    client = createClient({ baseUrl, credentials });
  });
  afterAll(() => app.close());

  const create = (name: string, type = 'Folder', parent = '/') =>
    client.POST('/api/v1/path/{rest}', {
      path: { rest: parent },
      body: { 'entity-type': 'document', name, type, properties: { 'dc:title': name } },
    });

  test('creates, reads, changes and removes a document', async () => {
    const { uid } = await create('one');
    const path = { id: uid ?? '' };
    const changed = await client.PUT('/api/v1/id/{id}', {
      path,
      headers: { properties: 'dublincore', 'Update-Comment': 'a better title' },
      body: { 'entity-type': 'document', properties: { 'dc:title': 'Two' } },
    });
    expect([changed.title, changed.properties?.['dc:title']]).toEqual(['Two', 'Two']);
    const page = await client.GET('/api/v1/search/execute', {
      query: { query: "SELECT * FROM Document WHERE dc:title = 'Two'", pageSize: 5 },
    });
    expect([page.pageSize, page.entries.map((each) => each.uid)]).toEqual([5, [uid]]);
    expect(await client.DELETE('/api/v1/id/{id}', { path })).toBeUndefined();
    const error = await client.GET('/api/v1/id/{id}', { path }).catch((cause) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, body: { 'entity-type': 'exception' } });
    expect(error.requestId).toMatch(/\w/);
  });

  test('what is asked for below the root has one slash before it', async () => {
    const page = await client.GET('/api/v1/path/{rest}/@children', { path: { rest: '/' } });
    expect(page.entries.map(({ path }) => path)).toContain('/default-domain');
  });

  test.each([
    'per cent %41 100%',
    'number # and question?',
    'at @children',
    'semi;colon=1',
    'é + & = 中 \'"',
  ])('finds a document with the name %s by its path', async (name) => {
    await create(name);
    await create('inner', 'Folder', `/${name}`);
    const inner = await client.GET('/api/v1/path/{rest}', { path: { rest: `/${name}/inner` } });
    expect(inner.path).toBe(`/${name}/inner`);
  });

  test('calls operations with parameters, with a file and without a result', async () => {
    const made = await client.operation('Document.Create', {
      input: 'doc:/',
      params: { type: 'File', name: 'drawing', properties: { 'dc:title': 'Drawing' } },
    });
    if (made?.['entity-type'] !== 'document') throw new Error('no document');
    const file = new File(['some words'], 'words é.txt', { type: 'text/plain' });
    await client.operation('Blob.AttachOnDocument', {
      input: file,
      params: { document: made.uid ?? '' },
      headers: { 'X-NXVoidOperation': true },
    });
    const path = { id: made.uid ?? '', xpath: 'file:content' };
    const content = await client.GET('/api/v1/id/{id}/@blob/{xpath}', { path });
    expect(await content.text()).toBe('some words');
    const response = await client.send('GET', '/api/v1/id/{id}/@blob/{xpath}', { path });
    expect(response.headers.get('content-disposition')).toContain("UTF-8''words%20%C3%A9.txt");
    expect(client.url('/api/v1/id/{id}/@blob/{xpath}', { path })).toBe(
      `${baseUrl}/api/v1/id/${made.uid}/@blob/file%3Acontent`,
    );
  });

  test('signs in with a token, and asks for a dialect', async () => {
    const token = await client.POST('/api/v1/token', { query: { application: 'test' } });
    const other = createClient({ baseUrl, credentials: { token }, dialect: 'native' });
    expect((await other.GET('/api/v1/me')).id).toBe('Administrator');
  });

  test('tells wrong credentials, and unknown repositories', async () => {
    const wrong = createClient({ baseUrl, credentials: { ...credentials, password: 'é' } });
    await expect(wrong.GET('/api/v1/me')).rejects.toMatchObject({ status: 401 });
    const elsewhere = createClient({ baseUrl, credentials, repository: 'none' });
    await expect(
      elsewhere.GET('/api/v1/path/{rest}', { path: { rest: '' } }),
    ).rejects.toMatchObject({ status: 404, code: 'repository.not-found' });
  });

  test('the types are those that openapi-fetch takes, too', async () => {
    const token = await client.POST('/api/v1/token', { query: { application: 'other' } });
    const other = createFetchClient<paths>({
      baseUrl,
      headers: { 'X-Authentication-Token': token },
    });
    const { data, error } = await other.GET('/api/v1/user/{rest}', {
      params: { path: { rest: 'Administrator' } },
    });
    expect([data?.id, error]).toEqual(['Administrator', undefined]);
  });
});
