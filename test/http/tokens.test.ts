import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { dumpStore } from '../support/store-dump.ts';

const jwtSecret = 'a secret of the server, which is long enough';
const dayMs = 24 * 60 * 60_000;

/** As any program that has the secret makes one. */
function signJwt(
  claims: object,
  { alg = 'HS512', secret = jwtSecret }: { alg?: string; secret?: string } = {},
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
  if (alg === 'none') return `${signed}.`;
  const hash = alg === 'HS256' ? 'sha256' : 'sha512';
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Signed with a key of the sender, which the header offers for its verification. */
function signByKeyPair(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = { alg: 'RS256', typ: 'JWT', jwk: publicKey.export({ format: 'jwk' }) };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const publicPem = publicKey.export({ format: 'pem', type: 'spki' }).toString();

const seconds = () => Math.floor(Date.now() / 1_000);
const valid = () => ({ iss: 'nuxeo', sub: 'jdoe', exp: seconds() + 600 });

describe.each(engines)('tokens on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { jwtSecret });
    await createUser(app, 'jdoe');
    await createUser(app, 'other');
  });
  afterAll(() => app.close());

  const deviceQuery = (deviceId: string, more = '') =>
    `/authentication/token?applicationName=app&deviceId=${deviceId}&permission=rw${more}`;
  const tokenOf = async (query: string, user = 'jdoe') => {
    const { status, text } = await app.request(`GET ${query}`, { user });
    expect(status).toBe(201);
    return text;
  };
  const personal = async (query: string) => {
    const { status, text } = await app.request(`POST /api/v1/token?${query}`, { user: 'jdoe' });
    expect(status).toBe(201);
    return text;
  };
  const withToken = (token: string, line = 'GET /api/v1/me', body?: unknown) =>
    app.request(line, { user: null, headers: { 'x-authentication-token': token }, body });
  const withBearer = (token: string, line = 'GET /api/v1/me') =>
    app.request(line, { user: null, headers: { authorization: `Bearer ${token}` } });
  const auditOf = async (eventId: string) => {
    await app.services.auditTrail.settle();
    return app.services.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('audit_entry').selectAll().where('event_id', '=', eventId),
      ),
    );
  };

  test('a device gets the same token again, which signs in by header, parameter and cookie', async () => {
    const token = await tokenOf(deviceQuery('d1'));
    expect(await tokenOf(deviceQuery('d1'))).toBe(token);
    expect(await tokenOf(deviceQuery('d2'))).not.toBe(token);
    expect((await withToken(token)).json.id).toBe('jdoe');
    const byParameter = await app.request(`GET /api/v1/me?token=${token}`, { user: null });
    expect(byParameter.json.id).toBe('jdoe');
    const cookie = `a=b; X-Authentication-Token=${token}`;
    const byCookie = await app.request('GET /api/v1/me', { user: null, headers: { cookie } });
    expect(byCookie.json.id).toBe('jdoe');
    expect(byCookie.headers).not.toHaveProperty('set-cookie');
  });

  test('the store has no token, and lists none', async () => {
    const token = await tokenOf(deviceQuery('stored'));
    const own = await personal('application=stored');
    const dump = JSON.stringify(await dumpStore(app.services.database));
    expect([dump.includes(token), dump.includes(own)]).toEqual([false, false]);
    const { json } = await app.request('GET /api/v1/token?application=app', { user: 'jdoe' });
    expect(JSON.stringify(json)).not.toContain(token);
    expect(json.entries[0]).toMatchObject({
      'entity-type': 'token',
      username: 'jdoe',
      application: 'app',
      permission: 'rw',
    });
  });

  test('the password wins when it is sent as well, and hides no token when it is malformed', async () => {
    const token = await tokenOf(deviceQuery('both'), 'other');
    const headers = { 'x-authentication-token': token };
    const both = await app.request('GET /api/v1/me', { user: 'jdoe', headers });
    expect(both.json.id).toBe('jdoe');
    const wrong = await app.request('GET /api/v1/me', { user: 'jdoe', password: 'wrong', headers });
    expect(wrong.status).toBe(401);
    const malformed = await app.request('GET /api/v1/me', {
      user: null,
      headers: { ...headers, authorization: 'Basic jdoe' },
    });
    expect(malformed.json.id).toBe('other');
  });

  test('one that is withdrawn stops at once, says so, and the device gets another', async () => {
    const token = await tokenOf(deviceQuery('lost'));
    expect((await withToken(token)).status).toBe(200);
    const revoked = await app.request(`GET ${deviceQuery('lost', '&revoke=true')}`, {
      user: 'jdoe',
    });
    expect([revoked.status, revoked.text]).toEqual([
      202,
      'Token revoked for userName jdoe, applicationName app and deviceId lost.',
    ]);
    const refused = await withToken(token);
    expect(refused.status).toBe(401);
    expect(refused.json.message).toContain('it was withdrawn');
    expect(refused.headers).not.toHaveProperty('www-authenticate');
    expect(await tokenOf(deviceQuery('lost'))).not.toBe(token);
    const again = await app.request(`GET ${deviceQuery('never', '&revoke=true')}`, {
      user: 'jdoe',
    });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('No token found')]);
  });

  test('are withdrawn by id or by themselves, by their user only', async () => {
    const token = await personal('application=mine');
    const { json } = await app.request('GET /api/v1/token?application=mine', { user: 'jdoe' });
    const [{ id }] = json.entries;
    const foreign = await app.request(`DELETE /api/v1/token/${id}`, { user: 'other' });
    expect([foreign.status, (await withToken(token)).status]).toEqual([404, 200]);
    const own = await app.request(`DELETE /api/v1/token/${token}`, { user: 'jdoe' });
    expect([own.status, (await withToken(token)).status]).toEqual([204, 401]);
    expect((await app.request(`DELETE /api/v1/token/${id}`, { user: 'jdoe' })).status).toBe(404);
    expect((await auditOf('tokenRevoked')).length).toBeGreaterThan(0);
  });

  test('one that has expired says so', async () => {
    const token = await personal('application=short&expiresInDays=2');
    expect((await withToken(token)).status).toBe(200);
    shiftClock(3 * dayMs);
    try {
      expect((await withToken(token)).json.message).toContain('it has expired');
    } finally {
      shiftClock(-3 * dayMs);
    }
  });

  test('a token for reading changes nothing, and no token makes another', async () => {
    const token = await personal('application=reader&permission=r');
    expect((await withToken(token)).status).toBe(200);
    expect((await withToken(token, 'POST /site/automation/login')).status).toBe(200);
    const body = { 'entity-type': 'savedSearch', title: 't', pageProviderName: 'default_search' };
    const refused = await withToken(token, 'POST /api/v1/search/saved', body);
    expect([refused.status, refused.json.message]).toEqual([
      403,
      expect.stringContaining('for reading only'),
    ]);
    const full = await personal('application=writer');
    for (const line of [`GET ${deviceQuery('more')}`, 'POST /api/v1/token?application=more']) {
      expect((await withToken(full, line)).status).toBe(403);
    }
  });

  test('a token ends with its user, also when another one takes the name', async () => {
    await createUser(app, 'leaving');
    const token = await tokenOf(deviceQuery('d'), 'leaving');
    expect((await withToken(token)).status).toBe(200);
    await app.request('DELETE /api/v1/user/leaving');
    expect((await withToken(token)).status).toBe(401);
    await createUser(app, 'leaving');
    expect((await withToken(token)).status).toBe(401);
  });

  test('the last use is shown, and an unknown token is in the audit once', async () => {
    const token = await personal('application=used');
    await withToken(token);
    await app.services.authenticator.settle();
    const { json } = await app.request('GET /api/v1/token?application=used', { user: 'jdoe' });
    expect(json.entries[0].lastUseDate).toMatch(/^\d{4}-/);
    for (let count = 0; count < 3; count += 1) {
      const refused = await withToken(`forged-${count}`);
      expect(refused.json.message).toContain('it is not known here');
    }
    const failed = await auditOf('loginFailed');
    const unknown = failed.filter(({ principal_name: name }) => name === 'unknown');
    expect(unknown.map(({ comment }) => comment)).toEqual([
      expect.stringContaining('it is not known here'),
    ]);
  });

  test.each([
    ['GET /authentication/token?deviceId=d&permission=rw', 'applicationName'],
    ['GET /authentication/token?applicationName=a&permission=rw', 'deviceId'],
    ['GET /authentication/token?applicationName=a&deviceId=d', 'permission'],
    [
      `GET /authentication/token?applicationName=a&deviceId=${'d'.repeat(300)}&permission=r`,
      'deviceId',
    ],
    ['POST /api/v1/token', 'application'],
    ['POST /api/v1/token?application=a&expiresInDays=0', 'expiresInDays'],
    ['POST /api/v1/token?application=a&expiresInDays=soon', 'expiresInDays'],
  ])('%s is 400 and names the parameter', async (line, name) => {
    const { status, json } = await app.request(line, { user: 'jdoe' });
    expect([status, json.message]).toEqual([400, expect.stringContaining(`${name}:`)]);
  });

  describe('JWT', () => {
    test('signs in, by header and parameter, also just after its end by another clock', async () => {
      const token = signJwt(valid());
      expect((await withBearer(token)).json.id).toBe('jdoe');
      const byParameter = await app.request(`GET /api/v1/me?access_token=${token}`, { user: null });
      expect(byParameter.json.id).toBe('jdoe');
      const late = signJwt({ ...valid(), exp: seconds() - 10 });
      expect((await withBearer(late)).status).toBe(200);
    });

    test('opens only what its audience is about', async () => {
      const token = signJwt({ ...valid(), aud: 'api/v1/user' });
      expect((await withBearer(token, 'GET /api/v1/user/jdoe')).status).toBe(200);
      expect((await withBearer(token, 'GET /site/api/v1/user/jdoe')).status).toBe(200);
      for (const path of ['/api/v1/me', '/api/v1/me?x=/api/v1/user']) {
        const refused = await withBearer(token, `GET ${path}`);
        expect([refused.status, refused.json.message]).toEqual([
          401,
          expect.stringContaining('audience (aud)'),
        ]);
      }
      const part = signJwt({ ...valid(), aud: 'api/v1/us' });
      expect((await withBearer(part, 'GET /api/v1/user/jdoe')).status).toBe(401);
    });

    test.each([
      ['of another secret', () => signJwt(valid(), { secret: 'x'.repeat(40) }), 'signature'],
      ['without a signature', () => signJwt(valid(), { alg: 'none' }), 'HS512'],
      ['of another algorithm', () => signJwt(valid(), { alg: 'HS256' }), 'HS512'],
      ['of a key pair', () => signByKeyPair(valid()), 'HS512'],
      [
        'with a public key for a secret',
        () => signJwt(valid(), { secret: publicPem }),
        'signature',
      ],
      [
        'beyond the tolerance of clocks',
        () => signJwt({ ...valid(), exp: seconds() - 32 }),
        '(exp)',
      ],
      ['that is too long', () => signJwt({ ...valid(), x: 'x'.repeat(9_000) }), 'too long'],
      ['of another issuer', () => signJwt({ ...valid(), iss: 'x' }), '(iss)'],
      ['that has expired', () => signJwt({ ...valid(), exp: seconds() - 60 }), '(exp)'],
      ['not valid yet', () => signJwt({ ...valid(), nbf: seconds() + 60 }), '(nbf)'],
      ['without an end', () => signJwt({ iss: 'nuxeo', sub: 'jdoe' }), 'claim exp'],
      ['of no user', () => signJwt({ ...valid(), sub: 'nobody' }), 'user does not exist'],
      ['that is damaged', () => 'a.b.c', 'well-formed'],
    ])('%s is refused and told why', async (_, make, reason) => {
      const { status, json } = await withBearer(make());
      expect([status, json.message]).toEqual([401, expect.stringContaining(reason)]);
      expect(json.message).not.toContain('password');
    });
  });
});
