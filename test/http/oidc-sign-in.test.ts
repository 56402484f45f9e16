import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import {
  clientId,
  clientSecret,
  type Forgery,
  freePort,
  startTestProvider,
  TestBrowser,
  type TestProvider,
} from '../support/identity-provider.ts';

const seconds = () => Math.floor(Date.now() / 1_000);

describe.each(engines)('users of an identity provider on %s', (engine) => {
  let app: TestApp;
  let base: string;
  let provider: TestProvider;
  let folder: Awaited<ReturnType<typeof makeFolder>>;

  beforeAll(async () => {
    folder = await makeFolder();
    const port = await freePort();
    base = `http://127.0.0.1:${port}/nuxeo`;
    provider = await startTestProvider([`${base}/login/oidc/company/callback`]);
    const file = join(folder.path, 'sources.json');
    const shared = { clientId, clientSecret, allowsPlainHttp: true, timeLimitMs: 60_000 };
    const company = {
      ...shared,
      name: 'company',
      label: 'The company',
      issuer: provider.issuer,
      groupsClaim: 'teams',
      groupMapping: { 'team of ann': ['powerusers'] },
    };
    const away = { ...shared, name: 'away', issuer: `http://127.0.0.1:${await freePort()}` };
    await writeFile(file, JSON.stringify({ oidc: [company, away] }));
    app = await startTestApp(engine, { signInSourceFiles: [file] });
    await createUser(app, 'own');
    await app.app.listen({ port, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
    await folder.remove();
  });

  /** To the point where the browser is sent back. */
  const toCallback = async (browser: TestBrowser, username: string, query = '') =>
    browser.walk(
      `${base}/login/oidc/company${query}`,
      username,
      `${base}/login/oidc/company/callback`,
    );
  const signIn = async (browser: TestBrowser, username: string, query = '') =>
    (await browser.get(await toCallback(browser, username, query))).response;
  const refused = async (response: Response) => {
    expect([response.status, response.headers.getSetCookie().join()]).not.toContain('JSESSIONID');
    expect(response.status).toBe(401);
    return response.text();
  };

  test('sign in with properties and groups, and go where they wanted to go', async () => {
    const browser = new TestBrowser();
    const response = await signIn(browser, 'ann', '?requestedUrl=api/v1/me');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/nuxeo/api/v1/me']);
    const me = await (await browser.get(`${base}/api/v1/me`)).response.json();
    expect(me).toMatchObject({
      id: 'ann',
      properties: { firstName: 'Given of ann', email: 'ann@example.org', groups: ['powerusers'] },
    });
    await app.services.auditTrail.settle();
    const entries = await app.services.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('audit_entry').selectAll().where('principal_name', '=', 'ann'),
      ),
    );
    expect(entries.map((entry) => entry.event_id)).toEqual(
      expect.arrayContaining(['user_created', 'loginSuccess']),
    );
    expect(JSON.stringify(entries)).not.toContain('eyJ');
  });

  test.each([
    'https://evil.example.org/',
    '//evil.example.org/',
    'http://127.0.0.1/other',
    'javascript:alert(1)',
    '../../outside',
  ])('are not sent to %s afterwards', async (target) => {
    const query = `?requestedUrl=${encodeURIComponent(target)}`;
    const response = await signIn(new TestBrowser(), 'bob', query);
    expect(response.headers.get('location')).toBe('/nuxeo/');
  });

  test('are led back to the web application where that was wanted and the sign-in fails', async () => {
    const wanted = '/nuxeo/app/browse/a?view=grid';
    const query = `?requestedUrl=${encodeURIComponent(wanted)}`;
    const away = await new TestBrowser().get(`${base}/login/oidc/away${query}`);
    expect([away.response.status, away.response.headers.get('location')]).toEqual([
      302,
      `${wanted}&signInProblem=away`,
    ]);
    const browser = new TestBrowser();
    await browser.get(`${base}/login/oidc/company${query}`);
    const denied = await browser.get(`${base}/login/oidc/company/callback?error=access_denied`);
    expect([denied.response.status, denied.response.headers.get('location')]).toEqual([
      302,
      `${wanted}&signInProblem=refused`,
    ]);
    expect(denied.response.headers.getSetCookie().join()).not.toContain('JSESSIONID');
  });

  test.each<[string, Forgery]>([
    ['signed by another key', { signedBy: 'stranger' }],
    ['with alg none', { signedBy: 'none' }],
    ['for another audience', { claims: { aud: 'another client' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example.org' } }],
    ['that has expired', { claims: { iat: seconds() - 7_200, exp: seconds() - 3_600 } }],
    ['with the nonce of another sign-in', { claims: { nonce: 'another' } }],
    ['issued in the future', { claims: { iat: seconds() + 3_600, nbf: seconds() + 3_600 } }],
  ])('are refused with a token %s', async (_what, forgery) => {
    provider.forge(forgery);
    const text = await refused(
      await signIn(new TestBrowser(), 'cy').finally(() => provider.forge(null)),
    );
    expect(text).toContain('the answer of company could not be verified');
  });

  test('one within the tolerance of clocks is accepted', async () => {
    provider.forge({ claims: { iat: seconds() + 10 } });
    const response = await signIn(new TestBrowser(), 'cy').finally(() => provider.forge(null));
    expect(response.status).toBe(302);
  });

  test('an answer of the provider counts once, in the browser in which the sign-in began', async () => {
    const browser = new TestBrowser();
    const callback = await toCallback(browser, 'dan');
    const other = await refused((await new TestBrowser().get(callback)).response);
    expect(other).toContain('not begun here');
    const forged = callback.replace(/state=[^&]*/, 'state=another');
    const cookies = new TestBrowser();
    await toCallback(cookies, 'dan');
    expect(await refused((await cookies.get(forged)).response)).toContain('could not be verified');
    const answers = await Promise.all([browser.get(callback), browser.get(callback)]);
    expect(answers.map(({ response }) => response.status).sort()).toEqual([302, 401]);
  });

  test('the name of an own user is not taken over', async () => {
    const text = await refused(await signIn(new TestBrowser(), 'own'));
    expect(text).toContain('another user of this server has that name');
    const administrator = await refused(await signIn(new TestBrowser(), 'Administrator'));
    expect(administrator).toContain('another user of this server has that name');
  });

  test('a provider that is away is told, and own users sign in', async () => {
    const { response } = await new TestBrowser().get(`${base}/login/oidc/away`);
    expect(response.status).toBe(504);
    expect(await response.text()).toContain('does not answer');
    const page = await app.request('GET /oauth2/authorize?client_id=nuxeo-drive', {
      user: null,
      headers: { accept: 'text/html' },
    });
    expect(page.text).toContain('>Sign in at The company</a></p>');
    expect(page.text).toContain('>Sign in at away</a> It does not answer at present.');
    expect((await app.request('GET /api/v1/me', { user: 'own' })).status).toBe(200);
  });

  test('are told at which providers they can sign in, and nothing else of these', async () => {
    const { status, json } = await app.request('GET /login/oidc', {
      user: null,
      headers: { host: new URL(base).host },
    });
    const entry = (name: string, label: string) => ({
      'entity-type': 'identityProvider',
      name,
      label,
      url: `${base}/login/oidc/${name}`,
    });
    expect([status, json]).toEqual([
      200,
      {
        'entity-type': 'identityProviders',
        entries: [entry('company', 'The company'), entry('away', 'away')],
      },
    ]);
  });

  test('unknown providers are 404', async () => {
    const { status } = await app.request('GET /login/oidc/nix', { user: null });
    expect(status).toBe(404);
  });

  test('tokens of the provider are not accepted', async () => {
    const token = `eyJhbGciOiJub25lIn0.${Buffer.from('{"sub":"ann"}').toString('base64url')}.`;
    const { status } = await app.request('GET /api/v1/me', {
      user: null,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(401);
  });
});
