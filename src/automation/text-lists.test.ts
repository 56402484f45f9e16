import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePropertiesText, parseStringList } from './text-lists.ts';

test.each([
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  [' a , b ', ['a', 'b']],
  ['', ['']],
  ['a\\,b,c', ['a,b', 'c']],
  ['a\\\\,b', ['a\\', 'b']],
  ['a\\b', ['a\\b']],
])('the list %j is %j', (text, items) => {
  expect(parseStringList(text, { trims: true })).toEqual(items);
});

test('items are kept as they are unless they are to be trimmed', () => {
  expect(parseStringList(' a , b ', { trims: false })).toEqual([' a ', ' b ']);
});

test('any items survive being joined with commas and backslashes escaped', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (items) => {
      const text = items.map((item) => item.replace(/[\\,]/g, '\\$&')).join(',');
      expect(parseStringList(text, { trims: false })).toEqual(items);
    }),
  );
});

test.each([
  ['a=1', { a: '1' }],
  ['a=1\nb=2', { a: '1', b: '2' }],
  ['a=1\r\nb=2\r\n', { a: '1', b: '2' }],
  [' a = 1 ', { a: ' 1 ' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=', { a: '' }],
  ['# comment\n\na=1\n   \n', { a: '1' }],
  ['a=1\na=2', { a: '2' }],
  ['a=first\\\nsecond\nb=2', { a: 'first\nsecond', b: '2' }],
  ['a=first\\\n# not a comment', { a: 'first\n# not a comment' }],
  ['a=first\\\n\\\nthird', { a: 'first\n\nthird' }],
  ['a=x\\ny', { a: 'x\\ny' }],
  ['', {}],
])('the properties %j are %j', (text, pairs) => {
  expect(Object.fromEntries(parsePropertiesText(text))).toEqual(pairs);
});

test('a line without an equals sign is refused and shown', () => {
  expect(() => parsePropertiesText('a=1\nnonsense')).toThrow(
    "Invalid property line (cannot find a '=') in: 'nonsense'",
  );
});

test('any text without line ends survives as a value', () => {
  const key = fc.stringMatching(/^[a-z:]{1,8}$/);
  const value = fc.string().filter((text) => !/[\r\n]|\\$/.test(text));
  fc.assert(
    fc.property(fc.dictionary(key, value), (pairs) => {
      const lines = Object.entries(pairs).map(([name, text]) => `${name}=${text}`);
      expect(Object.fromEntries(parsePropertiesText(lines.join('\n')))).toEqual({ ...pairs });
    }),
  );
});
