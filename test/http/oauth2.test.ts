import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { dumpStore } from '../support/store-dump.ts';

const verifier = 'a-verifier-of-more-than-forty-three-characters-1234';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const minuteMs = 60_000;

describe.each(engines)('OAuth2 on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'jdoe');
    await register({
      id: 'web',
      secret: 'of the web',
      redirectURIs: ['https://app.example.org/cb?x=1'],
    });
    await register({ id: 'local', redirectURIs: ['http://localhost:4000/cb', 'app.local:/cb'] });
  });
  afterAll(() => app.close());

  const entity = (more: object) => ({ 'entity-type': 'oauth2Client', name: 'App', ...more });
  const register = async (more: object) => {
    const response = await app.request('POST /api/v1/oauth2/client', { body: entity(more) });
    expect(response.status).toBe(201);
    return response.json;
  };
  const form = (line: string, fields: Record<string, string>, user: string | null = 'jdoe') =>
    app.request(line, {
      user,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const publicRequest = {
    response_type: 'code',
    client_id: 'local',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const authorize = (fields: Record<string, string>, user = 'jdoe') =>
    app.request(`GET /oauth2/authorize?${new URLSearchParams(fields)}`, { user });
  const codeOf = async (fields: Record<string, string> = publicRequest): Promise<string> => {
    const reply = await form('POST /oauth2/authorize_submit', { ...fields, grant_access: '1' });
    expect(reply.status).toBe(302);
    return new URL(String(reply.headers.location)).searchParams.get('code') ?? '';
  };
  const ask = (fields: Record<string, string>) =>
    form('POST /oauth2/token', { client_id: 'local', ...fields }, null);
  const exchange = (code: string, more: Record<string, string> = {}) =>
    ask({ grant_type: 'authorization_code', code, code_verifier: verifier, ...more });
  const tokensOf = async () => (await exchange(await codeOf())).json;
  const refresh = (token: string) => ask({ grant_type: 'refresh_token', refresh_token: token });
  const me = (token: string, method = 'GET', path = '/api/v1/me') =>
    app.request(`${method} ${path}`, { user: null, headers: { authorization: `Bearer ${token}` } });

  test('a public client with PKCE gets tokens, which all routes accept', async () => {
    const { status, json } = await exchange(await codeOf());
    expect([status, json]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[\w-]{32}$/),
        refresh_token: expect.stringMatching(/^[\w-]{64}$/),
        token_type: 'bearer',
        expires_in: 3600,
      },
    ]);
    expect((await me(json.access_token)).json.id).toBe('jdoe');
    const query = `/api/v1/me?access_token=${json.access_token}`;
    expect((await app.request(`GET ${query}`, { user: null })).status).toBe(200);
    const dump = JSON.stringify(await dumpStore(app.services.database));
    expect([json.access_token, json.refresh_token].some((each) => dump.includes(each))).toBe(false);
  });

  test('the plain method of PKCE works as well, another verifier does not', async () => {
    const plain = { ...publicRequest, code_challenge: verifier, code_challenge_method: 'plain' };
    expect((await exchange(await codeOf(plain))).status).toBe(200);
    const wrong = await exchange(await codeOf(), { code_verifier: 'x'.repeat(50) });
    expect(wrong.json).toMatchObject({ error: 'invalid_grant' });
    const missing = await exchange(await codeOf(), { code_verifier: '' });
    expect(missing.json.error_description).toContain('code_verifier: is missing');
  });

  test('a client with a secret sends it in the form or as Basic, and no PKCE', async () => {
    const redirect_uri = 'https://app.example.org/cb?x=1';
    const request = { response_type: 'code', client_id: 'web', redirect_uri };
    const byForm = { grant_type: 'authorization_code', client_id: 'web', redirect_uri };
    const secret = { client_secret: 'of the web' };
    const first = await form(
      'POST /oauth2/token',
      { ...byForm, ...secret, code: await codeOf(request) },
      null,
    );
    expect(first.status).toBe(200);
    const basic = Buffer.from('web:of%20the%20web').toString('base64');
    const second = await app.request('POST /oauth2/token', {
      user: null,
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...byForm, code: await codeOf(request) }).toString(),
    });
    expect(second.status).toBe(200);
    for (const client_secret of ['', 'wrong']) {
      const wrong = { ...byForm, client_secret, code: await codeOf(request) };
      const refused = await form('POST /oauth2/token', wrong, null);
      expect([refused.status, refused.json.error]).toEqual([400, 'invalid_client']);
    }
    const otherUri = { ...byForm, ...secret, redirect_uri: 'https://app.example.org/cb' };
    const refused = await form(
      'POST /oauth2/token',
      { ...otherUri, code: await codeOf(request) },
      null,
    );
    expect(refused.json.error_description).toContain('redirect_uri:');
  });

  test('a code is for one use by its client; a second one ends what came of it', async () => {
    const code = await codeOf();
    const foreign = { grant_type: 'authorization_code', client_id: 'nuxeo-drive', code };
    expect((await form('POST /oauth2/token', foreign, null)).json.error).toBe('invalid_grant');
    const { json } = await exchange(code);
    expect((await me(json.access_token)).status).toBe(200);
    const again = await exchange(code);
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    expect(again.json.error_description).toContain('used before');
    expect((await me(json.access_token)).json.message).toContain('used twice');
  });

  test('codes and access tokens expire', async () => {
    const code = await codeOf();
    const { access_token: token } = await tokensOf();
    shiftClock(61 * minuteMs);
    try {
      expect((await exchange(code)).json.error_description).toContain('has expired');
      expect((await me(token)).json.message).toContain('it has expired; refresh it');
    } finally {
      shiftClock(-61 * minuteMs);
    }
  });

  test('a refresh replaces both tokens, and a refresh token that comes again ends them all', async () => {
    const first = await tokensOf();
    const second = (await refresh(first.refresh_token)).json;
    expect((await me(first.access_token)).json.message).toContain('replaced when it was refreshed');
    expect((await me(second.access_token)).status).toBe(200);
    const replayed = await refresh(first.refresh_token);
    expect([replayed.status, replayed.json.error]).toEqual([400, 'invalid_grant']);
    const refused = await me(second.access_token);
    expect([refused.status, refused.json.message]).toEqual([
      401,
      expect.stringContaining('used twice'),
    ]);
    expect((await refresh(second.refresh_token)).json.error).toBe('invalid_grant');
  });

  test('of two refreshes at the same time one succeeds at most', async () => {
    const { refresh_token: token } = await tokensOf();
    const both = await Promise.all([refresh(token), refresh(token)]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  test('the page asks a user once, and the application gets the answer', async () => {
    const asked = await authorize({ ...publicRequest, scope: 'asked', state: 'a&"<b' });
    expect([asked.status, asked.text]).toEqual([
      200,
      expect.stringContaining('name="grant_access"'),
    ]);
    expect(asked.text).toContain('value="a&amp;&quot;&lt;b"');
    expect(asked.headers['content-security-policy']).toContain(
      "form-action 'self' http://localhost:4000",
    );
    const refusal = { ...publicRequest, state: 's 1', deny_access: '1' };
    const refused = await form('POST /oauth2/authorize_submit', refusal);
    expect(refused.headers.location).toBe(
      'http://localhost:4000/cb?error=access_denied&error_description=The+user+refused+the+access&state=s+1',
    );
    await exchange(await codeOf({ ...publicRequest, scope: 'asked' }));
    expect((await authorize({ ...publicRequest, scope: 'asked' })).status).toBe(302);
    expect((await authorize({ ...publicRequest, scope: 'more' })).status).toBe(200);
    const drive = { ...publicRequest, client_id: 'nuxeo-drive' };
    const granted = await authorize(drive);
    expect(granted.headers.location).toMatch(/^nxdrive:\/\/authorize\?code=/);
  });

  test('a browser that is not signed in gets a form, and comes back', async () => {
    const line = `GET /oauth2/authorize?${new URLSearchParams(publicRequest)}`;
    const page = await app.request(line, { user: null, headers: { accept: 'text/html' } });
    expect([page.status, page.text]).toEqual([
      401,
      expect.stringContaining('name="user_password"'),
    ]);
    expect((await app.request(line, { user: null })).json.status).toBe(401);
    const request = new URLSearchParams(publicRequest).toString();
    const wrong = { request, user_name: 'jdoe', user_password: 'wrong' };
    const again = await form('POST /oauth2/sign_in', wrong, null);
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('role="alert"')]);
    const right = await form('POST /oauth2/sign_in', { ...wrong, user_password: 'jdoe' }, null);
    expect(right.status).toBe(302);
    expect(right.headers.location).toBe(`/nuxeo/oauth2/authorize?${request}`);
    expect(right.headers['set-cookie']).toContain('JSESSIONID=');
  });

  test('a scope for reading opens nothing else, and no token grants another one', async () => {
    const { json } = await exchange(await codeOf({ ...publicRequest, scope: 'read' }));
    expect((await me(json.access_token)).status).toBe(200);
    expect((await me(json.access_token, 'DELETE', '/api/v1/user/jdoe')).status).toBe(403);
    const { access_token: full } = await tokensOf();
    const line = `/oauth2/authorize?${new URLSearchParams(publicRequest)}`;
    expect((await me(full, 'GET', line)).status).toBe(403);
  });

  test.each([
    ['no client', { client_id: '' }, 'client_id:'],
    ['an unknown client', { client_id: 'nobody' }, 'client_id:'],
    ['another type', { response_type: 'token' }, 'response_type:'],
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'code_challenge:'],
    ['half a challenge', { code_challenge_method: '' }, 'send both or none'],
    ['another method', { code_challenge_method: 'S512' }, 'code_challenge_method:'],
    ['a short challenge', { code_challenge: 'x' }, 'code_challenge:'],
    ['another port', { redirect_uri: 'http://localhost:4001/cb' }, 'redirect_uri:'],
    ['a longer path', { redirect_uri: 'http://localhost:4000/cb/../x' }, 'redirect_uri:'],
    [
      'a user in the address',
      { redirect_uri: 'http://localhost:4000@evil.org/cb' },
      'redirect_uri:',
    ],
    ['another case', { redirect_uri: 'HTTP://localhost:4000/cb' }, 'redirect_uri:'],
    ['a fragment', { redirect_uri: 'http://localhost:4000/cb#x' }, 'redirect_uri:'],
  ])(
    'a request with %s is told to the user and not to the application',
    async (_, more, problem) => {
      const reply = await authorize({ ...publicRequest, ...more });
      expect([reply.status, reply.headers.location]).toEqual([400, undefined]);
      expect(reply.text).toContain(problem);
    },
  );

  test.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'forged' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'forged' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token', client_id: 'nobody' }, 'invalid_client'],
    [
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'x' },
      'invalid_grant',
    ],
  ])('a request for tokens with %j is refused with %s', async (fields, error) => {
    const { status, json } = await ask(fields as Record<string, string>);
    expect([status, json.error]).toEqual([400, error]);
    expect(json.error_description).not.toBe('');
  });

  describe('clients', () => {
    test('are listed, changed and removed by administrators, without their secrets', async () => {
      const made = await register({ id: 'crud', redirectURIs: ['crud:/cb'], secret: 'secret-1' });
      expect(made).toMatchObject({
        id: 'crud',
        secret: '***',
        isAutoGrant: false,
        isEnabled: true,
      });
      const put = { body: entity({ ...made, name: 'Renamed', isEnabled: false }) };
      const changed = await app.request('PUT /api/v1/oauth2/client/crud', put);
      expect(changed.json).toMatchObject({ name: 'Renamed', isEnabled: false, secret: '***' });
      const { json } = await app.request('GET /api/v1/oauth2/client');
      expect(json.entries.map(({ id }: { id: string }) => id)).toContain('nuxeo-drive');
      expect((await app.request('GET /api/v1/oauth2/client', { user: 'jdoe' })).status).toBe(403);
      expect((await app.request('DELETE /api/v1/oauth2/client/crud')).status).toBe(204);
      expect((await app.request('GET /api/v1/oauth2/client/crud')).status).toBe(404);
    });

    test('that are disabled or removed end their tokens', async () => {
      await register({ id: 'ending', redirectURIs: ['ending:/cb'] });
      const code = await codeOf({ ...publicRequest, client_id: 'ending' });
      const { json } = await exchange(code, { client_id: 'ending' });
      const setEnabled = (isEnabled: boolean) =>
        app.request('PUT /api/v1/oauth2/client/ending', { body: entity({ isEnabled }) });
      expect((await me(json.access_token)).status).toBe(200);
      await setEnabled(false);
      expect((await me(json.access_token)).json.message).toContain('disabled');
      await setEnabled(true);
      expect((await me(json.access_token)).status).toBe(200);
      await app.request('DELETE /api/v1/oauth2/client/ending');
      expect((await me(json.access_token)).status).toBe(401);
    });

    test.each<readonly [object, string]>([
      [{ id: 'x', name: '', redirectURIs: ['x:/'] }, 'Client name is required'],
      [{ redirectURIs: ['x:/'] }, 'Client Id is required'],
      [{ id: 'x' }, 'Redirect URIs is required'],
      [{ id: 'nuxeo-drive', redirectURIs: ['x:/'] }, "Client with id 'nuxeo-drive' already exists"],
      [{ id: 'x', redirectURIs: ['x:/'], isEnabled: 'yes' }, 'isEnabled:'],
      ...[
        'http://app.example.org/cb',
        'http://localhost.evil.org/cb',
        'http://localhost@evil.org/cb',
        'https://app@evil.org/cb',
        'https://',
        'https:/\\evil.org',
        'https://app.example.org/#x',
        'javascript:alert(1)//x',
        'data:text/html,x',
        'file:///etc/passwd',
        '//evil.org/cb',
        'cb',
        ' https://a b.org',
      ].map((uri) => [{ id: 'x', redirectURIs: [uri] }, 'is not a valid redirect URI'] as const),
    ])('%j is 400', async (more, message) => {
      const { status, json } = await app.request('POST /api/v1/oauth2/client', {
        body: entity(more),
      });
      expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
    });
  });

  test('users see and withdraw what they granted, administrators that of all', async () => {
    const { access_token: token, refresh_token: refreshToken } = await tokensOf();
    const own = (line: string, user = 'jdoe') => app.request(line, { user });
    const { json } = await own('GET /api/v1/oauth2/token/client');
    expect(json['entity-type']).toBe('nuxeoOAuth2Tokens');
    expect(json.entries[0]).toMatchObject({
      nuxeoLogin: 'jdoe',
      creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(JSON.stringify(json)).not.toContain(token);
    expect((await own('GET /api/v1/oauth2/token/provider')).json.entries).toEqual([]);
    for (const list of ['', '/AS_PROVIDER', '/AS_CLIENT', '/search?q=jd']) {
      expect((await own(`GET /api/v1/oauth2/token${list}`)).status).toBe(403);
      expect((await own(`GET /api/v1/oauth2/token${list}`, 'Administrator')).status).toBe(200);
    }
    const search = await own('GET /api/v1/oauth2/token/search', 'Administrator');
    expect([search.status, search.json.message]).toEqual([400, 'query is required']);
    const address = '/api/v1/oauth2/token/client/local/user';
    const { json: shown } = await own(`GET ${address}/jdoe`);
    expect(shown.clientId).toBe('local');
    const put = (more: object, user = 'jdoe') =>
      app.request(`PUT ${address}/jdoe`, { user, body: { ...shown, ...more } });
    expect((await put({})).json).toEqual(shown);
    const shared = await put({ isShared: true });
    expect([shared.status, shared.json.message]).toEqual([
      400,
      expect.stringContaining('isShared:'),
    ]);
    await createUser(app, 'curious');
    expect((await put({}, 'curious')).status).toBe(403);
    expect((await own(`DELETE ${address}/Administrator`)).status).toBe(403);
    expect((await own(`DELETE ${address}/jdoe`)).status).toBe(204);
    expect((await me(token)).json.message).toContain('it was withdrawn');
    expect((await refresh(refreshToken)).json.error_description).toContain('withdrawn');
    expect((await own(`DELETE ${address}/jdoe`)).status).toBe(404);
  });
});
