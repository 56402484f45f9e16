import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientPlaces, Nuxeo, type NuxeoTokens, openClient } from '../support/nuxeo-client.ts';

const jwtSecret = 'a secret of the server, which is long enough';
const verifier = 'a-verifier-of-more-than-forty-three-characters-1234';
const clientId = 'nuxeo-drive';
const hourMs = 60 * 60_000;

function jwtOf(username: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'nuxeo', sub: username, exp: Math.floor(Date.now() / 1_000) + 600 };
  const signed = `${encode({ alg: 'HS512', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha512', jwtSecret).update(signed).digest('base64url')}`;
}

describe.each(clientPlaces)('sign-in with the official client, %s on %s', (dialect, engine) => {
  let app: TestApp;
  let baseURL: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { wireDialect: dialect, jwtSecret });
    baseURL = await app.listen();
  });
  afterAll(() => app.close());

  const bearerOf = (token: string | NuxeoTokens) =>
    new Nuxeo({ baseURL, auth: { method: 'bearerToken', token, clientId } });

  async function grantedTokens(): Promise<NuxeoTokens> {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const params = { code_challenge: challenge, code_challenge_method: 'S256', state: 'x' };
    const url = Nuxeo.oauth2.getAuthorizationURL({ baseURL, clientId, params });
    const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
    const reply = await fetch(url, { redirect: 'manual', headers: { authorization } });
    const answer = new URL(reply.headers.get('location') ?? '').searchParams;
    expect(answer.get('state')).toBe('x');
    return Nuxeo.oauth2.fetchAccessTokenFromAuthorizationCode({
      baseURL,
      clientId,
      code: answer.get('code'),
      params: { code_verifier: verifier },
    });
  }

  test('a token is requested with the password, and then signs in', async () => {
    const basic = openClient(baseURL);
    const ask = () => basic.requestAuthenticationToken('app', 'device', 'my device', 'rw');
    const token = await ask();
    expect(await ask()).toBe(token);
    const client = new Nuxeo({ baseURL, auth: { method: 'token', token } });
    expect((await client.connect()).user.id).toBe('Administrator');
  });

  test('OAuth2: a code becomes tokens, which are refreshed', async () => {
    const tokens = await grantedTokens();
    expect((await bearerOf(tokens).connect()).user.id).toBe('Administrator');
    const refreshToken = tokens.refresh_token;
    const fresh = await Nuxeo.oauth2.refreshAccessToken({ baseURL, clientId, refreshToken });
    expect((await bearerOf(fresh.access_token).connect()).user.id).toBe('Administrator');
  });

  test('an expired access token is refreshed by the client on its own', async () => {
    const tokens = await grantedTokens();
    const client = bearerOf(tokens);
    const refreshed: NuxeoTokens[] = [];
    client.onAuthenticationRefreshed(({ token }) => refreshed.push(token));
    shiftClock(2 * hourMs);
    try {
      expect((await client.connect()).user.id).toBe('Administrator');
    } finally {
      shiftClock(-2 * hourMs);
    }
    expect(refreshed.map(({ access_token }) => access_token)).not.toEqual([tokens.access_token]);
    expect(refreshed).toHaveLength(1);
  });

  test('the headers and addresses that the client makes sign in elsewhere', async () => {
    const tokens = await grantedTokens();
    const basic = openClient(baseURL);
    const token = await basic.requestAuthenticationToken('app', 'url', 'my device', 'r');
    const byToken = new Nuxeo({ baseURL, auth: { method: 'token', token } });
    const me = `${baseURL}/api/v1/me`;
    for (const client of [basic, byToken, bearerOf(tokens)]) {
      const { status } = await fetch(me, { headers: client.computeAuthenticationHeaders() });
      expect(status).toBe(200);
    }
    for (const client of [byToken, bearerOf(tokens)]) {
      expect((await fetch(client.authenticateURL(me))).status).toBe(200);
    }
  });

  test('an authenticator of the application signs in', async () => {
    const encode = (user: string) => Buffer.from(`${user}:${user}`).toString('base64');
    Nuxeo.registerAuthenticator('custom', {
      computeAuthenticationHeaders: ({ user }: { user: string }) => ({
        Authorization: `Basic ${encode(user)}`,
      }),
    });
    const client = new Nuxeo({ baseURL, auth: { method: 'custom', user: 'Administrator' } });
    expect((await client.login()).user.id).toBe('Administrator');
  });

  test('a JWT signs in, and becomes tokens', async () => {
    const jwtToken = jwtOf('Administrator');
    expect((await bearerOf(jwtToken).connect()).user.id).toBe('Administrator');
    const options = { baseURL, clientId, jwtToken };
    const tokens = await Nuxeo.oauth2.fetchAccessTokenFromJWTToken(options);
    expect((await bearerOf(tokens).connect()).user.id).toBe('Administrator');
    const grant = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: jwtOf('Administrator'),
    };
    const others = await Nuxeo.oauth2.fetchAccessToken(baseURL, clientId, grant);
    expect((await bearerOf(others).connect()).user.id).toBe('Administrator');
  });

  test('a refused code is told as an error of OAuth2', async () => {
    const forged = { baseURL, clientId, code: 'forged' };
    const attempt = Nuxeo.oauth2.fetchAccessTokenFromAuthorizationCode(forged);
    await expect(attempt).rejects.toBe('invalid_grant');
  });
});
