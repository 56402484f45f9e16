import { describe, expect, test } from 'vitest';
import { limits } from '../../base/limits.ts';
import { isStorableText } from '../../model/value.ts';
import { checkNewGroupName, checkNewUsername } from './principal-names.ts';

describe('names of users and groups', () => {
  test.each([
    'jdoe',
    'J. Doe',
    'a/b',
    'jané@example.org',
    '李',
    'x'.repeat(limits.principalNameLengthMax),
  ])('%s can be used for both', (name) => {
    checkNewUsername(name);
    checkNewGroupName(name);
  });

  test.each([
    '',
    'x'.repeat(limits.principalNameLengthMax + 1),
    'a\0b',
    'a\nb',
    'a\u0085b',
    '\ud800',
    ' a',
    'a ',
    '.',
    '..',
    'system',
    'Everyone',
  ])('%j can be used for neither', (name) => {
    expect(() => checkNewUsername(name)).toThrow(/^username: /);
    expect(() => checkNewGroupName(name)).toThrow(/^groupname: /);
  });

  test('a user cannot be called like a built-in group, nor a group like the administrator', () => {
    for (const name of ['administrators', 'members', 'powerusers']) {
      expect(() => checkNewUsername(name)).toThrow(/reserved/);
      checkNewGroupName(name);
    }
    checkNewUsername('Administrator');
    expect(() => checkNewGroupName('Administrator')).toThrow(/reserved/);
  });

  test('a user name must be one that can sign in and lasts', () => {
    expect(() => checkNewUsername('a:b')).toThrow(/Basic authentication/);
    expect(() => checkNewUsername('transient/x')).toThrow(/transient/);
  });

  test('text with NUL or an unpaired surrogate cannot be stored', () => {
    expect(isStorableText('a\tb😀')).toBe(true);
    expect(isStorableText('a\0')).toBe(false);
    expect(isStorableText('😀'.slice(0, 1))).toBe(false);
  });
});
