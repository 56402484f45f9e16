import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localAddress } from '../../src/http/requests/requested-url.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('signing in with the form on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'jdoe');
  });
  afterAll(() => app.close());

  const send = (fields: Record<string, string>, path = '/login', headers = {}) =>
    app.request(`POST ${path}`, {
      user: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const right = { user_name: 'jdoe', user_password: 'jdoe' };
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(`GET ${path}`, { user: null, headers });
  const html = { accept: 'text/html,*/*' };

  test('the form is public, and tells about the last attempt', async () => {
    const page = await get('/login.jsp?requestedUrl=ui/%22%3E%3Cimg%3E');
    expect(page.status).toBe(200);
    expect(page.text).toContain('action="/nuxeo/login"');
    expect(page.text).toContain('value="ui/&quot;&gt;&lt;img&gt;"');
    expect(page.text).not.toContain('<p role="alert"');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const failed = await get('/login.jsp?loginFailed=true', { 'accept-language': 'de' });
    expect(failed.text).toContain('role="alert">Der Benutzername oder das Passwort ist falsch.');
    expect((await get('/login.jsp?nxtimeout=true')).text).toContain('Your session has ended');
  });

  test('the right password opens a session and leads to the requested page', async () => {
    for (const path of ['/login', '/startup']) {
      const { status, headers } = await send({ ...right, requestedUrl: 'ui/#!/doc/1' }, path);
      expect([status, headers.location]).toEqual([302, '/nuxeo/ui/#!/doc/1']);
      const [cookie = ''] = String(headers['set-cookie']).split(';');
      expect(cookie).toMatch(/^JSESSIONID=./);
      expect((await get('/api/v1/me', { cookie })).json.id).toBe('jdoe');
      const further = await get('/login?requestedUrl=icons/x', { cookie });
      expect(further.headers.location).toBe('/nuxeo/icons/x');
      await get('/logout', { cookie });
      expect((await get('/api/v1/me', { cookie })).status).toBe(401);
    }
    expect((await send(right)).headers.location).toBe('/nuxeo/');
  });

  test('wrong and missing passwords lead back to the form, without a session', async () => {
    const cases = [
      [{ ...right, user_password: 'wrong' }, 'loginFailed=true'],
      [{ ...right, user_name: 'no-such-user' }, 'loginFailed=true'],
      [{ user_name: 'jdoe' }, 'loginMissing=true'],
      [{}, 'loginMissing=true'],
    ] as const;
    for (const [fields, flag] of cases) {
      const { status, headers } = await send({ ...fields, requestedUrl: 'ui/' });
      expect([status, headers.location, headers['set-cookie']]).toEqual([
        302,
        `/nuxeo/login.jsp?${flag}&requestedUrl=ui%2F`,
        undefined,
      ]);
    }
    const inAddress = await app.request(`POST /login?${new URLSearchParams(right)}`, {
      user: null,
    });
    expect([inAddress.status, inAddress.json.message]).toEqual([
      400,
      expect.stringContaining('user_password: send it in the body'),
    ]);
  });

  test('a page of another site can neither send the form nor be where it leads', async () => {
    const foreign = await send(right, '/login', { origin: 'https://evil.example.org' });
    expect([foreign.status, foreign.headers['set-cookie']]).toEqual([403, undefined]);
    for (const requestedUrl of ['https://evil.example.org', '//evil.example.org', '/\\evil.org']) {
      const { status, json, headers } = await send({ ...right, requestedUrl });
      expect([status, headers.location, headers['set-cookie']]).toEqual([
        400,
        undefined,
        undefined,
      ]);
      expect(json.message).toMatch(/^requestedUrl: must be an address of this server/);
    }
  });

  test('browsers without a session get the form, programs the error', async () => {
    for (const path of ['/login', '/startup']) {
      const { status, headers } = await get(`${path}?requestedUrl=ui/%23!/x`, html);
      expect([status, headers.location]).toEqual([
        302,
        '/nuxeo/login.jsp?requestedUrl=ui%2F%23%21%2Fx',
      ]);
      expect((await get(path)).json.status).toBe(401);
      expect((await app.request(`GET ${path}`, { user: 'jdoe' })).status).toBe(302);
    }
  });
});

