import { expect, test } from 'vitest';
import { parseJson } from './json.ts';

const long = '1234567890123456789';
const exact = BigInt(long);

test.each([
  ['alone', long, exact],
  ['negative', `-${long}`, -exact],
  ['after a space', ` ${long} `, exact],
  ['after a line end', `\r\n${long}`, exact],
  ['in a list', `[${long},${long}]`, [exact, exact]],
  ['in an object', `{"a":${long},"b":\t-${long}}`, { a: exact, b: -exact }],
  ['of 16 digits', '[1,9007199254740993]', [1, 9007199254740993n]],
])('a large integer %s is kept exactly', (_where, text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test('other numbers, and digits in texts, stay what they are', () => {
  const value = {
    [long]: long,
    a: `x${long}`,
    b: 1.1234567890123457,
    c: 1e21,
    d: 9007199254740991,
  };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});
