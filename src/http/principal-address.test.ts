import { describe, expect, test } from 'vitest';
import { splitMembership } from './principal-address.ts';

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
});
