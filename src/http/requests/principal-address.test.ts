import { describe, expect, test } from 'vitest';
import { splitMemberList, splitMembership } from './principal-address.ts';

describe('the address of a user or group', () => {
  const split = (path: string) => splitMembership(path.split('/'), 'group');

  test.each([
    ['jdoe', 'jdoe', undefined],
    ['jane%20doe', 'jane doe', undefined],
    ['a/b', 'a/b', undefined],
    ['a%2Fb', 'a/b', undefined],
    ['jdoe;matrix=1', 'jdoe', undefined],
    ['jdoe/group/editors', 'jdoe', 'editors'],
    ['a/b/group/c/d', 'a/b', 'c/d'],
    ['a%2Fgroup%2Fb', 'a/group/b', undefined],
    ['group', 'group', undefined],
    ['group/group/x', 'group', 'x'],
    ['jdoe/group', 'jdoe/group', undefined],
  ])('%s is %s with member %s', (path, id, member) => {
    expect(split(path)).toEqual({ id, member });
  });

  test('a broken escape is refused', () => {
    expect(() => split('a%zz')).toThrow(/invalid escape/);
  });

  test.each([
    ['editors/@users', { id: 'editors', list: 'users' }],
    ['editors/@groups;matrix=1', { id: 'editors', list: 'groups' }],
    ['a/b%20c/@users', { id: 'a/b c', list: 'users' }],
    ['@users/@users', { id: '@users', list: 'users' }],
    ['@users', undefined],
    ['editors', undefined],
    ['editors/@others', undefined],
    ['editors%2F@users', undefined],
    ['editors/%40users', undefined],
    ['editors/@users/more', undefined],
  ])('%s asks for the list %o', (path, expected) => {
    expect(splitMemberList(path.split('/'))).toEqual(expected);
  });
});
