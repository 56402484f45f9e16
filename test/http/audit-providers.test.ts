import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

const latest = 'LATEST_CREATED_USERS_OR_GROUPS_PROVIDER';

interface Entry {
  readonly type: string;
  readonly uid: string;
}

describe.each(engines)('page providers that look into the audit on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    const names = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.org' };
    const properties = { username: 'ann', password: 'ann', groups: ['powerusers'], ...names };
    const body = { 'entity-type': 'user', id: '', properties };
    expect((await app.request('POST /api/v1/user', { body })).status).toBe(201);
    for (const name of ['bob', 'gone', 'again']) await createUser(app, name);
    const group = { 'entity-type': 'group', groupname: 'crew', grouplabel: 'The crew' };
    expect((await app.request('POST /api/v1/group', { body: group })).status).toBe(201);
    for (const name of ['gone', 'again']) {
      expect((await app.request(`DELETE /api/v1/user/${name}`)).status).toBe(204);
    }
    await createUser(app, 'again');
  });
  afterAll(() => app.close());

  test.each(['eventIds', 'bas:eventIds', 'basicauditsearch:eventIds'])(
    'take their parameter %s with and without a prefix',
    async (name) => {
      const params = { providerName: 'EVENTS_VIEW', namedQueryParams: { [name]: 'group_created' } };
      const { status, json } = await callOperation(app, 'Audit.QueryWithPageProvider', { params });
      expect(status).toBe(200);
      const events = new Set(json.entries.map(({ eventId }: { eventId: string }) => eventId));
      expect([...events]).toEqual(['group_created']);
    },
  );

  const find = (query = '', user = 'Administrator', headers: Record<string, string> = {}) =>
    app.request(`GET /api/v1/search/pp/${latest}/execute${query}`, { user, headers });

  test.each(['Administrator', 'ann'])('show %s who was created last, first', async (user) => {
    const { status, json } = await find('', user);
    expect(status).toBe(200);
    const { entries, ...page } = json;
    expect(page).toMatchObject({
      'entity-type': 'documents',
      resultsCount: 4,
      totalSize: 4,
      pageSize: 0,
      numberOfPages: 1,
      isNextPageAvailable: false,
    });
    expect(entries.map(({ type, uid }: Entry) => [type, uid])).toEqual([
      ['user', 'again'],
      ['group', 'crew'],
      ['user', 'bob'],
      ['user', 'ann'],
    ]);
    expect(entries[0]).not.toHaveProperty('properties');
  });

  test('show their properties on request, and never a password', async () => {
    const { json } = await find('', 'Administrator', { properties: '*' });
    const [, crew, , ann] = json.entries;
    expect(crew).toMatchObject({ 'entity-type': 'document', title: 'crew', path: null });
    expect(crew.properties).toEqual({
      'group:groupname': 'crew',
      'group:grouplabel': 'The crew',
      'group:description': null,
      'group:tenantId': null,
    });
    expect(ann.properties).toEqual({
      'user:username': 'ann',
      'user:firstName': 'Ann',
      'user:lastName': 'Lee',
      'user:company': null,
      'user:email': 'ann@example.org',
      'user:tenantId': null,
      'user:groups': ['powerusers'],
    });
  });

  test('are read page by page, and by the operation', async () => {
    const uids = async (query: string): Promise<string[]> =>
      (await find(query)).json.entries.map(({ uid }: Entry) => uid);
    expect(await uids('?pageSize=3')).toEqual(['again', 'crew', 'bob']);
    expect(await uids('?pageSize=3&currentPageIndex=1')).toEqual(['ann']);
    expect(await uids('?pageSize=3&currentPageIndex=2')).toEqual([]);
    const params = { providerName: latest, pageSize: 2, currentPageIndex: 1 };
    const { json } = await callOperation(app, 'Repository.PageProvider', { params });
    expect(json.entries.map(({ uid }: Entry) => uid)).toEqual(['bob', 'ann']);
    expect([json.resultsCount, json.numberOfPages]).toEqual([4, 2]);
  });

  test('do not fail when enrichers and references are asked for', async () => {
    const headers = {
      properties: '*',
      'enrichers.document': 'permissions, breadcrumb, audit, children, acls, hasContent',
      'fetch.document': 'properties, lock, versionLabel',
    };
    for (const user of ['Administrator', 'ann']) {
      const { status, json } = await find('', user, headers);
      expect([status, json.entries.length]).toEqual([200, 4]);
    }
  });

  test('show nothing to those who manage no users', async () => {
    const { status, json } = await find('', 'bob');
    expect([status, json.resultsCount, json.entries]).toEqual([200, 0, []]);
  });

  test('select no columns', async () => {
    const params = { providerName: latest };
    const { status, json } = await callOperation(app, 'Repository.ResultSetPageProvider', {
      params,
    });
    expect([status, json.message]).toEqual([400, expect.stringContaining(latest)]);
  });

  test.each([
    'ADMIN_HISTORY',
    'AUDIT_BROWSER',
    'DOCUMENT_HISTORY_PROVIDER',
    'DOCUMENT_HISTORY_PROVIDER_OLD',
    'EVENTS_VIEW',
    'LATEST_AUDITED_CREATED_USERS_OR_GROUPS_PROVIDER',
  ])('of log entries say where to ask: %s', async (name) => {
    const root = (await app.request('GET /api/v1/path/')).json.uid;
    for (const path of [
      `search/pp/${name}/execute`,
      `search/lang/pp/${name}`,
      `search/pp/${name}`,
      `query/${name}`,
      `id/${root}/@pp/${name}`,
    ]) {
      const { status, json } = await app.request(`GET /api/v1/${path}`);
      expect([path, status]).toEqual([path, 400]);
      expect(json.message).toContain('Audit.QueryWithPageProvider');
    }
    const params = { providerName: name };
    const { status } = await callOperation(app, 'Repository.PageProvider', { params });
    expect(status).toBe(400);
  });
});
