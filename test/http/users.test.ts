import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('users over HTTP on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser('power', { groups: ['powerusers'] });
    await createUser('plain');
  });
  afterAll(() => app.close());

  const api = (line: string, options?: TestRequest) => {
    const [method, path] = line.split(' ', 2);
    return app.request(`${method} /api/v1${path}`, options);
  };
  const entity = (username: string, properties: object = {}, id = '') => ({
    'entity-type': 'user',
    id,
    properties: { username, ...properties },
  });
  const createUser = (username: string, properties: object = {}) =>
    api('POST /user', { body: entity(username, { password: username, ...properties }) });
  const power = { user: 'power' };

  test('a created user is answered with 201 and can be read and sign in', async () => {
    const created = await createUser('jdoe', {
      firstName: 'Jane',
      email: 'jane@example.org',
      groups: ['members'],
      unknown: 'ignored',
    });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({
      'entity-type': 'user',
      id: 'jdoe',
      properties: {
        username: 'jdoe',
        firstName: 'Jane',
        lastName: null,
        company: null,
        email: 'jane@example.org',
        groups: ['members'],
        tenantId: null,
      },
      extendedGroups: [{ name: 'members', label: 'Members group', url: 'group/members' }],
      isAdministrator: false,
      isAnonymous: false,
    });
    const read = await api('GET /user/jdoe', { user: 'jdoe' });
    expect(read.status).toBe(200);
    expect(read.json).toEqual(created.json);
    expect(read.text).not.toContain('argon2');
    expect(read.headers['content-type']).toMatch(/^application\/json; nuxeo-entity="?user/);
  });

  test('a taken name is a conflict', async () => {
    const again = await createUser('plain');
    expect(again.status).toBe(409);
    expect(again.json).toEqual({
      'entity-type': 'exception',
      status: 409,
      message: 'User already exists',
    });
  });

  test.each([
    ['without a name', { 'entity-type': 'user', id: 'x', properties: {} }, 'User MUST have a name'],
    ['of a reserved name', entity('system'), 'username'],
    ['with a wrong type', entity('bad', { firstName: 1 }), 'firstName'],
    ['with a password that is too long', entity('bad', { password: 'x'.repeat(1001) }), 'password'],
    ['of another entity type', { 'entity-type': 'group' }, 'entity-type'],
  ])('a user %s is refused with 400', async (_what, body, message) => {
    const response = await api('POST /user', { body });
    expect(response.status).toBe(400);
    expect(response.json.message).toContain(message);
  });

  test('an unknown group is refused with 403 and the user is not created', async () => {
    expect((await createUser('lost', { groups: ['nowhere'] })).status).toBe(403);
    expect((await api('GET /user/lost')).status).toBe(404);
  });

  test('unknown users are 404 for every method', async () => {
    const body = { 'entity-type': 'user', id: 'nobody' };
    for (const [line, options] of [
      ['GET /user/nobody', {}],
      ['GET /user/no%00body', {}],
      ['PUT /user/nobody', { body }],
      ['DELETE /user/nobody', {}],
      ['POST /user/nobody/group/members', {}],
      ['POST /user/plain/group/nothing', {}],
      ['DELETE /user/nobody/group/members', {}],
      ['DELETE /user/plain/group/nothing', {}],
    ] as const) {
      expect([line, (await api(line, options)).status]).toEqual([line, 404]);
    }
  });

  test('an update changes what is sent', async () => {
    await createUser('changing', { firstName: 'A', lastName: 'B', groups: ['members'] });
    const updated = await api('PUT /user/changing', {
      body: { 'entity-type': 'user', id: 'changing', properties: { firstName: 'C' } },
    });
    expect(updated.status).toBe(200);
    expect(updated.json.properties).toMatchObject({
      firstName: 'C',
      lastName: 'B',
      groups: ['members'],
    });
    expect((await api('GET /me', { user: 'changing' })).status).toBe(200);
    const again = await api('PUT /user/changing', {
      body: entity('changing', { password: 'new', groups: ['powerusers'] }, 'changing'),
    });
    expect(again.json.properties.groups).toEqual(['powerusers']);
    expect((await api('GET /me', { user: 'changing' })).status).toBe(401);
    expect((await api('GET /me', { user: 'changing', password: 'new' })).status).toBe(200);
  });

  test('the id in the body names the user: unknown is 500, another one is changed', async () => {
    await createUser('first');
    await createUser('second');
    const unknown = await api('PUT /user/first', { body: entity('nobody', {}, 'nobody') });
    expect(unknown.status).toBe(500);
    expect(unknown.json).toEqual({
      'entity-type': 'exception',
      status: 500,
      message: 'user does not exist: nobody',
    });
    const body = { 'entity-type': 'user', id: 'second', properties: { company: 'C' } };
    const other = await api('PUT /user/first', { body });
    expect(other.status).toBe(200);
    expect(other.json).toMatchObject({ id: 'second', properties: { company: 'C' } });
    expect((await api('GET /user/first')).json.properties.company).toBeNull();
  });

  test('an update without the id in the body is refused and says what to send', async () => {
    await createUser('unnamed');
    const properties = { username: 'unnamed', company: 'C' };
    for (const id of [{}, { id: null }]) {
      const body = { 'entity-type': 'user', ...id, properties };
      const refused = await api('PUT /user/unnamed', { body });
      expect(refused.status).toBe(400);
      expect(refused.json.message).toBe(
        'id: is required; send the id of the user, as GET answers it',
      );
    }
    expect((await api('GET /user/unnamed')).json.properties.company).toBeNull();
    const whole = (await api('GET /user/unnamed')).json;
    const body = { ...whole, properties: { ...whole.properties, company: 'D' } };
    const updated = await api('PUT /user/unnamed', { body });
    expect([updated.status, updated.json.properties.company]).toEqual([200, 'D']);
  });

  test('all that is wrong with a user is told at once', async () => {
    await createUser('mistaken');
    const body = {
      'entity-type': 'user',
      properties: { firstName: 1, email: 'x', groups: ['members', 7], password: {} },
    };
    const refused = await api('PUT /user/mistaken', { body });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'id: is required; send the id of the user, as GET answers it; firstName: must be a string; ' +
        'email: must look like name@example.org; groups[1]: must be a string; password: must be a string',
    ]);
  });

  test.each(['firstName', 'lastName', 'company', 'email', 'tenantId'])(
    'a %s has a largest size, on creation and on update',
    async (field) => {
      const max = limits.principalTextLengthMax;
      const sized = (length: number) => ({ [field]: `a@b.${'x'.repeat(length - 4)}` });
      const username = `sized-${field}`;
      const refusal = [400, `${field}: has ${max + 1} characters; use at most ${max}`];
      const tooLong = await createUser(username, sized(max + 1));
      expect([tooLong.status, tooLong.json.message]).toEqual(refusal);
      expect((await api(`GET /user/${username}`)).status).toBe(404);
      expect((await createUser(username, sized(max))).status).toBe(201);
      const body = entity(username, sized(max + 1), username);
      const changed = await api(`PUT /user/${username}`, { body });
      expect([changed.status, changed.json.message]).toEqual(refusal);
    },
  );

  test('the groups of a user have a largest number, and their names a largest size', async () => {
    const long = await createUser('grouped', { groups: ['x'.repeat(256)] });
    expect([long.status, long.json.message]).toEqual([
      400,
      'groups[0]: has 256 characters; use at most 255',
    ]);
    const groups = Array.from({ length: limits.listLengthMax + 1 }, () => 'members');
    const many = await createUser('grouped', { groups });
    expect([many.status, many.json.message]).toEqual([
      400,
      `groups: must have at most ${limits.listLengthMax} items`,
    ]);
  });

  test('a user cannot be renamed', async () => {
    await createUser('fixed');
    const renamed = await api('PUT /user/fixed', { body: entity('loose', {}, 'fixed') });
    expect(renamed.status).toBe(400);
    expect((await api('GET /user/loose')).status).toBe(404);
  });

  test('a deleted user is gone and can no longer sign in', async () => {
    await createUser('leaving');
    expect((await api('GET /me', { user: 'leaving' })).status).toBe(200);
    const deleted = await api('DELETE /user/leaving');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await api('GET /user/leaving')).status).toBe(404);
    expect((await api('GET /me', { user: 'leaving' })).status).toBe(401);
  });

  test('membership is added with 201 and the user, and removed with 200', async () => {
    await createUser('joining');
    const added = await api('POST /user/joining/group/administrators');
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({
      'entity-type': 'user',
      id: 'joining',
      isAdministrator: true,
      properties: { groups: ['administrators'] },
    });
    const removed = await api('DELETE /user/joining/group/administrators');
    expect([removed.status, removed.text]).toEqual([200, 'joining']);
    expect(removed.headers['content-type']).toContain('text/plain');
    expect((await api('GET /user/joining')).json.isAdministrator).toBe(false);
  });

  test.each([
    ['a/b', 'a/b'],
    ['c/d', 'c%2Fd'],
    ['e/', 'e/'],
    ['f/', 'f%2F'],
    ['with space', 'with%20space'],
    ['jané@example.org', 'jan%C3%A9%40example.org'],
  ])('the id %s is addressed as %s', async (username, path) => {
    expect((await createUser(username)).status).toBe(201);
    expect((await api(`GET /user/${path}`)).json.id).toBe(username);
    const body = entity(username, { company: 'C' }, username);
    expect((await api(`PUT /user/${path}`, { body })).json.properties.company).toBe('C');
    expect((await api(`POST /user/${path}/group/members`)).json.id).toBe(username);
    expect((await api(`DELETE /user/${path}/group/members`)).text).toBe(username);
    expect((await api(`DELETE /user/${path}`)).status).toBe(204);
  });

  test('power users manage users, but neither administrators nor their rights', async () => {
    const created = await api('POST /user', { ...power, body: entity('worker') });
    expect(created.status).toBe(201);
    for (const [line, options] of [
      ['POST /user', { body: entity('boss', { groups: ['administrators'] }) }],
      ['PUT /user/worker', { body: entity('worker', { groups: ['administrators'] }) }],
      ['PUT /user/Administrator', { body: entity('Administrator', { password: 'mine' }) }],
      ['PUT /user/worker', { body: entity('Administrator', { password: 'x' }, 'Administrator') }],
      ['POST /user/worker/group/administrators', {}],
      ['POST /user/Administrator/group/members', {}],
      ['DELETE /user/Administrator/group/administrators', {}],
      ['DELETE /user/Administrator', {}],
    ] as const) {
      expect([line, (await api(line, { ...power, ...options })).status]).toEqual([line, 403]);
    }
    expect((await api('GET /me')).json.isAdministrator).toBe(true);
    expect((await api('POST /user/worker/group/powerusers', power)).status).toBe(201);
    expect((await api('DELETE /user/worker', power)).status).toBe(204);
  });

  test('others read users and change none, themselves included', async () => {
    const plain = { user: 'plain' };
    expect((await api('GET /user/Administrator', plain)).status).toBe(200);
    for (const [line, options] of [
      ['POST /user', { body: entity('friend') }],
      ['PUT /user/plain', { body: entity('plain', { company: 'C' }) }],
      ['DELETE /user/plain', {}],
      ['DELETE /user/nobody', {}],
      ['POST /user/plain/group/powerusers', {}],
      ['DELETE /user/plain/group/members', {}],
    ] as const) {
      expect([line, (await api(line, { ...plain, ...options })).status]).toEqual([line, 403]);
    }
  });

  test('me is the caller', async () => {
    const me = await api('GET /me', { user: 'plain' });
    expect(me.status).toBe(200);
    expect(me.json).toEqual((await api('GET /user/plain')).json);
    expect((await api('GET /me/', { user: 'plain' })).status).toBe(200);
    expect((await api('GET /me', { user: null })).status).toBe(401);
  });

  test('users change their own password with the old one, and stay signed in', async () => {
    await createUser('owner');
    const me = { user: 'owner' };
    const change = (oldPassword: string, newPassword: unknown) =>
      api('PUT /me/changepassword', { ...me, body: { oldPassword, newPassword } });
    expect((await change('wrong', 'next')).status).toBe(401);
    expect((await change('owner', '')).status).toBe(400);
    expect((await change('owner', 7)).status).toBe(400);
    const changed = await change('owner', 'next');
    expect(changed.status).toBe(200);
    expect(changed.json.id).toBe('owner');
    expect((await api('GET /me', me)).status).toBe(401);
    expect((await api('GET /me', { ...me, password: 'next' })).status).toBe(200);
    // The last one counts: the credentials of the request, too, opened a session.
    const cookie = [changed.headers['set-cookie']].flat().at(-1)?.split(';')[0] ?? '';
    const session = await api('GET /me', { user: null, headers: { cookie } });
    expect(session.json.id).toBe('owner');
  });
});
