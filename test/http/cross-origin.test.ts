import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';

type Headers = Record<string, string>;

const site = 'https://app.example.org';
const folder = { 'entity-type': 'document', type: 'Folder', name: 'f' };
const workspaces = '/api/v1/path/default-domain/workspaces';

function preflight(app: TestApp, path: string, headers: Headers): Promise<TestResponse> {
  const line = `OPTIONS ${path}`;
  const asking = { 'access-control-request-method': 'POST', ...headers };
  return app.request(line, { user: null, headers: asking });
}

function corsOf({ headers }: TestResponse): Record<string, unknown> {
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  return Object.fromEntries(
    names.map((name) => [name.slice('access-control-'.length), headers[name]]),
  );
}

function cookieOf(response: TestResponse): string {
  return String(response.headers['set-cookie']).split(';')[0] ?? '';
}

describe('without corsOrigins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
  });
  afterAll(() => app.close());

  test('no answer speaks of origins', async () => {
    for (const headers of [{}, { origin: site }]) {
      const response = await app.request('GET /api/v1/me', { headers });
      expect([response.status, corsOf(response), response.headers.vary]).toEqual([
        200,
        {},
        undefined,
      ]);
    }
  });

  test('what a page of another site wants to change is refused with what to set', async () => {
    const headers = { origin: site, host: 'docs:8080' };
    const response = await app.request(`POST ${workspaces}`, { headers, body: folder });
    expect([response.status, corsOf(response)]).toEqual([403, {}]);
    for (const part of ['CSRF check failure', site, 'http://docs:8080', 'corsOrigins']) {
      expect(response.json.message).toContain(part);
    }
    for (const part of ['publicUrl', 'trustedProxies'])
      expect(response.json.message).toContain(part);
    expect((await app.request(`GET ${workspaces}/f`)).status).toBe(404);
  });

  test('the question of a browser in advance is refused with what to set', async () => {
    for (const path of [workspaces, '/api/v1/nothing']) {
      const response = await preflight(app, path, { origin: site });
      expect([response.status, corsOf(response)]).toEqual([403, {}]);
      expect(response.json.message).toContain('corsOrigins');
    }
    expect((await app.request(`OPTIONS ${workspaces}`, { user: null })).status).toBe(200);
  });
});

