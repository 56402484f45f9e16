import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../../test/support/engines.ts';
import type { Database, WriteHandle } from '../../storage/database.ts';
import { ensureDefaultPrincipals } from './default-principals.ts';
import { createGroup } from './groups.ts';
import { addUserToGroup, removeUserFromGroup } from './memberships.ts';
import { findPasswordHash } from './principals.ts';
import { readSecurityRevision } from './security-revision.ts';
import { createUser, findUsers, getUser, listUsers, removeUser, updateUser } from './users.ts';

describe.each(engines)('users on %s', (engine) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    database = opened.database;
    await database.write((handle) =>
      ensureDefaultPrincipals(handle, { administratorPasswordHash: 'hash' }),
    );
  });
  afterAll(() => opened.close());

  const write = <T>(work: (handle: WriteHandle) => Promise<T>): Promise<T> => database.write(work);

  test('an empty store gets the administrator and the three groups, once', async () => {
    const administrator = await database.read((handle) => getUser(handle, 'Administrator'));
    expect(administrator).toEqual({
      username: 'Administrator',
      profile: {
        firstName: null,
        lastName: null,
        company: null,
        email: 'devnull@nuxeo.com',
        tenantId: null,
      },
      directGroups: ['administrators'],
      allGroups: [
        { name: 'administrators', label: 'Administrators group' },
        { name: 'members', label: 'Members group' },
      ],
      isAdministrator: true,
    });
    const again = await write((handle) =>
      ensureDefaultPrincipals(handle, { administratorPasswordHash: 'other' }),
    );
    expect(again).toBe(false);
    expect(await database.read((handle) => findPasswordHash(handle, 'Administrator'))).toBe('hash');
  });

  test('a created user has the given fields and groups, inherited groups and members', async () => {
    await write((handle) => createGroup(handle, { groupname: 'staff', label: 'Staff' }));
    await write((handle) => createGroup(handle, { groupname: 'editors', parentGroups: ['staff'] }));
    const user = await write((handle) =>
      createUser(handle, {
        username: 'jdoe',
        profile: { firstName: 'Jané', email: 'j@example.org' },
        groups: ['editors', 'editors'],
      }),
    );
    expect(user.directGroups).toEqual(['editors']);
    expect(user.allGroups).toEqual([
      { name: 'editors', label: 'editors' },
      { name: 'members', label: 'Members group' },
      { name: 'staff', label: 'Staff' },
    ]);
    expect(user.profile.firstName).toBe('Jané');
    expect(user.isAdministrator).toBe(false);
  });

  test('an update changes given fields only', async () => {
    await write((handle) =>
      createUser(handle, {
        username: 'partial',
        profile: { firstName: 'A', lastName: 'B' },
        groups: ['powerusers'],
        passwordHash: 'old',
      }),
    );
    await write((handle) => updateUser(handle, 'partial', { profile: { firstName: null } }));
    const user = await database.read((handle) => getUser(handle, 'partial'));
    expect(user.profile).toMatchObject({ firstName: null, lastName: 'B' });
    expect(user.directGroups).toEqual(['powerusers']);
    expect(await database.read((handle) => findPasswordHash(handle, 'partial'))).toBe('old');
    await write((handle) => updateUser(handle, 'partial', { groups: [], passwordHash: 'new' }));
    expect((await database.read((handle) => getUser(handle, 'partial'))).directGroups).toEqual([]);
    expect(await database.read((handle) => findPasswordHash(handle, 'partial'))).toBe('new');
  });

  test('a name that is taken, by a user or by a group, is refused', async () => {
    await expect(
      write((handle) => createUser(handle, { username: 'Administrator' })),
    ).rejects.toMatchObject({ code: 'user.exists', status: 409 });
    await write((handle) => createGroup(handle, { groupname: 'auditors' }));
    await expect(
      write((handle) => createUser(handle, { username: 'auditors' })),
    ).rejects.toMatchObject({ code: 'user.exists' });
  });

  test('an unknown group is refused and nothing is created', async () => {
    await expect(
      write((handle) => createUser(handle, { username: 'orphan', groups: ['members', 'no'] })),
    ).rejects.toMatchObject({
      code: 'group.reference-unknown',
      message: 'group does not exist: no',
    });
    await expect(database.read((handle) => getUser(handle, 'orphan'))).rejects.toMatchObject({
      code: 'user.not-found',
    });
  });

  test('a removed user is gone from every group, and a namesake starts from nothing', async () => {
    await write((handle) =>
      createUser(handle, { username: 'leaver', groups: ['administrators'], passwordHash: 'x' }),
    );
    await write((handle) => removeUser(handle, 'leaver'));
    await expect(write((handle) => removeUser(handle, 'leaver'))).rejects.toMatchObject({
      code: 'user.not-found',
    });
    const namesake = await write((handle) => createUser(handle, { username: 'leaver' }));
    expect(namesake).toMatchObject({ directGroups: [], isAdministrator: false });
  });

  test('membership can be added twice and removed twice', async () => {
    await write((handle) => createUser(handle, { username: 'member' }));
    for (const _time of [1, 2]) {
      await write((handle) =>
        addUserToGroup(handle, { username: 'member', group: 'administrators' }),
      );
      const user = await database.read((handle) => getUser(handle, 'member'));
      expect(user).toMatchObject({ directGroups: ['administrators'], isAdministrator: true });
    }
    for (const _time of [1, 2]) {
      await write((handle) =>
        removeUserFromGroup(handle, { username: 'member', group: 'administrators' }),
      );
      const user = await database.read((handle) => getUser(handle, 'member'));
      expect(user).toMatchObject({ directGroups: [], isAdministrator: false });
    }
  });

  test('membership of an unknown user or group is refused', async () => {
    for (const change of [addUserToGroup, removeUserFromGroup]) {
      await expect(
        write((handle) => change(handle, { username: 'nobody', group: 'members' })),
      ).rejects.toMatchObject({
        code: 'user.not-found',
      });
      await expect(
        write((handle) => change(handle, { username: 'Administrator', group: 'no\0group' })),
      ).rejects.toMatchObject({ code: 'group.not-found', message: 'Group not found' });
    }
  });

  test('names that no store could hold are simply not found', async () => {
    const found = await database.read((handle) =>
      findUsers(handle, ['a\0', '\ud800', 'x'.repeat(9999)]),
    );
    expect(found.size).toBe(0);
  });

  test('many users cost two queries', async () => {
    const meter = { queries: 0 };
    const found = await database.read(
      (handle) => findUsers(handle, ['Administrator', 'jdoe', 'partial', 'nobody']),
      meter,
    );
    expect([...found.keys()].sort()).toEqual(['Administrator', 'jdoe', 'partial']);
    expect(meter.queries).toBe(2);
  });

  test('more names than a statement has parameters cost two queries too', async () => {
    const meter = { queries: 0 };
    const unknown = Array.from({ length: 70_000 }, (_, index) => `unknown-${index}`);
    const names = ['jdoe', ...unknown, 'Administrator'];
    const found = await database.read((handle) => findUsers(handle, names), meter);
    expect([...found.keys()].sort()).toEqual(['Administrator', 'jdoe']);
    expect(found.get('Administrator')?.directGroups).toEqual(['administrators']);
    expect(meter.queries).toBe(2);
  });

  test('users are listed in code point order, in pages', async () => {
    for (const username of ['zed', 'Zoe', 'éva']) {
      await write((handle) => createUser(handle, { username }));
    }
    const all = await database.read((handle) => listUsers(handle, { offset: 0, limit: 100 }));
    const names = all.users.map((user) => user.username);
    expect(names).toEqual([...names].sort());
    expect(all.total).toBe(names.length);
    const second = await database.read((handle) => listUsers(handle, { offset: 1, limit: 2 }));
    expect(second.users.map((user) => user.username)).toEqual(names.slice(1, 3));
    const past = await database.read((handle) => listUsers(handle, { offset: 1000, limit: 2 }));
    expect(past.users).toEqual([]);
  });

  test('every change raises the security revision, a refused one does not', async () => {
    const revision = (): Promise<number> => database.read(readSecurityRevision);
    const before = await revision();
    await write((handle) => createUser(handle, { username: 'counted' }));
    const created = await revision();
    expect(created).toBeGreaterThan(before);
    await write((handle) => updateUser(handle, 'counted', { profile: { company: 'C' } }));
    const updated = await revision();
    expect(updated).toBeGreaterThan(created);
    await write((handle) => addUserToGroup(handle, { username: 'counted', group: 'members' }));
    const added = await revision();
    expect(added).toBeGreaterThan(updated);
    await expect(
      write((handle) => createUser(handle, { username: 'counted' })),
    ).rejects.toMatchObject({ code: 'user.exists' });
    expect(await revision()).toBe(added);
    await write((handle) => removeUser(handle, 'counted'));
    expect(await revision()).toBeGreaterThan(added);
  });

  test('of two users of one name created at once exactly one wins', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => write((handle) => createUser(handle, { username: 'race' }))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'user.exists' });
      }
    }
  });
});
