import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { dumpStore } from '../support/store-dump.ts';

const minuteMs = 60_000;

describe.each(engines)('a second factor on %s', (engine) => {
  let app: TestApp;
  let count = 0;
  let user = '';
  let shifted = 0;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => {
    shiftClock(-shifted);
    return app.close();
  });
  beforeEach(async () => {
    count += 1;
    user = `user${count}`;
    await createUser(app, user);
  });

  const later = (ms: number) => {
    shiftClock(ms);
    shifted += ms;
  };
  const codeOf = (secret: string) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + shifted });
  const factor = (method: string, body?: unknown, headers?: Record<string, string>) =>
    app.request(`${method} /api/v1/me/second-factor`, {
      ...(headers ? { user: null, headers } : { user }),
      body,
    });
  const signIn = async (code?: string, password = user) => {
    const form = new URLSearchParams({ user_name: user, user_password: password });
    if (code !== undefined) form.set('user_code', code);
    const response = await app.request('POST /oauth2/sign_in', {
      user: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '';
    return { status: response.status, text: response.text, cookie };
  };
  const enrol = async () => {
    const begun = await factor('POST', { password: user });
    expect(begun.status).toBe(201);
    const { secret } = begun.json;
    const confirmed = await factor('PUT', { code: codeOf(secret) });
    expect(confirmed.status).toBe(200);
    return { secret, recoveryCodes: confirmed.json.recoveryCodes as string[] };
  };

  test('counts once it is confirmed, and then the password alone opens nothing', async () => {
    const begun = await factor('POST', { password: user });
    expect(begun.json.uri).toContain(`otpauth://totp/Cartulary:${user}?`);
    expect((await factor('GET')).json).toMatchObject({ isConfirmed: false });
    const wrong = await factor('PUT', { code: '000000' });
    expect(wrong.json.message).toContain('code: wrong, used before');
    const token = await app.request('POST /api/v1/token?application=a&permission=rw', { user });
    await factor('PUT', { code: codeOf(begun.json.secret) });
    const me = await app.request('GET /api/v1/me', { user });
    expect([me.status, me.json.message]).toEqual([
      401,
      `${user} has a second factor, so the password alone opens nothing; sign in at a page with a code, or send a token (X-Authentication-Token)`,
    ]);
    const headers = { 'x-authentication-token': token.text };
    expect((await app.request('GET /api/v1/me', { user: null, headers })).status).toBe(200);
    expect((await app.request('GET /api/v1/me', { user, password: 'wrong' })).json.message).toBe(
      'user name or password is wrong or missing',
    );
  });

  test('a code opens a session, once', async () => {
    const { secret } = await enrol();
    const without = await signIn();
    expect([without.status, without.text]).toEqual([401, expect.stringContaining('user_code')]);
    expect((await signIn(undefined, 'wrong')).text).not.toContain('user_code');
    later(minuteMs);
    const code = codeOf(secret);
    const answers = await Promise.all([signIn(code), signIn(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 401]);
    const cookie = answers.find(({ status }) => status === 302)?.cookie ?? '';
    expect((await factor('GET', undefined, { cookie })).json).toMatchObject({
      isConfirmed: true,
      recoveryCodesLeft: 10,
    });
    later(-minuteMs);
    expect((await signIn(codeOf(secret))).status).toBe(401);
    later(minuteMs);
  });

  test('recovery codes work once each, and the store has neither them nor the secret', async () => {
    const { secret, recoveryCodes } = await enrol();
    const [first = ''] = recoveryCodes;
    expect((await signIn(first)).status).toBe(302);
    expect((await signIn(first)).status).toBe(401);
    await app.services.auditTrail.settle();
    const dump = JSON.stringify(await dumpStore(app.services.database));
    for (const each of [secret, ...recoveryCodes]) expect(dump).not.toContain(each);
    expect(dump).toContain('secondFactorEnabled');
  });

  test('after some wrong codes the right one waits, too', async () => {
    const { secret } = await enrol();
    later(minuteMs);
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('000000');
    expect((await signIn(codeOf(secret))).status).toBe(401);
    later(minuteMs);
    expect((await signIn(codeOf(secret))).status).toBe(302);
  });

  test('it ends with a code, or by an administrator, and not without', async () => {
    const { recoveryCodes } = await enrol();
    const { cookie } = await signIn(recoveryCodes[0]);
    expect((await factor('DELETE', { code: 'wrong' }, { cookie })).status).toBe(400);
    expect((await factor('POST', { password: user }, { cookie })).status).toBe(409);
    expect((await factor('DELETE', { code: recoveryCodes[1] }, { cookie })).status).toBe(204);
    expect((await app.request('GET /api/v1/me', { user })).status).toBe(200);
    await enrol();
    const path = `DELETE /api/v1/management/second-factor/${user}`;
    expect((await app.request(path)).status).toBe(204);
    expect((await app.request(path)).status).toBe(404);
    expect((await app.request('GET /api/v1/me', { user })).status).toBe(200);
  });

  test.each([
    ['with a list', []],
    ['without the password', {}],
    ['with a number', { password: 1 }],
  ])('enrolment %s is 400', async (_what, body) => {
    expect((await factor('POST', body)).status).toBe(400);
  });

  test('its errors have codes', async () => {
    await enrol();
    const { authenticator } = app.services;
    const form = { username: user, password: user, code: '', remoteAddress: '127.0.0.1' };
    const cookieScope = { contextPath: '', isSecure: false };
    await expect(authenticator.signIn({ ...form, cookieScope })).rejects.toMatchObject({
      code: 'authentication.code-needed',
    });
  });
});
