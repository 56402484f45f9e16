import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

const portalSecret = 'a secret of the portal and the server';
let count = 0;

/** As existing clients compute them. */
function headersOf(given: { user?: string; time?: number; random?: string; secret?: string }) {
  const { user = 'jdoe', time = Date.now(), secret = portalSecret } = given;
  count += 1;
  const random = given.random ?? `random ${count}`;
  const token = createHash('md5').update(`${time}:${random}:${secret}:${user}`).digest('base64');
  return { NX_TS: String(time), NX_RD: random, NX_TOKEN: token, NX_USER: user };
}

describe.each(engines)('users of a portal on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { portalSecret });
    await createUser(app, 'jdoe');
  });
  afterAll(() => app.close());

  const me = (headers: Record<string, string>) =>
    app.request('GET /api/v1/me', { user: null, headers });

  test('are signed in by its headers', async () => {
    const { status, json } = await me(headersOf({}));
    expect([status, json.id]).toEqual([200, 'jdoe']);
  });

  test('a token counts once, also when it comes twice at the same time', async () => {
    const headers = headersOf({});
    const answers = await Promise.all([me(headers), me(headers), me(headers)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const refused = answers.find(({ status }) => status === 401);
    expect(refused?.json.message).toContain('it was used before');
  });

  const hourMs = 60 * 60_000;
  test.each([
    ['another secret', { secret: 'another' }, 'does not match'],
    ['an old time', { time: Date.now() - 2 * hourMs }, 'an hour off'],
    ['a time to come', { time: Date.now() + 2 * hourMs }, 'an hour off'],
    ['an unknown user', { user: 'nix' }, 'does not exist'],
    ['the internal user', { user: 'system' }, 'does not exist'],
    ['no user', { user: '' }, 'must be sent'],
  ])('with %s it is refused', async (_what, given, message) => {
    const { status, json } = await me(headersOf(given));
    expect([status, json.message]).toEqual([401, expect.stringContaining(message)]);
  });

  test('the user of the token cannot be exchanged, and a password wins', async () => {
    const headers = { ...headersOf({}), NX_USER: 'Administrator' };
    expect((await me(headers)).status).toBe(401);
    const both = await app.request('GET /api/v1/me', { headers: headersOf({}) });
    expect(both.json.id).toBe('Administrator');
  });
});

test('without the secret in the configuration the headers mean nothing', async () => {
  const app = await startTestApp('sqlite');
  const headers = headersOf({ user: 'Administrator', secret: 'nuxeo5secretkey' });
  const { status } = await app.request('GET /api/v1/me', { user: null, headers });
  await app.close();
  expect(status).toBe(401);
});
