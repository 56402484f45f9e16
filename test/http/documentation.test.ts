import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { get } from '../support/search.ts';

describe.each(engines)('entry points of the web interface on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['walter', 'wanda', 'xaver']) await createUser(app, name);
  });
  afterAll(() => app.close());

  test('operations are documented for browsers, and one of them as YAML', async () => {
    const page = await app.request('GET /site/automation/doc', { user: null });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<dt id="Document.Create">Document.Create</dt>');
    expect(page.text).not.toContain('<script');
    const yaml = await app.request('GET /site/automation/Document.Create/yaml');
    expect([yaml.status, yaml.headers['content-type']]).toEqual([200, 'application/yaml']);
    const { json } = await app.request('GET /site/automation/Document.Create');
    expect(JSON.parse(yaml.text)).toEqual(json);
    expect((await app.request('GET /site/automation/Nothing/yaml')).status).toBe(404);
    const api = await app.request('GET /api/v1/doc', { user: null });
    expect([api.status, api.headers.location]).toEqual([302, '/nuxeo/api/v1/openapi.json']);
  });

  test('page providers list users and groups for those who manage them', async () => {
    const list = async (name: string, prefix: string, user = 'Administrator') => {
      const params = prefix === '' ? {} : { queryParams: prefix };
      const { json } = await get(app, `/search/pp/${name}/execute`, params, { user });
      return json.entries.map(({ uid }: { uid: string }) => uid);
    };
    for (const name of ['users_listing', 'nuxeo_principals_listing']) {
      expect(await list(name, 'wa')).toEqual(['walter', 'wanda']);
      expect(await list(name, '')).toContain('xaver');
      expect(await list(name, '', 'walter')).toEqual([]);
    }
    for (const name of ['groups_listing', 'nuxeo_groups_listing']) {
      expect(await list(name, 'power')).toEqual(['powerusers']);
      expect(await list(name, '')).toContain('members');
    }
    const params = { pageSize: 1, currentPageIndex: 1, queryParams: 'wa' };
    const { json } = await get(app, '/search/pp/users_listing/execute', params, {
      headers: { properties: '*' },
    });
    expect(json.entries[0].properties['user:username']).toBe('wanda');
    expect([json.resultsCount, json.numberOfPages, json.entries[0].uid]).toEqual([2, 2, 'wanda']);
    expect(json.entries[0].properties).not.toHaveProperty('user:password');
  });
});