test('only addresses below the context path are local', () => {
  const publicAddress = {
    baseUrl: 'https://example.org/nuxeo/',
    origin: 'https://example.org',
    contextPath: '/nuxeo',
    isSecure: true,
  };
  const local = {
    'ui/': '/nuxeo/ui/',
    '/ui/?a=b#c': '/nuxeo/ui/?a=b#c',
    '/nuxeo/ui/': '/nuxeo/ui/',
    '/nuxeo': '/nuxeo/',
    '': '/nuxeo/',
    '?a=https://evil.org': '/nuxeo/?a=https://evil.org',
    'ui/<é>': '/nuxeo/ui/%3C%C3%A9%3E',
    'ui//evil.org': '/nuxeo/ui//evil.org',
  };
  for (const [requested, expected] of Object.entries(local)) {
    expect([requested, localAddress(requested, publicAddress)]).toEqual([requested, expected]);
  }
  const foreign = [
    ...['https://evil.org', 'HTTPS:evil.org', '//evil.org', '///evil.org', '\\\\evil.org'],
    ...['/\\evil.org', 'javascript:alert(1)', 'data:text/html,x', '/\t/evil.org', 'ui/\nx'],
    ...['../other', '/nuxeo/../other', '%2e%2e/other', '/nuxeo/..//evil.org', ' //evil.org'],
    ...['nxdrive://token', '/nuxeo//../..//evil.org'],
  ];
  for (const requested of foreign) {
    expect([requested, localAddress(requested, publicAddress)]).toEqual([requested, undefined]);
  }
  const atRoot = { ...publicAddress, baseUrl: 'https://example.org/', contextPath: '' };
  expect(localAddress('/ui/', atRoot)).toBe('/ui/');
  for (const requested of ['//evil.org', '/.//evil.org', './/evil.org', '/x/..//evil.org']) {
    expect([requested, localAddress(requested, atRoot)]).toEqual([requested, undefined]);
  }
});

describe.each(engines)('signing in the synchronization client on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'jdoe');
  });
  afterAll(() => app.close());

  const path = '/drive_browser_login.jsp';
  const query = new URLSearchParams({ deviceId: 'd1', deviceDescription: 'a <b> laptop' });
  const grant = (fields: Record<string, string>, headers = {}) =>
    app.request(`POST ${path}`, {
      user: 'jdoe',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });

  test('a browser signs in first, then grants, and the client gets its token', async () => {
    const unknown = await app.request(`GET ${path}?${query}`, {
      user: null,
      headers: { accept: 'text/html' },
    });
    const target = new URL(String(unknown.headers.location), 'http://x').searchParams;
    expect([unknown.status, target.get('requestedUrl')]).toEqual([
      302,
      `drive_browser_login.jsp?${query}`,
    ]);
    const page = await app.request(`GET ${path}?${query}`, { user: 'jdoe' });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('a &lt;b&gt; laptop')]);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' nxdrive:");
    const { json } = await grant({ deviceId: 'd1' });
    expect(json).toEqual({ username: 'jdoe', token: expect.any(String) });
    const headers = { 'x-authentication-token': json.token };
    expect((await app.request('GET /api/v1/me', { user: null, headers })).json.id).toBe('jdoe');
    const { headers: handed } = await grant({ deviceId: 'd1', useProtocol: 'true' });
    expect(handed.location).toBe(`nxdrive://token/${json.token}/user/jdoe`);
    expect(handed['cache-control']).toBe('no-store');
    // A token is not given to a token.
    const again = await app.request(`POST ${path}?${query}`, { user: null, headers });
    expect(again.status).toBe(403);
  });

  test('other pages cannot grant, and a device is required', async () => {
    const foreign = await grant({ deviceId: 'd2' }, { origin: 'https://evil.example.org' });
    expect(foreign.status).toBe(403);
    const { status, json } = await grant({});
    expect([status, json.message]).toEqual([400, 'deviceId: the parameter is missing']);
    const missing = await app.request(`GET ${path}`, { user: 'jdoe' });
    expect(missing.status).toBe(400);
  });
});
