import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { makeFolder } from '../support/engines.ts';

const good = 'seven green umbrellas';

function createUser(app: TestApp, username: string, password: string): Promise<TestResponse> {
  const body = { 'entity-type': 'user', properties: { username, password } };
  return app.request('POST /api/v1/user', { body });
}

function setPassword(app: TestApp, id: string, password: string, user?: object) {
  const body = { 'entity-type': 'user', id, properties: { password } };
  return app.request(`PUT /api/v1/user/${id}`, { body, ...user });
}

async function statusOfMe(app: TestApp, user: string, password: string): Promise<number> {
  return (await app.request('GET /api/v1/me', { user, password })).status;
}

test('there is no rule for the passwords of accounts unless one is set', async () => {
  const app = await startTestApp('sqlite');
  try {
    expect((await createUser(app, 'ann', 'a')).status).toBe(201);
    expect((await createUser(app, 'password', 'password')).status).toBe(201);
  } finally {
    await app.close();
  }
});

describe('passwordMinLength', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite', {
      passwordMinLength: 10,
      administratorPassword: good,
    });
    const body = { 'entity-type': 'user', properties: { username: 'ann', password: good } };
    const made = await app.request('POST /api/v1/user', { body, password: good });
    expect(made.status).toBe(201);
  });
  afterAll(() => app.close());

  const admin = { password: good };
  const weak: [string, RegExp][] = [
    ['sh0rt-one', /at least 10 characters/],
    ['q'.repeat(3), /at least 10 characters/],
    ['Password123', /one of the most common passwords/],
    ['Iloveyou2', /at least 10 characters; is one of the most common passwords/],
  ];

  function expectRefusal(response: TestResponse, password: string, reason: RegExp, field: string) {
    expect([response.status, response.json.message]).toEqual([400, expect.stringMatching(reason)]);
    expect(response.json.message).toMatch(new RegExp(`^${field}: .*Choose another`));
    expect(response.text).not.toContain(password);
  }

  test.each(weak)('refuses %s for a new user, who is not created', async (password, reason) => {
    const body = { 'entity-type': 'user', properties: { username: 'new', password } };
    const response = await app.request('POST /api/v1/user', { ...admin, body });
    expectRefusal(response, password, reason, 'password');
    expect((await app.request('GET /api/v1/user/new', admin)).status).toBe(404);
  });

  test('refuses the name of the user, however it is written', async () => {
    const username = 'Annabella Smith';
    const body = { 'entity-type': 'user', properties: { username, password: 'annabella SMITH' } };
    const { status, json } = await app.request('POST /api/v1/user', { ...admin, body });
    expect([status, json.message]).toEqual([
      400,
      expect.stringMatching(/must not be the user name/),
    ]);
  });

  test.each(weak)(
    'refuses %s in every other way, and the old one stays',
    async (password, reason) => {
      expectRefusal(await setPassword(app, 'ann', password, admin), password, reason, 'password');
      const asked = { oldPassword: good, newPassword: password };
      const own = await app.request('PUT /api/v1/me/changepassword', {
        user: 'ann',
        password: good,
        body: asked,
      });
      expectRefusal(own, password, reason, 'newPassword');
      for (const params of [
        { username: 'ann', password },
        { username: 'ann', properties: `password=${password}` },
      ]) {
        const operation = await app.request('POST /site/automation/User.CreateOrUpdate', {
          ...admin,
          body: { params },
        });
        expect([operation.status, operation.json.message]).toEqual([
          400,
          expect.stringMatching(reason),
        ]);
        expect(operation.text).not.toContain(password);
      }
      expect(await statusOfMe(app, 'ann', good)).toBe(200);
    },
  );

  test('takes another one everywhere', async () => {
    const body = { params: { username: 'bob', password: `${good} 2` } };
    const made = await app.request('POST /site/automation/User.CreateOrUpdate', { ...admin, body });
    expect(made.status).toBe(204);
    expect((await setPassword(app, 'bob', `${good} 3`, admin)).status).toBe(200);
    const asked = { oldPassword: `${good} 3`, newPassword: `${good} 4` };
    const options = { user: 'bob', password: `${good} 3`, body: asked };
    expect((await app.request('PUT /api/v1/me/changepassword', options)).status).toBe(200);
    expect(await statusOfMe(app, 'bob', `${good} 4`)).toBe(200);
  });
});

describe('on an address that others on the network reach', () => {
  test('the Administrator gets no weak password, others may', async () => {
    const app = await startTestApp('sqlite', { host: '0.0.0.0', administratorPassword: good });
    try {
      const refused = await setPassword(app, 'Administrator', 'letmein', { password: good });
      expect([refused.status, refused.json.message]).toEqual([
        400,
        expect.stringMatching(/^password: must have at least 8 characters/),
      ]);
      const body = { 'entity-type': 'user', properties: { username: 'ann', password: 'a' } };
      const ann = await app.request('POST /api/v1/user', { body, password: good });
      expect(ann.status).toBe(201);
      expect(await statusOfMe(app, 'ann', 'a')).toBe(200);
      expect(await statusOfMe(app, 'Administrator', good)).toBe(200);
    } finally {
      await app.close();
    }
  });

  test('a weak one that the Administrator got elsewhere opens nothing, and the answer says why', async () => {
    const folder = await makeFolder();
    const data = folder.path;
    try {
      const local = await startTestApp('sqlite', { data, administratorPassword: 'dragon99' });
      expect(await statusOfMe(local, 'Administrator', 'dragon99')).toBe(200);
      await local.close();
      const open = await startTestApp('sqlite', { data, host: '0.0.0.0' });
      for (const line of ['GET /api/v1/me', 'POST /site/automation/login']) {
        const { status, json } = await open.request(line, { password: 'dragon99' });
        expect([status, json.message]).toEqual([
          403,
          expect.stringMatching(/most common passwords.*cartulary user password Administrator/),
        ]);
        expect(json.message).not.toContain('dragon99');
      }
      expect(await statusOfMe(open, 'Administrator', 'wrong')).toBe(401);
      await open.close();
    } finally {
      await folder.remove();
    }
  });
});
