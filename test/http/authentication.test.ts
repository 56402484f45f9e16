import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/repository/principals/passwords.ts';
import { updateUser } from '../../src/repository/principals/users.ts';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { engines } from '../support/engines.ts';

function cookieOf(response: TestResponse): string {
  return String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '';
}

describe.each(engines)('authentication over HTTP on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { trustedProxies: ['127.0.0.1'] });
  });
  afterAll(() => app.close());

  const me = (headers: Record<string, string>) =>
    app.request('GET /api/v1/me', { user: null, headers });

  test('login answers 200 with who it is, at both addresses', async () => {
    for (const path of ['/site/automation/login', '/api/v1/automation/login']) {
      const response = await app.request(`POST ${path}`);
      expect(response.status).toBe(200);
      expect(response.json).toEqual({
        'entity-type': 'login',
        username: 'Administrator',
        isAdministrator: true,
        groups: ['administrators', 'members'],
      });
    }
  });

  test.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown user', { user: 'nobody' }],
    ['no credentials', { user: null }],
    ['a malformed header', { user: null, headers: { authorization: 'Basic %%%' } }],
    ['the internal user', { user: 'system' }],
  ])('%s is 401 with an exception entity and never a challenge', async (_what, options) => {
    const response = await app.request('POST /site/automation/login', options);
    expect(response.status).toBe(401);
    expect(response.json).toMatchObject({ 'entity-type': 'exception', status: 401 });
    expect(response.headers).not.toHaveProperty('www-authenticate');
    expect(response.headers).not.toHaveProperty('set-cookie');
  });

  test('after one login a cookie is enough', async () => {
    const login = await app.request('POST /site/automation/login');
    expect(login.headers['set-cookie']).toMatch(
      /^JSESSIONID=[\w.-]+; Path=\/nuxeo; HttpOnly; SameSite=Lax$/,
    );
    const answer = await me({ cookie: cookieOf(login) });
    expect(answer.status).toBe(200);
    expect(answer.json.id).toBe('Administrator');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test('the cookie is Secure when the client came by https', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const login = await app.request('POST /site/automation/login', { headers });
    expect(login.headers['set-cookie']).toMatch(/; Secure$/);
  });

  test('wrong credentials are 401 even next to a valid cookie', async () => {
    const cookie = cookieOf(await app.request('POST /site/automation/login'));
    const options = { password: 'wrong', headers: { cookie } };
    expect((await app.request('GET /api/v1/me', options)).status).toBe(401);
  });

  test('logout ends the session, clears the cookie and leads to the start page', async () => {
    const cookie = cookieOf(await app.request('POST /site/automation/login'));
    const logout = await app.request('GET /logout', { user: null, headers: { cookie } });
    expect(logout.status).toBe(302);
    expect(logout.headers.location).toBe('/nuxeo/');
    const cleared = expect.stringMatching(/^JSESSIONID=; Path=\/nuxeo;.*Max-Age=0$/);
    expect(logout.headers['set-cookie']).toEqual([cleared]);
    expect((await me({ cookie })).status).toBe(401);
    const again = cookieOf(await app.request('POST /site/automation/login'));
    expect((await me({ cookie: again })).status).toBe(200);
  });

  test('logout answers scripts with 200, also without a session', async () => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' };
    const logout = await app.request('POST /logout', { user: null, headers });
    expect(logout.status).toBe(200);
    expect(logout.headers).not.toHaveProperty('location');
  });

  test.each([
    ['http://example.org/', '/nuxeo/'],
    ['//example.org/', '/nuxeo/'],
    ['javascript:alert(1)', '/nuxeo/'],
    ['http://host:8080/nuxeo.example.org/', '/nuxeo/'],
    ['http://host:8080/nuxeo/ui/', 'http://host:8080/nuxeo/ui/'],
    ['nuxeo://done', 'nuxeo://done'],
  ])('logout with callbackURL %s leads to %s', async (callback, location) => {
    const logout = await app.request(`GET /logout?callbackURL=${encodeURIComponent(callback)}`, {
      user: null,
      headers: { host: 'host:8080' },
    });
    expect([logout.status, logout.headers.location]).toEqual([302, location]);
  });

  test('a password changed past this application, on the command line say, counts at once', async () => {
    const body = {
      'entity-type': 'user',
      properties: { username: 'roaming', password: 'old' },
    };
    await app.request('POST /api/v1/user', { body });
    const old = { user: 'roaming', password: 'old' };
    expect((await app.request('GET /api/v1/me', old)).status).toBe(200);
    const passwordHash = await hashPassword('new');
    await app.services.database.write((handle) => updateUser(handle, 'roaming', { passwordHash }));
    expect((await app.request('GET /api/v1/me', old)).status).toBe(401);
  });
});
