import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGroup } from '../../src/repository/principals/groups.ts';
import {
  searchGroups,
  searchUsers,
  type UserSearch,
  type UserTerm,
  userNameFields,
} from '../../src/repository/principals/search-principals.ts';
import { createUser } from '../../src/repository/principals/users.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';

describe.each(engines)('searching users and groups on %s', (engine) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await openTestDatabase(engine);
    const profile = (firstName: string, lastName: string, email: string, tenantId?: string) => ({
      firstName,
      lastName,
      email,
      tenantId: tenantId ?? null,
    });
    await store.database.write(async (handle) => {
      const users = {
        jdoe: profile('John', 'Doe', 'john@example.com', 'one'),
        Janet: profile('Janet', 'Smith', 'smith@example.com', 'two'),
        émile: profile('Émile', 'Zola', 'zola@example.com'),
        zoe: profile('Ömer', 'ÉTÉ', 'x_y%z@example.com'),
        'a_b%c': profile('%', '_', 'other@example.com'),
        axbxc: profile('x'.repeat(4_000), 'Long', 'long@example.com'),
      };
      for (const [username, each] of Object.entries(users)) {
        await createUser(handle, { username, profile: each });
      }
      await createUser(handle, { username: 'bare' });
      await createGroup(handle, { groupname: 'editors', label: 'Die Redaktion' });
      await createGroup(handle, { groupname: 'Editors of all', label: 'Überall' });
      await createGroup(handle, { groupname: 'readers' });
    });
  });
  afterAll(() => store.close());

  const userSearchFields = [...userNameFields, 'email'] as const;
  const search = (given: Partial<UserSearch>) =>
    store.database.read((handle) => searchUsers(handle, { terms: [], limit: 100, ...given }));
  const find = async (prefix: string, fields: UserTerm['fields'] = userSearchFields) => {
    const { entries } = await search({ terms: [{ prefix, fields }] });
    return entries.map((user) => user.username);
  };
  const groups = async (prefix: string) => {
    const found = await store.database.read((handle) =>
      searchGroups(handle, { prefix, limit: 100 }),
    );
    return found.entries.map((group) => group.groupname);
  };

  test.each([
    ['the username', 'jd', ['jdoe']],
    ['the first name', 'john', ['jdoe']],
    ['the last name', 'doe', ['jdoe']],
    ['the e-mail', 'smith@', ['Janet']],
    ['several fields of several users', 'j', ['Janet', 'jdoe']],
    ['upper and lower case alike', 'JOHN', ['jdoe']],
    ['letters beyond ASCII too', 'éMILE', ['émile']],
    ['in either case', 'ÉMILE', ['émile']],
    ['also in the middle', 'étÉ', ['zoe']],
    ['and after ASCII', 'Öm', ['zoe']],
    ['the beginning only', 'oe', []],
    ['no wildcards: percent', '%', ['a_b%c']],
    ['no wildcards: underscore', '_', ['a_b%c']],
    ['no wildcards: both', 'a_b%', ['a_b%c']],
    ['what is not there', 'nobody', []],
    ['what no store could hold', 'a\0', []],
    ['an unpaired surrogate', '\ud83d', []],
  ])('finds by %s', async (_title, prefix, expected) => {
    expect(await find(prefix)).toEqual(expected);
  });

  test('a text longer than any index entry is compared to its end', async () => {
    expect(await find('X'.repeat(4_000))).toEqual(['axbxc']);
    expect(await find(`${'x'.repeat(3_999)}y`)).toEqual([]);
    expect(await find('x'.repeat(4_001))).toEqual([]);
  });

  test('looks in the given fields only', async () => {
    expect(await find('smith', ['username', 'firstName'])).toEqual([]);
    expect(await find('smith', userNameFields)).toEqual(['Janet']);
    expect(await find('zola@', userNameFields)).toEqual([]);
    expect(await find('x', [])).toEqual([]);
  });

  test('all terms must hold, and the tenant exactly', async () => {
    const names = async (given: Partial<UserSearch>) =>
      (await search(given)).entries.map((user) => user.username);
    const term = (prefix: string) => ({ prefix, fields: userSearchFields });
    expect(await names({ terms: [term('john'), term('d')] })).toEqual(['jdoe']);
    expect(await names({ terms: [term('john'), term('smith')] })).toEqual([]);
    expect(await names({ terms: [term('j')], tenantId: 'two' })).toEqual(['Janet']);
    expect(await names({ tenantId: 'tw' })).toEqual([]);
    expect(await names({ tenantId: 'Two' })).toEqual([]);
    expect(await names({ terms: [term('')] })).toHaveLength(7);
  });

  test('pages are sorted by name, and tell whether there is more', async () => {
    const all = (await search({})).entries.map((user) => user.username);
    expect(all).toEqual(['Janet', 'a_b%c', 'axbxc', 'bare', 'jdoe', 'zoe', 'émile']);
    const page = async (offset: number, limit: number) => {
      const { entries, hasMore } = await search({ offset, limit });
      return [entries.map((user) => user.username), hasMore];
    };
    expect(await page(0, 2)).toEqual([all.slice(0, 2), true]);
    expect(await page(5, 2)).toEqual([all.slice(5), false]);
    expect(await page(6, 2)).toEqual([all.slice(6), false]);
    expect(await page(7, 2)).toEqual([[], false]);
    expect(await page(0, 7)).toEqual([all, false]);
  });

  test('all are counted as far as asked, whatever the page', async () => {
    const counted = async (given: Partial<UserSearch>) => {
      const { entries, hasMore, total } = await search(given);
      return [entries.length, hasMore, total];
    };
    expect(await counted({ limit: 2 })).toEqual([2, true, undefined]);
    expect(await counted({ limit: 2, countLimit: 6 })).toEqual([2, true, undefined]);
    expect(await counted({ limit: 2, countLimit: 7 })).toEqual([2, true, 7]);
    expect(await counted({ limit: 2, offset: 5, countLimit: 100 })).toEqual([2, false, 7]);
    expect(await counted({ limit: 2, offset: 9, countLimit: 1 })).toEqual([0, false, 7]);
    expect(await counted({ limit: 0, countLimit: 7 })).toEqual([0, true, 7]);
  });

  test('groups are found by name and by label', async () => {
    expect(await groups('edit')).toEqual(['Editors of all', 'editors']);
    expect(await groups('die r')).toEqual(['editors']);
    expect(await groups('üB')).toEqual(['Editors of all']);
    expect(await groups('READ')).toEqual(['readers']);
    expect(await groups('%')).toEqual([]);
    expect(await groups('')).toHaveLength(3);
    const first = await store.database.read((handle) =>
      searchGroups(handle, { prefix: 'e', limit: 1 }),
    );
    expect(first).toMatchObject({ hasMore: true, entries: [{ label: 'Überall' }] });
  });

  test('more than one batch of candidates is read where it takes more', async () => {
    await store.database.write(async (handle) => {
      for (let index = 0; index < 600; index += 1) {
        const name = `many${String(index).padStart(3, '0')}`;
        // The index tells them from `ÀÀ` only by the first letter.
        await createUser(handle, { username: name, profile: { firstName: 'Àa' } });
      }
      await createUser(handle, { username: 'zz', profile: { firstName: 'àÀ' } });
    });
    expect(await find('Àà')).toEqual(['zz']);
    expect(await find('many')).toHaveLength(100);
    const last = await search({
      terms: [{ prefix: 'many', fields: ['username'] }],
      offset: 590,
      limit: 20,
    });
    expect(last.entries).toHaveLength(10);
    expect(last.hasMore).toBe(false);
  });
});
