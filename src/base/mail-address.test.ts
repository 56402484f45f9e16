import { expect, test } from 'vitest';
import { isMailAddress, parseNamedAddress } from './mail-address.ts';

test.each([
  'a@b',
  'ann.lee+tag@example.org',
  "o'neil@sub.example.org",
  'jörg@müller.example',
  '用户@例子.广告',
])('%s is an address', (text) => {
  expect(isMailAddress(text)).toBe(true);
});

test.each([
  '',
  '@b',
  'a@',
  'a b@c',
  'a@b c',
  'a@b@c',
  'a,b@c',
  'a@b,c@d',
  '<a@b>',
  'a@b>',
  '"a"@b',
  'a(b)@c',
  'a@b\r\nBcc: c@d',
  'a\n@b',
  'a\0@b',
  '.a@b',
  'a..b@c',
  'a@-b',
  'a@b..c',
  'a@[127.0.0.1]',
  `${'a'.repeat(65)}@b`,
  `a@${'b'.repeat(64)}`,
  `a@${'b.'.repeat(200)}c`,
])('%j is none', (text) => {
  expect(isMailAddress(text)).toBe(false);
});

test('a name may stand before it', () => {
  expect(parseNamedAddress('"Lee, Ann" <a@b>')).toEqual({ name: 'Lee, Ann', address: 'a@b' });
  expect(parseNamedAddress(' a@b ')).toEqual({ name: '', address: 'a@b' });
  expect(parseNamedAddress('Ann\r\nBcc: x <a@b>')).toBeUndefined();
  expect(parseNamedAddress('Ann <a@b> <c@d>')).toBeUndefined();
});
