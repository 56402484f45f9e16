import { describe, expect, test } from 'vitest';
import { completeProfile, type User } from '../model/user.ts';
import { readUserEntity, writeUserEntity } from './user-entity.ts';

const user: User = {
  username: 'jdoe',
  profile: completeProfile({ firstName: 'Jane', email: 'jane@example.org' }),
  directGroups: ['editors'],
  allGroups: [
    { name: 'editors', label: 'editors' },
    { name: 'members', label: 'Members group' },
  ],
  isAdministrator: false,
};

describe('the user entity', () => {
  test('shows every field but the password, unset ones as null', () => {
    expect(writeUserEntity(user)).toEqual({
      'entity-type': 'user',
      id: 'jdoe',
      properties: {
        username: 'jdoe',
        firstName: 'Jane',
        lastName: null,
        company: null,
        email: 'jane@example.org',
        groups: ['editors'],
        tenantId: null,
      },
      extendedGroups: [
        { name: 'editors', label: 'editors', url: 'group/editors' },
        { name: 'members', label: 'Members group', url: 'group/members' },
      ],
      isAdministrator: false,
      isAnonymous: false,
    });
  });

  test('that was written can be sent back with the same meaning', () => {
    const input = readUserEntity(writeUserEntity(user) as Record<string, unknown>);
    expect(input).toEqual({
      id: 'jdoe',
      username: 'jdoe',
      profile: user.profile,
      groups: ['editors'],
      password: undefined,
    });
  });

  test('says nothing about what is absent; an empty id or password is absent', () => {
    const input = readUserEntity({ id: '', properties: { password: '', unknown: 1, email: '' } });
    expect(input).toEqual({
      id: undefined,
      username: undefined,
      profile: { email: null },
      groups: undefined,
      password: undefined,
    });
    expect(readUserEntity({}).profile).toEqual({});
    expect(readUserEntity({ properties: { groups: null } }).groups).toEqual([]);
  });

  test.each([
    [{ id: 1 }, 'id'],
    [{ properties: [] }, 'properties'],
    [{ properties: 'x' }, 'properties'],
    [{ properties: { username: 7 } }, 'username'],
    [{ properties: { firstName: {} } }, 'firstName'],
    [{ properties: { lastName: 'a\0' } }, 'lastName'],
    [{ properties: { company: '\ud800' } }, 'company'],
    [{ properties: { password: true } }, 'password'],
    [{ properties: { email: 'nobody' } }, 'email'],
    [{ properties: { groups: 'members' } }, 'groups'],
    [{ properties: { groups: ['members', 3] } }, 'groups[1]'],
  ])('%j is refused by naming the member', (entity, name) => {
    expect(() => readUserEntity(entity)).toThrow(`${name}: must`);
  });
});
