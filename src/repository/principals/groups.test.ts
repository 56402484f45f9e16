import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../../test/support/engines.ts';
import { turnsDuring } from '../../../test/support/turns.ts';
import type { Database, WriteHandle } from '../../storage/database.ts';
import { ensureDefaultPrincipals } from './default-principals.ts';
import {
  createGroup,
  findGroups,
  getGroup,
  listGroupRelations,
  listGroups,
  listRelationsOfGroups,
  removeGroup,
  updateGroup,
} from './groups.ts';
import { createUser, getUser } from './users.ts';

describe.each(engines)('groups on %s', (engine) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    database = opened.database;
    await database.write(async (handle) => {
      await ensureDefaultPrincipals(handle, { administratorPasswordHash: 'hash' });
      await createUser(handle, { username: 'ann' });
      await createUser(handle, { username: 'bob' });
    });
  });
  afterAll(() => opened.close());

  const write = <T>(work: (handle: WriteHandle) => Promise<T>): Promise<T> => database.write(work);

  test('a group keeps its fields, members and parents', async () => {
    await write((handle) => createGroup(handle, { groupname: 'parent' }));
    const group = await write((handle) =>
      createGroup(handle, {
        groupname: 'team',
        label: 'The Team',
        description: 'who does it',
        memberUsers: ['bob', 'ann', 'ann'],
        memberGroups: ['powerusers'],
        parentGroups: ['parent'],
      }),
    );
    expect(group).toEqual({
      groupname: 'team',
      label: 'The Team',
      description: 'who does it',
      tenantId: null,
    });
    const relations = await database.read((handle) => listGroupRelations(handle, 'team'));
    expect(relations).toEqual({
      memberUsers: ['ann', 'bob'],
      memberGroups: ['powerusers'],
      parentGroups: ['parent'],
    });
  });

  test('many members leave in slices, so that others have turns', async () => {
    const memberUsers = Array.from({ length: 12_000 }, (_, index) => `leaving ${index}`);
    const memberGroups = ['powerusers'];
    const options = { keepsUnknownMembers: true };
    const turnsOf = (work: (handle: WriteHandle) => Promise<unknown>) =>
      write((handle) => turnsDuring(() => work(handle)));
    const group = { groupname: 'large', memberUsers, memberGroups, ...options };
    await write((handle) => createGroup(handle, group));
    const change = { memberUsers: ['ann'], ...options };
    const turns = await turnsOf((handle) => updateGroup(handle, 'large', change));
    expect(turns).toBeGreaterThanOrEqual(3);
    const left = await database.read((handle) => listGroupRelations(handle, 'large'));
    expect(left).toEqual({ memberUsers: ['ann'], memberGroups, parentGroups: [] });
    await write((handle) => updateGroup(handle, 'large', { memberUsers, ...options }));
    expect(await turnsOf((handle) => removeGroup(handle, 'large'))).toBeGreaterThanOrEqual(3);
    const gone = await database.read((handle) => listGroupRelations(handle, 'large'));
    expect(gone).toEqual({ memberUsers: [], memberGroups: [], parentGroups: [] });
  });

  test('an update replaces the lists that are present and keeps the others', async () => {
    await write((handle) =>
      createGroup(handle, { groupname: 'crew', label: 'Crew', memberUsers: ['ann', 'bob'] }),
    );
    await write((handle) =>
      updateGroup(handle, 'crew', { description: 'd', memberGroups: ['members'] }),
    );
    expect(await database.read((handle) => getGroup(handle, 'crew'))).toMatchObject({
      label: 'Crew',
      description: 'd',
    });
    await write((handle) => updateGroup(handle, 'crew', { label: null, memberUsers: ['bob'] }));
    expect(await database.read((handle) => getGroup(handle, 'crew'))).toMatchObject({
      label: null,
      description: 'd',
    });
    expect(await database.read((handle) => listGroupRelations(handle, 'crew'))).toEqual({
      memberUsers: ['bob'],
      memberGroups: ['members'],
      parentGroups: [],
    });
  });

  test('unknown members and parents are refused and nothing changes', async () => {
    await expect(
      write((handle) => createGroup(handle, { groupname: 'bad', memberUsers: ['nobody'] })),
    ).rejects.toMatchObject({ code: 'user.reference-unknown' });
    await expect(
      write((handle) => createGroup(handle, { groupname: 'bad', memberGroups: ['nothing'] })),
    ).rejects.toMatchObject({ code: 'group.reference-unknown', status: 403 });
    await expect(
      write((handle) => createGroup(handle, { groupname: 'bad', parentGroups: ['nothing'] })),
    ).rejects.toMatchObject({ code: 'group.reference-unknown' });
    expect((await database.read((handle) => findGroups(handle, ['bad', 'b\0']))).size).toBe(0);
  });

  test('more names than a statement has parameters cost as many queries as one', async () => {
    const unknown = Array.from({ length: 70_000 }, (_, index) => `unknown-${index}`);
    const costs: number[] = [];
    for (const names of [['members'], [...unknown, 'members']]) {
      const meter = { queries: 0 };
      await database.read(async (handle) => {
        expect([...(await findGroups(handle, names)).keys()]).toEqual(['members']);
        expect((await listRelationsOfGroups(handle, names)).has('members')).toBe(true);
      }, meter);
      costs.push(meter.queries);
    }
    expect(costs).toEqual([3, 3]);
  });

  test('a name that is taken, by a group or by a user, is refused', async () => {
    await expect(
      write((handle) => createGroup(handle, { groupname: 'members' })),
    ).rejects.toMatchObject({ code: 'group.exists', status: 409 });
    await expect(
      write((handle) => createGroup(handle, { groupname: 'ann' })),
    ).rejects.toMatchObject({ code: 'group.exists' });
  });

  test('removing a group removes no user and all its memberships', async () => {
    await write((handle) => createGroup(handle, { groupname: 'outer' }));
    await write((handle) =>
      createGroup(handle, { groupname: 'doomed', memberUsers: ['ann'], parentGroups: ['outer'] }),
    );
    await write((handle) => removeGroup(handle, 'doomed'));
    const ann = await database.read((handle) => getUser(handle, 'ann'));
    expect(ann.allGroups.map((group) => group.name)).not.toContain('outer');
    expect(await database.read((handle) => listGroupRelations(handle, 'outer'))).toEqual({
      memberUsers: [],
      memberGroups: [],
      parentGroups: [],
    });
    await expect(write((handle) => removeGroup(handle, 'doomed'))).rejects.toMatchObject({
      code: 'group.not-found',
      message: 'group does not exist',
    });
  });

  test('groups are listed by name', async () => {
    const names = (await database.read(listGroups)).map((group) => group.groupname);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('powerusers');
  });
});
