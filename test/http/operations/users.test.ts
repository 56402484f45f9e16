import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines, makeFolder } from '../../support/engines.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { dumpStore } from '../../support/store-dump.ts';

const step = (operation: string, params: object = {}) => ({ operation, params });

const chains = [
  { id: 'WriteUser', steps: [step('User.CreateOrUpdate')] },
  { id: 'WriteGroup', steps: [step('Group.CreateOrUpdate')] },
  {
    id: 'WriteUserThenFail',
    steps: [step('User.CreateOrUpdate'), step('User.Get', { login: 'nobody' })],
  },
  {
    id: 'Namesakes',
    steps: [step('User.Get'), step('User.Query', { pattern: "expr:This['user:firstName']" })],
  },
  { id: 'ChangeUserDocument', steps: [step('User.Get'), step('Document.Update')] },
  { id: 'DeleteUserDocument', steps: [step('User.Get'), step('Document.Delete')] },
];

describe.each(engines)('users and groups by operations on %s', (engine) => {
  let app: TestApp;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'chains.json');
    await writeFile(path, JSON.stringify({ chains }));
    app = await startTestApp(engine, { operationFiles: [path] });
    await createUser(app, 'bob');
    await createUser(app, 'power', ['powerusers']);
    await createUser(app, 'boss', ['administrators']);
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const call = (id: string, params: object = {}, options: OperationCall = {}) =>
    callOperation(app, id, { params, ...options });
  const userOf = async (name: string) =>
    (await app.request(`GET /api/v1/user/${encodeURIComponent(name)}`)).json;
  const groupOf = async (name: string) => {
    const headers = { 'fetch.group': 'memberUsers,memberGroups,parentGroups' };
    return (await app.request(`GET /api/v1/group/${encodeURIComponent(name)}`, { headers })).json;
  };
  const statusOf = async (line: string) => (await app.request(line)).status;

  describe('User.Get', () => {
    const ask = (params: object, options: OperationCall = {}) =>
      call('User.Get', params, { headers: { properties: '*' }, ...options });

    test('returns the caller in the form of a document, without the password', async () => {
      await call('User.CreateOrUpdate', {
        username: 'jane',
        password: 'secret',
        firstName: 'Jane',
        email: 'jane@example.org',
        groups: 'members,powerusers',
      });
      for (const params of [{}, { login: '' }, { login: 'jane' }]) {
        const response = await ask(params, { user: 'jane', password: 'secret' });
        expect(response.status, response.text).toBe(200);
        expect(response.text).not.toContain('secret');
        expect(response.json).toMatchObject({
          'entity-type': 'document',
          uid: 'jane',
          type: 'user',
          title: 'jane',
          schemas: [{ name: 'user', prefix: 'user' }],
        });
        expect(response.json.properties).toEqual({
          'user:username': 'jane',
          'user:firstName': 'Jane',
          'user:lastName': null,
          'user:company': null,
          'user:email': 'jane@example.org',
          'user:tenantId': null,
          'user:groups': ['members', 'powerusers'],
        });
      }
    });

    test('of another user is for administrators and power users', async () => {
      for (const user of ['Administrator', 'power']) {
        const response = await call('NuxeoPrincipal.Get', { login: 'bob' }, { user });
        expect([response.status, response.json.uid]).toEqual([200, 'bob']);
        expect((await ask({ login: 'no such' }, { user })).status).toBe(404);
      }
      for (const login of ['power', 'no such']) {
        expect((await ask({ login }, { user: 'bob' })).status).toBe(403);
      }
    });

    test('names a parameter that it cannot read', async () => {
      const response = await ask({ login: ['bob'] });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining('login'),
      ]);
    });

    test('gives chains a document whose properties expressions read', async () => {
      await call('User.CreateOrUpdate', { username: 'bob', firstName: 'Robert' });
      const { json } = await call('Namesakes', {}, { user: 'bob' });
      expect(json).toEqual({ users: [{ username: 'bob', firstName: 'Robert' }] });
    });

    test('gives chains a document that nothing is stored in', async () => {
      const before = await dumpStore(app.services.database);
      for (const user of ['Administrator', 'bob']) {
        const params = { properties: 'dc:title=x' };
        expect((await call('ChangeUserDocument', params, { user })).status).toBe(404);
        // What is not there any more is deleted already.
        expect((await call('DeleteUserDocument', {}, { user })).status).toBe(204);
      }
      expect(await dumpStore(app.services.database)).toEqual(before);
    });
  });

  describe('User.CreateOrUpdate', () => {
    test('creates a user who can sign in, and then changes only what is given', async () => {
      const params = {
        username: 'ann',
        password: 'first',
        firstName: 'Ann',
        lastName: 'Lee',
        company: 'Acme',
        email: 'ann@example.org',
        tenantId: 'acme',
        groups: 'members, powerusers',
      };
      const created = await call('Services.CreateUser', params);
      expect([created.status, created.text]).toEqual([204, '']);
      const { username, password, ...profile } = params;
      const properties = { username, ...profile, groups: ['members', 'powerusers'] };
      expect((await userOf('ann')).properties).toEqual(properties);
      const me = { user: 'ann', password: 'first' };
      expect((await app.request('GET /api/v1/me', me)).status).toBe(200);

      const changes = { username: 'ann', lastName: 'Kay', email: '', groups: '', mode: '' };
      expect((await call('User.CreateOrUpdate', changes)).status).toBe(204);
      expect((await userOf('ann')).properties).toEqual({ ...properties, lastName: 'Kay' });
      expect((await app.request('GET /api/v1/me', me)).status).toBe(200);

      await call('User.CreateOrUpdate', { username: 'ann', password: 'second', groups: [] });
      expect((await userOf('ann')).properties.groups).toEqual([]);
      expect((await app.request('GET /api/v1/me', me)).status).toBe(401);
      const again = { user: 'ann', password: 'second' };
      expect((await app.request('GET /api/v1/me', again)).status).toBe(200);
    });

    test.each([
      ['lines', 'user:company=Acme\nemail=eve@example.org\ngroups=members,powerusers'],
      [
        'an object',
        { 'user:company': 'Acme', email: 'eve@example.org', groups: ['members', 'powerusers'] },
      ],
    ])('takes further properties as %s, and parameters before them', async (form, properties) => {
      const username = `further ${form}`;
      await call('User.CreateOrUpdate', { username, properties, email: 'me@example.org' });
      const stored = (await userOf(username)).properties;
      expect(stored).toMatchObject({ company: 'Acme', email: 'me@example.org' });
      expect(stored.groups).toEqual(['members', 'powerusers']);
      await call('User.CreateOrUpdate', { username, properties: 'user:company=' });
      expect((await userOf(username)).properties).toMatchObject({
        company: null,
        email: 'me@example.org',
      });
    });

    test('only creates or only updates where the mode says so', async () => {
      const create = { username: 'moded', firstName: 'A', mode: 'create' };
      const update = { username: 'moded', firstName: 'B', mode: 'update' };
      expect((await call('User.CreateOrUpdate', update)).status).toBe(404);
      expect((await call('User.CreateOrUpdate', create)).status).toBe(204);
      expect((await call('User.CreateOrUpdate', create)).status).toBe(409);
      expect((await call('User.CreateOrUpdate', update)).status).toBe(204);
      expect((await userOf('moded')).properties.firstName).toBe('B');
    });

    test.each([
      ['username', {}],
      ['username', { username: ['x'] }],
      ['username', { username: 'a:b' }],
      ['username', { username: 'x', properties: 'username=y' }],
      ['email', { username: 'x', email: 'nowhere' }],
      ['email', { username: 'x', email: [] }],
      ['password', { username: 'x', password: 'x'.repeat(2_000) }],
      ['mode', { username: 'x', mode: 'replace' }],
      ['groups', { username: 'x', groups: { a: 1 } }],
      ['properties', { username: 'x', properties: 'shoeSize=44' }],
      ['properties', { username: 'x', properties: 5 }],
      ['company', { username: 'x', properties: { company: 5 } }],
    ])('refuses a %s that it cannot use: %j', async (name, params) => {
      const before = await dumpStore(app.services.database);
      const response = await call('User.CreateOrUpdate', params);
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining(name),
      ]);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });

    test('adds no user to a group that does not exist', async () => {
      const response = await call('User.CreateOrUpdate', { username: 'x', groups: 'none' });
      expect([response.status, response.json.message]).toEqual([
        403,
        expect.stringContaining('group does not exist: none'),
      ]);
      expect(await statusOf('GET /api/v1/user/x')).toBe(404);
    });

    test('leaves nothing behind when a later step fails', async () => {
      const response = await call('WriteUserThenFail', { username: 'gone' });
      expect(response.status).toBe(404);
      expect(await statusOf('GET /api/v1/user/gone')).toBe(404);
    });
  });

  describe('Group.CreateOrUpdate', () => {
    test('creates a group, and then changes only what is given', async () => {
      const created = await call('Group.CreateOrUpdate', {
        groupname: 'editors',
        grouplabel: 'Editors',
        description: 'They edit',
        members: ['bob', 'power'],
        subGroups: 'members',
        parentGroups: 'powerusers',
      });
      expect([created.status, created.text]).toEqual([204, '']);
      const stored = {
        grouplabel: 'Editors',
        memberUsers: ['bob', 'power'],
        memberGroups: ['members'],
        parentGroups: ['powerusers'],
      };
      expect(await groupOf('editors')).toMatchObject(stored);
      const changes = { groupname: 'editors', members: 'bob', description: '', subGroups: '' };
      expect((await call('Group.CreateOrUpdate', changes)).status).toBe(204);
      const changed = await groupOf('editors');
      expect(changed).toMatchObject({ ...stored, memberUsers: ['bob'] });
      expect(changed.properties.description).toBe('They edit');
      await call('Group.CreateOrUpdate', { groupname: 'editors', subGroups: [], parentGroups: [] });
      expect(await groupOf('editors')).toMatchObject({ memberGroups: [], parentGroups: [] });
    });

    test('takes further properties, and names the groups of a tenant after it', async () => {
      const properties = 'group:description=They read\nmembers=bob';
      await call('Group.CreateOrUpdate', { groupname: 'readers', properties, tenantId: 'acme' });
      const group = await groupOf('tenant-acme_readers');
      expect(group.memberUsers).toEqual(['bob']);
      expect(group.properties).toMatchObject({ description: 'They read', tenantId: 'acme' });
      expect(await statusOf('GET /api/v1/group/readers')).toBe(404);
    });

    test('only creates or only updates where the mode says so', async () => {
      const create = { groupname: 'moded group', grouplabel: 'A', mode: 'create' };
      const update = { groupname: 'moded group', grouplabel: 'B', mode: 'update' };
      expect((await call('Group.CreateOrUpdate', update)).status).toBe(404);
      expect((await call('Group.CreateOrUpdate', create)).status).toBe(204);
      expect((await call('Group.CreateOrUpdate', create)).status).toBe(409);
      expect((await call('Group.CreateOrUpdate', update)).status).toBe(204);
      expect((await groupOf('moded group')).grouplabel).toBe('B');
    });

    test.each([
      ['groupname', {}],
      ['groupname', { groupname: 'Everyone' }],
      ['groupname', { groupname: 'x', properties: { groupname: 'y' } }],
      ['user does not exist', { groupname: 'x', members: 'bob,nobody' }],
      ['members', { groupname: 'x', members: 5 }],
      ['mode', { groupname: 'x', mode: 'Create' }],
      ['properties', { groupname: 'x', properties: { color: 'red' } }],
      ['grouplabel', { groupname: 'x', properties: { grouplabel: [1] } }],
    ])('refuses a %s that it cannot use: %j', async (name, params) => {
      const before = await dumpStore(app.services.database);
      const response = await call('Group.CreateOrUpdate', params);
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining(name),
      ]);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });
  });

  describe('who may edit', () => {
    test('from outside administrators only', async () => {
      const before = await dumpStore(app.services.database);
      for (const user of ['bob', 'power']) {
        for (const id of ['User.CreateOrUpdate', 'Group.CreateOrUpdate']) {
          const response = await call(id, { username: 'x', groupname: 'x' }, { user });
          expect([response.status, response.text]).toEqual([404, '']);
        }
      }
      expect(await dumpStore(app.services.database)).toEqual(before);
      const boss = await call('User.CreateOrUpdate', { username: 'by boss' }, { user: 'boss' });
      expect(boss.status).toBe(204);
    });

    test('in chains power users too', async () => {
      const user = await call('WriteUser', { username: 'by power' }, { user: 'power' });
      const group = await call('WriteGroup', { groupname: 'by power too' }, { user: 'power' });
      expect([user.status, group.status]).toEqual([204, 204]);
    });

    test.each([
      ['WriteUser', { username: 'boss', password: 'taken over' }],
      ['WriteUser', { username: 'Administrator', email: 'other@example.org' }],
      ['WriteUser', { username: 'power', groups: 'administrators' }],
      ['WriteUser', { username: 'new one', properties: 'groups=administrators' }],
      ['WriteGroup', { groupname: 'administrators', members: 'power' }],
      ['WriteGroup', { groupname: 'powerusers', parentGroups: 'administrators' }],
      ['WriteGroup', { groupname: 'new', properties: { parentGroups: ['administrators'] } }],
    ])('but power users no administrators: %s %j', async (chain, params) => {
      const before = await dumpStore(app.services.database);
      expect((await call(chain, params, { user: 'power' })).status).toBe(403);
      expect((await call(chain, params, { user: 'bob' })).status).toBe(403);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });
  });
});
