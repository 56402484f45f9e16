import { expect, test } from 'vitest';
import { isBinary } from '../../src/previews/text/binary-text.ts';

test.each([
  ['', false],
  ['Lines\r\nand\ttabs, \u001B[31mred\u001B[0m, a page\f', false],
  ['Grüße, 日本語 ✓', false],
  [`${'a text with one lost character \uFFFD, '.repeat(10)}`, true],
  [
    `one lost character \uFFFD in a text that is long enough to be one ${'word '.repeat(20)}`,
    false,
  ],
  ['PK\u0003\u0004\u0014\0\0\0', true],
])('%j is binary: %s', (text, expected) => {
  expect(isBinary(text)).toBe(expected);
});
