import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remoteClient, startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { ChildServer } from '../support/child-server.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

const jwtSecret = 'a secret of both servers, which is long enough';
const verifier = 'a-verifier-of-more-than-forty-three-characters-1234';
const client = { client_id: 'nuxeo-drive' };
const rounds = 4;

function signJwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha512', jwtSecret).update(signed).digest('base64url')}`;
}

describe.each(engines)('OAuth2 of two processes on %s', (engine) => {
  let store: CliStore;
  let child: ChildServer;
  let here: TestApp;
  let there: TestClient;
  beforeAll(async () => {
    store = await createCliStore(engine);
    const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    here = await startTestApp(engine, { data, databaseUrl, jwtSecret });
    child = new ChildServer({ data, databaseUrl, settings: { CARTULARY_JWT_SECRET: jwtSecret } });
    there = remoteClient(await child.url);
    await createUser(here, 'jdoe');
  });
  afterAll(async () => {
    await child.stop();
    await here.close();
    await store.close();
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const codeOf = async (user = 'jdoe'): Promise<string> => {
    const pkce = { code_challenge: verifier, code_challenge_method: 'plain' };
    const query = new URLSearchParams({ response_type: 'code', ...client, ...pkce });
    const { headers } = await here.request(`GET /oauth2/authorize?${query}`, { user });
    return new URL(String(headers.location)).searchParams.get('code') ?? '';
  };
  const ask = (server: TestClient, fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...client, ...fields }).toString();
    return server.request('POST /oauth2/token', { user: null, headers: form, body });
  };
  const exchange = (server: TestClient, code: string) =>
    ask(server, { grant_type: 'authorization_code', code, code_verifier: verifier });
  const refresh = (server: TestClient, refresh_token: string) =>
    ask(server, { grant_type: 'refresh_token', refresh_token });
  const tokensOf = async (user?: string) => (await exchange(there, await codeOf(user))).json;
  const statusesWith = (token: string) =>
    Promise.all(
      [here, there].map(async (server) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await server.request('GET /api/v1/me', { user: null, headers })).status;
      }),
    );

  test('of a code that comes to both at once one gets tokens at most, and they end', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const code = await codeOf();
      const both = await Promise.all([exchange(here, code), exchange(there, code)]);
      const granted = both.filter(({ status }) => status === 200);
      expect(granted.length).toBe(1);
      const refused = both.filter(({ status }) => status !== 200).map(({ json }) => json);
      expect(refused).toMatchObject([{ error: 'invalid_grant' }]);
      expect(await statusesWith(granted[0]?.json.access_token)).toEqual([401, 401]);
    }
  });

  test('of a refresh token that comes to both at once one gets tokens at most', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { access_token: old, refresh_token: token } = await tokensOf();
      const both = await Promise.all([refresh(here, token), refresh(there, token)]);
      const granted = both.filter(({ status }) => status === 200);
      expect(granted.length).toBe(1);
      for (const each of [old, granted[0]?.json.access_token]) {
        expect(await statusesWith(each)).toEqual([401, 401]);
      }
    }
  });

  test('a refresh in one ends the replaced token in the other', async () => {
    const first = await tokensOf();
    expect(await statusesWith(first.access_token)).toEqual([200, 200]);
    const { json: second } = await refresh(there, first.refresh_token);
    expect(await statusesWith(first.access_token)).toEqual([401, 401]);
    expect(await statusesWith(second.access_token)).toEqual([200, 200]);
    expect((await refresh(here, first.refresh_token)).json.error).toBe('invalid_grant');
    expect(await statusesWith(second.access_token)).toEqual([401, 401]);
  });

  test('what a user withdraws in one stops in the other, and so does a client', async () => {
    const { access_token: token } = await tokensOf();
    expect(await statusesWith(token)).toEqual([200, 200]);
    const address = '/api/v1/oauth2/token/client/nuxeo-drive/user/jdoe';
    expect((await there.request(`DELETE ${address}`, { user: 'jdoe' })).status).toBe(204);
    expect(await statusesWith(token)).toEqual([401, 401]);
    const { access_token: other } = await tokensOf();
    expect(await statusesWith(other)).toEqual([200, 200]);
    const put = (isEnabled: boolean) =>
      there.request('PUT /api/v1/oauth2/client/nuxeo-drive', {
        body: { 'entity-type': 'oauth2Client', isEnabled },
      });
    expect((await put(false)).status).toBe(200);
    expect(await statusesWith(other)).toEqual([401, 401]);
    await put(true);
  });

  test('tokens, codes and JWTs of a user who is removed in one stop in the other, for good', async () => {
    await createUser(here, 'leaving');
    const { access_token: token, refresh_token: refreshToken } = await tokensOf('leaving');
    const code = await codeOf('leaving');
    const claims = { iss: 'nuxeo', sub: 'leaving', exp: Math.floor(Date.now() / 1_000) + 600 };
    const jwt = signJwt(claims);
    const device = '/authentication/token?applicationName=a&deviceId=d&permission=rw';
    const { text } = await here.request(`GET ${device}`, { user: 'leaving' });
    const byDevice = async (server: TestClient) => {
      const headers = { 'x-authentication-token': text };
      return (await server.request('GET /api/v1/me', { user: null, headers })).status;
    };
    expect(await statusesWith(token)).toEqual([200, 200]);
    expect(await statusesWith(jwt)).toEqual([200, 200]);
    expect([await byDevice(here), await byDevice(there)]).toEqual([200, 200]);
    expect((await there.request('DELETE /api/v1/user/leaving')).status).toBe(204);
    for (const each of [token, jwt]) expect(await statusesWith(each)).toEqual([401, 401]);
    // The name is taken again: only what does not name the account itself counts for it.
    await createUser(here, 'leaving');
    expect(await statusesWith(token)).toEqual([401, 401]);
    expect([await byDevice(here), await byDevice(there)]).toEqual([401, 401]);
    expect((await refresh(here, refreshToken)).json.error).toBe('invalid_grant');
    expect((await exchange(here, code)).json.error).toBe('invalid_grant');
  });
});
