import { describe, expect, test } from 'vitest';
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

describe('names with escapes', () => {
  // V8 remembers the name that came after the others, and may take it for one with an escape.
  const others = ['\\', 'x\\', '"', 'a'];
  const texts = others.map((name) => JSON.stringify({ before: 1, [name]: 2 }));

  test.each([
    ['{"before":1,"\\"":2}', ['before', '"']],
    ['{"before":1,"\\u0000":2}', ['before', '\u0000']],
    ['{"before":1,"\\u0041":2}', ['before', 'A']],
    ['{"before" : 1 , "x\\u0042" : 2}', ['before', 'xB']],
    ['[{"before":1,"\\\\":"\\\\\\""},{"before":1,"\\n":{"before":1,"\\r":2}}]', ['0', '1']],
    ['{"1":0,"\\u0030":1,"b":2,"\\u0062":3,"b":4}', ['0', '1', 'b']],
    ['{"__proto__":1,"\\u0061":2}', ['__proto__', 'a']],
  ])('%s', (text, names) => {
    for (const other of texts) parseJson(other);
    const parsed = parseJson(text);
    expect(Object.keys(parsed as object)).toEqual(names);
    expect(parseJson(JSON.stringify(parsed))).toEqual(parsed);
  });

  test('of members that come twice, the later one counts', () => {
    expect(parseJson('{"b":2,"\\u0062":3,"b":4,"c":[{"\\u0062":5}]}')).toEqual({
      b: 4,
      c: [{ b: 5 }],
    });
  });

  test('large integers are kept exactly', () => {
    expect(parseJson(`{"\\u0062":${long}}`)).toEqual({ b: exact });
  });

  test.each(['{"\\u00":1}', '{"\\":1}', '{"\\u0041":1', '{"\\u0041":}', '\\'])(
    '%s is refused',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );
});
