import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { engines } from '../support/engines.ts';

interface Principal {
  readonly id: string;
}

describe.each(engines)('searching users and groups over HTTP on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true });
    await createUser('ann', { firstName: 'Marie', lastName: 'Curie', email: 'zz@example.org' });
    await createUser('Bob', { firstName: 'Ann', lastName: 'Brown' });
    await createUser('carl', { firstName: 'Carl', lastName: 'Éluard' });
    for (let index = 0; index < 30; index += 1) {
      await createUser(`many${String(index).padStart(2, '0')}`);
    }
    await createGroup('editors', { grouplabel: 'Die Redaktion', memberUsers: ['ann', 'Bob'] });
    await createGroup('team/@users');
    await createGroup('team', {
      memberUsers: ['Bob', 'ann', 'carl'],
      memberGroups: ['editors', 'members'],
      parentGroups: ['powerusers'],
    });
    for (let index = 0; index < 20; index += 1) {
      await createGroup(`row${index}`, { memberUsers: ['ann'], parentGroups: ['editors'] });
    }
  });
  afterAll(() => app.close());

  const api = (line: string, options?: TestRequest) => {
    const [method, path] = line.split(' ', 2);
    return app.request(`${method} /api/v1${path}`, options);
  };
  async function createUser(username: string, properties: object = {}): Promise<void> {
    const body = {
      'entity-type': 'user',
      properties: { username, password: username, ...properties },
    };
    expect((await api('POST /user', { body })).status).toBe(201);
  }
  async function createGroup(groupname: string, more: object = {}): Promise<void> {
    const body = { 'entity-type': 'group', groupname, ...more };
    expect((await api('POST /group', { body })).status).toBe(201);
  }
  const idsAt = async (path: string): Promise<string[]> => {
    const response = await api(`GET ${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return response.json.entries.map((entry: Principal) => entry.id);
  };

  describe('a search', () => {
    test.each([
      ['/user/search?q=ANN', ['Bob', 'ann']],
      ['/user/search?q=%20curie%20', ['ann']],
      ['/user/search?q=%C3%A9l', ['carl']],
      ['/user/search?q=zz', []],
      ['/user/search?q=nn', []],
      ['/user/search?q=an*', []],
      ['/user/search?q=%25', []],
      ['/user/search?q=_', []],
      ['/user/search?q=a%00', []],
      ['/group/search?q=EDIT', ['editors']],
      ['/group/search?q=die%20r', ['editors']],
      ['/group/search?q=redaktion', []],
      ['/group/search?q=power*', []],
      ['/group/search?q=team', ['team', 'team/@users']],
    ])('%s finds what begins with the text, sorted by name: %j', async (path, expected) => {
      expect(await idsAt(path)).toEqual(expected);
    });

    test.each(['/user/search', '/group/search'])(
      '%s finds everything with a star, and nothing without a text',
      async (path) => {
        const all = await idsAt(`${path}?q=*&pageSize=0`);
        expect(all).toHaveLength(path === '/user/search' ? 34 : 26);
        expect(all).toEqual([...all].sort());
        for (const query of ['', '?q=', '?q=%20']) {
          const reply = (await api(`GET ${path}${query}`)).json;
          expect(reply).toMatchObject({ resultsCount: 0, numberOfPages: 1, entries: [] });
        }
      },
    );

    test('answers entities as they are read one by one, without passwords', async () => {
      const users = await api('GET /user/search?q=curie');
      expect(users.json['entity-type']).toBe('users');
      expect(users.json.entries).toEqual([(await api('GET /user/ann')).json]);
      expect(users.text).not.toContain('password');
      const groups = (await api('GET /group/search?q=editors')).json;
      expect(groups['entity-type']).toBe('groups');
      expect(groups.entries).toEqual([(await api('GET /group/editors')).json]);
    });

    test('is open to all users who have signed in, and to no others', async () => {
      for (const path of ['/user/search?q=curie', '/group/search?q=*', '/group/team/@users']) {
        const asAdministrator = await api(`GET ${path}`);
        expect((await api(`GET ${path}`, { user: 'ann' })).json).toEqual(asAdministrator.json);
        expect((await api(`GET ${path}`, { user: null })).status).toBe(401);
      }
    });
  });

  describe('a page', () => {
    test('says where it stands and how many there are', async () => {
      const reply = await api('GET /user/search?q=many&pageSize=7&currentPageIndex=4');
      const { entries, ...facts } = reply.json;
      expect(entries.map((entry: Principal) => entry.id)).toEqual(['many28', 'many29']);
      expect(facts).toEqual({
        'entity-type': 'users',
        isPaginable: true,
        resultsCount: 30,
        pageSize: 7,
        maxPageSize: limits.pageSizeMax,
        resultsCountLimit: limits.countDefault,
        currentPageSize: 2,
        currentPageIndex: 4,
        currentPageOffset: 28,
        numberOfPages: 5,
        isPreviousPageAvailable: true,
        isNextPageAvailable: false,
        isLastPageAvailable: false,
        isSortable: false,
        hasError: false,
        errorMessage: null,
        pageIndex: 4,
        pageCount: 5,
      });
    });

    test.each([
      '/user/search?q=many',
      '/group/search?q=row',
      '/group/editors/@groups?q=row',
      '/group/team/@users?q=',
    ])('of %s is one of several that make up the whole', async (path) => {
      const whole = await idsAt(path);
      expect(whole.length).toBeGreaterThan(2);
      const byIndex: string[] = [];
      const byOffset: string[] = [];
      for (let index = 0; index * 2 < whole.length; index += 1) {
        byIndex.push(...(await idsAt(`${path}&pageSize=2&currentPageIndex=${index}`)));
        byOffset.push(...(await idsAt(`${path}&pageSize=2&offset=${index * 2}`)));
      }
      expect(byIndex).toEqual(whole);
      expect(byOffset).toEqual(whole);
      const past = (await api(`GET ${path}&pageSize=2&currentPageIndex=1000`)).json;
      expect(past).toMatchObject({ entries: [], resultsCount: whole.length });
    });

    test.each([
      '/user/search?q=*',
      '/group/search?q=',
      '/group/team/@users?q=',
      '/group/team/@groups?q=',
    ])('of %s that cannot be is refused with 400 and named', async (path) => {
      for (const [name, value] of [
        ['pageSize', '-1'],
        ['currentPageIndex', 'x'],
        ['offset', '1.5'],
      ]) {
        const response = await api(`GET ${path}&${name}=${value}`);
        expect(response.status).toBe(400);
        expect(response.json.message).toContain(name);
      }
    });
  });

  describe('the members of a group', () => {
    test.each([
      ['/group/team/@users', ['Bob', 'ann', 'carl']],
      ['/group/team/@users?q=*', ['Bob', 'ann', 'carl']],
      ['/group/team/@users?q=B', ['Bob']],
      ['/group/team/@users?q=Curie', []],
      ['/group/team/@users?q=many', []],
      ['/group/team/@groups', ['editors', 'members']],
      ['/group/team/@groups?q=mem', ['members']],
      ['/group/team/@users/', ['Bob', 'ann', 'carl']],
      ['/group/team%2F@users/@users', []],
      ['/group/powerusers/@users', []],
    ])('%s are those whose name begins with the text: %j', async (path, expected) => {
      expect(await idsAt(path)).toEqual(expected);
    });

    test('come as users and groups, as they are read one by one', async () => {
      const users = (await api('GET /group/team/@users?q=ann')).json;
      expect(users['entity-type']).toBe('users');
      expect(users.entries).toEqual([(await api('GET /user/ann')).json]);
      const groups = (await api('GET /group/team/@groups?q=editors')).json;
      expect(groups['entity-type']).toBe('groups');
      expect(groups.entries).toEqual([(await api('GET /group/editors')).json]);
    });

    test('are 404 of a group that does not exist, and change nothing with another method', async () => {
      for (const line of [
        'GET /group/nothing/@users',
        'GET /group/nothing/@groups',
        'GET /group/no%00thing/@users',
        'GET /group/team/@others',
        'GET /group/@users',
        'PUT /group/editors/@users',
        'POST /group/editors/@users',
        'DELETE /group/editors/@users',
      ]) {
        const body = line.startsWith('PUT') ? { 'entity-type': 'group' } : undefined;
        expect([line, (await api(line, { body })).status]).toEqual([line, 404]);
      }
      expect(await idsAt('/group/editors/@users')).toEqual(['Bob', 'ann']);
    });

    test('leave with the user or group', async () => {
      await createUser('shortlived');
      await createGroup('passing', { memberUsers: ['shortlived'], parentGroups: ['editors'] });
      expect(await idsAt('/group/editors/@groups?q=passing')).toEqual(['passing']);
      await api('DELETE /user/shortlived');
      expect(await idsAt('/group/passing/@users')).toEqual([]);
      await api('DELETE /group/passing');
      expect(await idsAt('/group/editors/@groups?q=passing')).toEqual([]);
    });
  });

  describe('fetch.group', () => {
    const fetch = { headers: { 'fetch.group': 'memberUsers,memberGroups,parentGroups' } };

    test('adds to every group found what it adds to that group alone', async () => {
      for (const path of ['/group/search?q=*&pageSize=0', '/group/team/@groups']) {
        const { entries } = (await api(`GET ${path}`, fetch)).json;
        expect(entries.length).toBeGreaterThan(1);
        for (const entry of entries) {
          const alone = await api(`GET /group/${encodeURIComponent(entry.id)}`, fetch);
          expect(entry).toEqual(alone.json);
        }
      }
      const [team] = (await api('GET /group/search?q=team', fetch)).json.entries;
      expect(team).toMatchObject({
        memberUsers: ['Bob', 'ann', 'carl'],
        memberGroups: ['editors', 'members'],
        parentGroups: ['powerusers'],
      });
    });

    test('adds only what it names', async () => {
      const reply = await api('GET /group/search?q=team&pageSize=1&fetch.group=parentGroups');
      const [team] = reply.json.entries;
      expect(team.parentGroups).toEqual(['powerusers']);
      expect(team).not.toHaveProperty('memberUsers');
      expect(team).not.toHaveProperty('memberGroups');
    });

    test('costs the same number of queries for one group and for twenty', async () => {
      const costOf = async (path: string, options: TestRequest = {}) => {
        const { headers } = await api(`GET ${path}`, options);
        const [, count] = /(\d+) queries/.exec(String(headers['server-timing'])) ?? [];
        expect(Number(count)).toBeGreaterThan(0);
        return Number(count);
      };
      for (const path of ['/group/search?q=row', '/group/editors/@groups?q=row']) {
        const one = await costOf(`${path}&pageSize=1`, fetch);
        expect(await costOf(`${path}&pageSize=20`, fetch)).toBe(one);
        expect(await costOf(`${path}&pageSize=20`)).toBe(one - 2);
      }
      const users = await costOf('/user/search?q=many&pageSize=1');
      expect(await costOf('/user/search?q=many&pageSize=30')).toBe(users);
    });
  });
});