describe('corsOrigins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite', {
      corsOrigins: ['https://APP.example.org:443', 'capacitor://localhost'],
      corsHeaders: ['Z-Own'],
    });
  });
  afterAll(() => app.close());

  test('answers preflight requests without credentials, for known and unknown paths', async () => {
    const asked =
      'Authorization, content-type, properties, enrichers-document, fetch.document, X-Batch-Id, X-NXRepository, X-Authentication-Token, nuxeo-transaction-timeout, nx-es-sync, z-own, z-other, x-forwarded-host, nuxeo-virtual-host';
    for (const path of [workspaces, '/api/v1/nothing', '/site/automation/Document.Query']) {
      const response = await preflight(app, path, {
        origin: site,
        'access-control-request-headers': asked,
      });
      expect([response.status, response.text]).toEqual([200, '']);
      expect(corsOf(response)).toEqual({
        'allow-origin': site,
        'allow-methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
        'allow-headers':
          'authorization, content-type, properties, enrichers-document, fetch.document, x-batch-id, x-nxrepository, x-authentication-token, nuxeo-transaction-timeout, nx-es-sync, z-own',
        'max-age': '600',
        'expose-headers': expect.any(String),
      });
      expect(response.headers.vary).toBe(
        'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      );
    }
  });

  test('every answer carries the headers, errors too', async () => {
    for (const [line, status] of [
      ['GET /api/v1/me', 200],
      ['GET /api/v1/nothing', 404],
      [`DELETE /api/v1/me`, 405],
      [`GET ${workspaces}/none`, 404],
      [`POST ${workspaces}`, 415],
    ] as const) {
      const response = await app.request(line, { headers: { origin: site } });
      expect([line, response.status, response.headers.vary]).toEqual([line, status, 'Origin']);
      expect(corsOf(response)['allow-origin']).toBe(site);
      expect(corsOf(response)).not.toHaveProperty('allow-credentials');
      for (const name of ['Location', 'ETag', 'Content-Disposition', 'X-Request-Id']) {
        expect(corsOf(response)['expose-headers']).toContain(name);
      }
    }
    const refused = await app.request('GET /api/v1/me', { user: null, headers: { origin: site } });
    expect([refused.status, corsOf(refused)['allow-origin']]).toEqual([401, site]);
  });

  test('responses vary for caches, also those without an origin', async () => {
    const response = await app.request('GET /api/v1/me');
    expect([response.headers.vary, corsOf(response)]).toEqual(['Origin', {}]);
  });

  test.each(['https://evil.example', 'http://app.example.org', `${site}.evil.example`, 'null'])(
    'a page of %s stays outside',
    async (origin) => {
      const change = await app.request(`POST ${workspaces}`, { headers: { origin }, body: folder });
      expect([change.status, corsOf(change)]).toEqual([403, {}]);
      expect((await preflight(app, workspaces, { origin })).status).toBe(403);
      expect(corsOf(await app.request('GET /api/v1/me', { headers: { origin } }))).toEqual({});
    },
  );

  test('an allowed page may change things with its own credentials, not with the cookie', async () => {
    for (const [name, origin] of [
      ['one', site],
      ['two', 'capacitor://localhost'],
    ] as const) {
      const headers = { origin };
      const body = { ...folder, name };
      expect((await app.request(`POST ${workspaces}`, { headers, body })).status).toBe(201);
    }
    const cookie = cookieOf(await app.request('POST /site/automation/login'));
    const options = { user: null, body: { ...folder, name: 'three' } };
    const ask = (headers: Headers) => app.request(`POST ${workspaces}`, { ...options, headers });
    expect((await ask({ origin: site, cookie })).status).toBe(401);
    expect((await ask({ cookie })).status).toBe(201);
  });

  test('with corsCredentials the cookie counts as well', async () => {
    const open = await startTestApp('sqlite', { corsOrigins: [site], corsCredentials: true });
    try {
      const cookie = cookieOf(await open.request('POST /site/automation/login'));
      const headers = { origin: site, cookie };
      const response = await open.request(`POST ${workspaces}`, {
        user: null,
        headers,
        body: folder,
      });
      expect(response.status).toBe(201);
      expect(corsOf(response)).toMatchObject({ 'allow-origin': site, 'allow-credentials': 'true' });
      expect(corsOf(await preflight(open, workspaces, headers))['allow-credentials']).toBe('true');
    } finally {
      await open.close();
    }
  });

  test('* lets every page in that brings its own credentials', async () => {
    const open = await startTestApp('sqlite', { corsOrigins: ['*'] });
    try {
      const headers = { origin: 'https://anything.example' };
      const response = await open.request(`POST ${workspaces}`, { headers, body: folder });
      expect([response.status, response.headers.vary]).toEqual([201, undefined]);
      expect(corsOf(response)['allow-origin']).toBe('*');
      const cookie = cookieOf(await open.request('POST /site/automation/login'));
      const options = { user: null, headers: { ...headers, cookie }, body: folder };
      expect((await open.request(`POST ${workspaces}`, options)).status).toBe(401);
    } finally {
      await open.close();
    }
  });
});

test.each([
  [{ corsOrigins: ['*'], corsCredentials: true }, /corsCredentials/],
  [{ corsOrigins: ['https://a.example/path'] }, /corsOrigins|cors-origins/],
  [{ corsOrigins: ['null'] }, /cors-origins/],
  [{ corsHeaders: ['a b'] }, /cors-headers/],
  [{ trustedProxies: ['10.0.0.0/33'] }, /10\.0\.0\.0\/33/],
  [{ trustedProxies: ['proxy.example'] }, /proxy\.example/],
  [{ allowedHosts: ['https://a'] }, /allowed-hosts/],
  [{ publicUrl: 'https://u:p@h/' }, /public-url/],
  [{ publicUrl: 'https://h/a;b' }, /public-url/],
])('the settings %j are refused before anything listens', (flags, message) => {
  expect(() => loadConfig({ environment: {}, flags })).toThrow(message);
});
