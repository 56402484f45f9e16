import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGroup } from '../../../src/repository/principals/groups.ts';
import { createUser } from '../../../src/repository/principals/users.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';

const people = {
  jdoe: ['John', 'Doe', 'staff'],
  jsmith: ['John', 'Smith', 'guests'],
  mary: ['Mary Ann', 'van der Berg', 'staff'],
  ann: ['Ann', 'Mary', 'crew'],
  émile: ['Émile', 'Zola', 'staff'],
  bare: [null, null, 'crew'],
} as const;

describe.each(engines)('looking for users and groups by operations on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await app.services.database.write(async (handle) => {
      await createGroup(handle, { groupname: 'staff', label: 'The staff' });
      await createGroup(handle, { groupname: 'crew', parentGroups: ['staff'] });
      await createGroup(handle, { groupname: 'guests', label: '', memberGroups: ['crew'] });
      for (const [username, [firstName, lastName, group]] of Object.entries(people)) {
        const email = `${username === 'émile' ? 'emile' : username}@example.org`;
        const profile = { firstName, lastName, email, tenantId: group === 'staff' ? 'one' : null };
        const passwordHash = 'hash of the password';
        await createUser(handle, { username, profile, groups: [group], passwordHash });
      }
    });
  });
  afterAll(() => app.close());

  describe('User.Query', () => {
    const ask = async (params: object) => {
      const response = await callOperation(app, 'User.Query', { params });
      expect([response.status, response.headers['content-type']]).toEqual([
        200,
        'application/json;charset=UTF-8',
      ]);
      expect(response.text).not.toContain('hash of');
      return response.json;
    };
    const names = async (params: object): Promise<string[]> =>
      (await ask(params)).users.map(({ username }: { username: string }) => username);

    test('returns the fields of each user, without the password', async () => {
      expect(await ask({ pattern: 'jdoe' })).toEqual({
        users: [
          {
            username: 'jdoe',
            firstName: 'John',
            lastName: 'Doe',
            email: 'jdoe@example.org',
            tenantId: 'one',
          },
        ],
      });
      expect(await ask({ username: 'bare' })).toEqual({
        users: [{ username: 'bare', email: 'bare@example.org' }],
      });
    });

    test.each([
      ['a pattern, whatever else is given', { pattern: 'MARY', username: 'j' }, ['ann', 'mary']],
      ['a pattern and the tenant', { pattern: 'j', tenantId: 'one' }, ['jdoe']],
      ['a star and the tenant', { pattern: '*', tenantId: 'one' }, ['jdoe', 'mary', 'émile']],
      ['the username', { username: 'J' }, ['jdoe', 'jsmith']],
      ['the first name', { firstName: 'ém' }, ['émile']],
      ['first and last name', { firstName: 'john', lastName: 's' }, ['jsmith']],
      ['the tenant', { tenantId: 'one', pattern: '' }, ['jdoe', 'mary', 'émile']],
      ['no part of the tenant', { tenantId: 'on' }, []],
      ['no wildcards', { pattern: '%' }, []],
      ['no NUL', { pattern: 'a\0' }, []],
    ])('finds by %s', async (_title, params, expected) => {
      expect(await names(params)).toEqual(expected);
    });

    test('finds all users by a star or by an empty text', async () => {
      const all = ['Administrator', 'ann', 'bare', 'jdoe', 'jsmith', 'mary', 'émile'];
      expect(await names({ pattern: '*' })).toEqual(all);
      expect(await names({})).toEqual(all);
    });

    test('stops at a thousand users and says so', async () => {
      const many = await startTestApp(engine);
      try {
        await many.services.database.write(async (handle) => {
          const row = { password_hash: null, properties: '{}', created_at: 0 };
          for (let count = 0; count < 1_000; count += 100) {
            const names = Array.from({ length: 100 }, (_, index) => `many${count + index}`);
            const rows = names.map((username) => ({ ...row, username }));
            await handle.run(handle.builder.insertInto('user_account').values(rows));
          }
        });
        const { json } = await callOperation(many, 'User.Query');
        expect([json.users.length, json.hasMore]).toEqual([1_000, true]);
        const some = await callOperation(many, 'User.Query', { params: { pattern: 'many' } });
        expect([some.json.users.length, some.json.hasMore]).toEqual([1_000, undefined]);
      } finally {
        await many.close();
      }
    });

    test('is for all users who have signed in, and names what it cannot read', async () => {
      const { status } = await callOperation(app, 'User.Query', { user: null });
      expect(status).toBe(401);
      for (const name of ['pattern', 'username', 'firstName', 'lastName', 'tenantId']) {
        const response = await callOperation(app, 'Services.QueryUsers', {
          params: { [name]: ['a'] },
        });
        expect([response.status, response.json.message]).toEqual([
          400,
          expect.stringContaining(name),
        ]);
      }
    });
  });

  describe('UserGroup.Suggestion', () => {
    const ask = async (params: object) => {
      const response = await callOperation(app, 'UserGroup.Suggestion', { params });
      expect(response.status, response.text).toBe(200);
      expect(response.headers['content-type']).toBe('application/json;charset=UTF-8');
      expect(response.text).not.toContain('hash of');
      return response.json as Record<string, unknown>[];
    };
    const ids = async (params: object) => (await ask(params)).map(({ prefixed_id }) => prefixed_id);
    const labels = async (params: object) =>
      (await ask(params)).map(({ displayLabel }) => displayLabel);

    test('shows users and groups as widgets take them', async () => {
      expect(await ask({ searchTerm: 'jdo' })).toEqual([
        {
          username: 'jdoe',
          firstName: 'John',
          lastName: 'Doe',
          company: null,
          email: 'jdoe@example.org',
          groups: ['staff'],
          tenantId: 'one',
          id: 'jdoe',
          'entity-type': 'user',
          type: 'USER_TYPE',
          prefixed_id: 'user:jdoe',
          displayLabel: 'John Doe',
          displayIcon: true,
        },
      ]);
      expect(await ask({ prefix: 'the st' })).toEqual([
        {
          groupname: 'staff',
          grouplabel: 'The staff',
          description: null,
          tenantId: null,
          members: ['jdoe', 'mary', 'émile'],
          subGroups: ['crew'],
          parentGroups: [],
          id: 'staff',
          'entity-type': 'group',
          type: 'GROUP_TYPE',
          prefixed_id: 'group:staff',
          displayLabel: 'The staff',
          displayIcon: true,
        },
      ]);
    });

    test.each([
      ['one word', 'JOHN', ['user:jdoe', 'user:jsmith']],
      ['two words', 'john s', ['user:jsmith']],
      ['two words in the other order', 'smith  jo', ['user:jsmith']],
      ['a name of several words', 'van der', ['user:mary']],
      ['a name of several words after another', 'ma van der b', ['user:mary']],
      ['words that fit two readings', 'mary an', ['user:ann', 'user:mary']],
      ['letters with accents', 'ÉM', ['user:émile']],
      ['users and groups', 'ad', ['user:Administrator', 'group:administrators']],
      ['a group', 'CR', ['group:crew']],
      ['no wildcard', '%', []],
      ['a text no store can hold', 'a\0', []],
    ])('finds %s', async (_title, searchTerm, expected) => {
      expect(await ids({ searchTerm })).toEqual(expected);
    });

    test('finds everything by nothing and by a star', async () => {
      const all = await ids({});
      expect(all).toHaveLength(Object.keys(people).length + 1 + 6);
      expect(await ids({ searchTerm: '*' })).toEqual(all);
    });

    test('keeps to users or groups, and leaves out built-in groups where asked to', async () => {
      const type = (searchType: string) => ids({ searchTerm: 'ad', searchType });
      expect(await type('USER_TYPE')).toEqual(['user:Administrator']);
      expect(await type('GROUP_TYPE')).toEqual(['group:administrators']);
      expect(await type('USER_GROUP_TYPE')).toHaveLength(2);
      const groups = { searchType: 'GROUP_TYPE', hideAdminGroups: true };
      const others = ['group:crew', 'group:guests', 'group:members'];
      expect(await ids(groups)).toEqual([...others, 'group:powerusers', 'group:staff']);
      expect(await ids({ ...groups, hidePowerUsersGroup: 'true' })).toEqual([
        ...others,
        'group:staff',
      ]);
    });

    test.each([
      ['its own members', { groupRestriction: 'staff' }, ['jdoe', 'mary', 'émile']],
      [
        'those of the groups in it too',
        { groupRestriction: 'staff', allowSubGroupsRestriction: true },
        ['ann', 'bare', 'jdoe', 'mary', 'émile'],
      ],
      ['whom the text finds among them', { groupRestriction: 'staff', searchTerm: 'ma' }, ['mary']],
      [
        'whom two words find among them',
        { groupRestriction: 'staff', searchTerm: 'Doe j' },
        ['jdoe'],
      ],
      ['no users in a group that does not exist', { groupRestriction: 'none' }, []],
      ['no users in a group that cannot exist', { groupRestriction: 'a\0' }, []],
      [
        'all users in the group of all',
        { groupRestriction: 'members', allowSubGroupsRestriction: true, searchTerm: 'j' },
        ['jdoe', 'jsmith'],
      ],
    ])('restricted to a group finds %s', async (_title, params, expected) => {
      const found = await ask({ ...params, searchType: 'USER_TYPE' });
      expect(found.map(({ id }) => id)).toEqual(expected);
    });

    test.each([
      ['the name', {}, 'Mary Ann van der Berg'],
      ['the last name only', { hideFirstLabel: true }, 'van der Berg'],
      ['the first name only', { hideSecondLabel: true }, 'Mary Ann'],
      [
        'the username when nothing is left',
        { hideFirstLabel: true, hideSecondLabel: true },
        'mary',
      ],
      ['other fields', { firstLabelField: 'username', secondLabelField: 'tenantId' }, 'mary one'],
      [
        'the e-mail address behind',
        { displayEmailInSuggestion: true },
        'Mary Ann van der Berg mary@example.org',
      ],
      [
        'another field behind',
        { displayEmailInSuggestion: true, thirdLabelField: 'username' },
        'Mary Ann van der Berg mary',
      ],
      [
        'nothing behind',
        { displayEmailInSuggestion: true, hideThirdLabel: true },
        'Mary Ann van der Berg',
      ],
      [
        'no field that is not shown',
        { firstLabelField: 'password', secondLabelField: 'constructor' },
        'mary',
      ],
    ])('labels users with %s', async (_title, params, expected) => {
      expect(await labels({ ...params, searchTerm: 'mary v' })).toEqual([expected]);
    });

    test('labels what has no name by its id, and groups by another field where asked to', async () => {
      expect(await labels({ searchTerm: 'bare' })).toEqual(['bare']);
      expect(await labels({ searchTerm: 'guests' })).toEqual(['guests']);
      const staff = { searchTerm: 'staff' };
      expect(await labels({ ...staff, firstLabelField: 'groupname' })).toEqual(['staff']);
      expect(await labels({ ...staff, hideFirstLabel: true })).toEqual(['staff']);
      const found = await ask({ hideIcon: true });
      expect(found.filter((each) => 'displayIcon' in each)).toEqual([]);
    });

    test('says only that there are too many when there are more than asked for', async () => {
      const most = (userSuggestionMaxSearchResults: unknown, rest: object = {}) =>
        ask({ searchTerm: 'j', userSuggestionMaxSearchResults, ...rest });
      expect(await most(1)).toEqual([{ displayLabel: expect.stringContaining('Too many') }]);
      expect(await most('2')).toHaveLength(2);
      expect(await most(0)).toHaveLength(2);
      expect(await most(-1)).toHaveLength(2);
      expect(await most(1, { searchTerm: 'ad' })).toEqual([{ displayLabel: expect.any(String) }]);
      const members = { searchTerm: '', searchType: 'USER_TYPE', groupRestriction: 'staff' };
      expect(await most(2, members)).toEqual([{ displayLabel: expect.any(String) }]);
      expect(await most(3, members)).toHaveLength(3);
      const groups = { searchTerm: '', searchType: 'GROUP_TYPE', hideAdminGroups: true };
      expect(await most(5, groups)).toHaveLength(5);
      expect(await most(4, groups)).toEqual([{ displayLabel: expect.any(String) }]);
    });

    test('is for all users who have signed in, and names what it cannot read', async () => {
      const anonymous = await callOperation(app, 'UserGroup.Suggestion', { user: null });
      expect(anonymous.status).toBe(401);
      const { params } = app.services.automation.registry.operations.find(
        ({ id }) => id === 'UserGroup.Suggestion',
      ) ?? { params: {} };
      expect(Object.keys(params)).toHaveLength(16);
      for (const name of Object.keys(params)) {
        const response = await callOperation(app, 'UserGroup.Suggestion', {
          params: { [name]: { not: 'readable' } },
        });
        expect([name, response.status, response.json.message]).toEqual([
          name,
          400,
          expect.stringContaining(name),
        ]);
      }
    });
  });
});
