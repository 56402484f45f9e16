import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../../test/support/engines.ts';
import { type Principal, systemPrincipal } from '../../model/principal.ts';
import type { Database, WriteHandle } from '../../storage/database.ts';
import { requireEditorOf } from '../access/principal-rights.ts';
import { ensureDefaultPrincipals } from './default-principals.ts';
import { createGroup, updateGroup } from './groups.ts';
import { addUserToGroup } from './memberships.ts';
import { loadPrincipal } from './principals.ts';
import { createUser, removeUser } from './users.ts';

describe.each(engines)('principals on %s', (engine) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    database = opened.database;
    await database.write(async (handle) => {
      await ensureDefaultPrincipals(handle, { administratorPasswordHash: 'hash' });
      await createUser(handle, { username: 'power', groups: ['powerusers'] });
      await createUser(handle, { username: 'plain' });
    });
  });
  afterAll(() => opened.close());

  const write = <T>(work: (handle: WriteHandle) => Promise<T>): Promise<T> => database.write(work);
  const resolve = (username: string): Promise<Principal | undefined> =>
    database.read((handle) => loadPrincipal(handle, username));

  test('groups are inherited through any depth, and a cycle of groups ends', async () => {
    await write(async (handle) => {
      await createGroup(handle, { groupname: 'g1' });
      await createGroup(handle, { groupname: 'g2', memberGroups: ['g1'] });
      await createGroup(handle, { groupname: 'g3', memberGroups: ['g2'] });
      await updateGroup(handle, 'g1', { memberGroups: ['g3', 'g1'] });
      await createUser(handle, { username: 'deep', groups: ['g1'] });
    });
    const principal = await resolve('deep');
    expect(principal?.groups).toEqual(['g1', 'g2', 'g3', 'members']);
    expect(principal?.isAdministrator).toBe(false);
    expect([...(principal?.identities ?? [])].sort()).toEqual([
      'Everyone',
      'deep',
      'g1',
      'g2',
      'g3',
      'members',
    ]);
  });

  test('what is granted to members reaches every user', async () => {
    await write((handle) => createGroup(handle, { groupname: 'all', memberGroups: ['members'] }));
    expect((await resolve('plain'))?.groups).toEqual(['all', 'members']);
  });

  test('administrators are the one of that name and the members of the group, also inherited', async () => {
    await write(async (handle) => {
      await createGroup(handle, { groupname: 'ops', parentGroups: ['administrators'] });
      await createUser(handle, { username: 'operator', groups: ['ops'] });
    });
    expect((await resolve('Administrator'))?.isAdministrator).toBe(true);
    expect((await resolve('operator'))?.isAdministrator).toBe(true);
    expect((await resolve('power'))?.isAdministrator).toBe(false);
  });

  test('a principal costs one query', async () => {
    const meter = { queries: 0 };
    await database.read((handle) => loadPrincipal(handle, 'power'), meter);
    expect(meter.queries).toBe(1);
  });

  test('a change takes effect at once, a removed user has no principal', async () => {
    await write((handle) => createUser(handle, { username: 'changing' }));
    expect((await resolve('changing'))?.groups).not.toContain('powerusers');
    await write((handle) => addUserToGroup(handle, { username: 'changing', group: 'powerusers' }));
    expect((await resolve('changing'))?.groups).toContain('powerusers');
    await write((handle) => removeUser(handle, 'changing'));
    expect(await resolve('changing')).toBeUndefined();
    expect(await resolve('ch\0anging')).toBeUndefined();
  });

  describe('who may edit users and groups', () => {
    const check = (caller: Principal, target: { user?: string; groups?: string[] }) =>
      database.read((handle) => requireEditorOf(handle, caller, target));
    const principalOf = async (name: string): Promise<Principal> =>
      (await resolve(name)) ?? systemPrincipal;

    test('administrators may edit everything', async () => {
      const caller = await principalOf('Administrator');
      await check(caller, { user: 'Administrator', groups: ['administrators'] });
    });

    test('power users may edit what carries no administrator rights', async () => {
      const caller = await principalOf('power');
      await check(caller, { user: 'plain', groups: ['powerusers', 'new'] });
      for (const target of [
        { user: 'Administrator' },
        { user: 'operator' },
        { groups: ['administrators'] },
        { user: 'plain', groups: ['members', 'ops'] },
      ]) {
        await expect(check(caller, target)).rejects.toMatchObject({ code: 'permission.denied' });
      }
    });

    test('the name Administrator stays out of their reach when its user is gone', async () => {
      const caller = await principalOf('power');
      await write((handle) => removeUser(handle, 'Administrator'));
      await expect(check(caller, { user: 'Administrator' })).rejects.toMatchObject({
        code: 'permission.denied',
      });
    });

    test('others may edit nothing', async () => {
      const caller = await principalOf('plain');
      await expect(check(caller, { user: 'plain' })).rejects.toMatchObject({ status: 403 });
    });
  });
});
