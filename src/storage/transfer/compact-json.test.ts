import { expect, test } from 'vitest';
import { compactJson } from './compact-json.ts';

test.each([
  ['{}', '{}'],
  [
    '{"a": 1, "b": [1.0, -2e10, null], "c": {"d": true}}',
    '{"a":1,"b":[1.0,-2e10,null],"c":{"d":true}}',
  ],
  ['{"a, b: ": "x, y: \\"z\\": , "}', '{"a, b: ":"x, y: \\"z\\": , "}'],
  ['["\\\\", ": ", ", "]', '["\\\\",": ",", "]'],
  ['[9223372036854775807, ""]', '[9223372036854775807,""]'],
])('%s is %s', (text, expected) => {
  expect(compactJson(text)).toBe(expected);
  expect(JSON.parse(compactJson(text))).toEqual(JSON.parse(text));
});
