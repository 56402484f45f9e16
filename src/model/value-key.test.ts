import { expect, test } from 'vitest';
import { valueKey } from './value-key.ts';

test.each([
  [
    { a: 1, b: [1, 2] },
    { b: [1, 2], a: 1 },
  ],
  [{ a: null, b: 'x' }, { b: 'x' }],
  [1e20, 100_000_000_000_000_000_000n],
  [5, 5n],
  [-0, 0],
  [null, undefined],
])('%o and %o are the same value', (a, b) => {
  expect(valueKey(a)).toBe(valueKey(b));
});

test.each([
  [1, '1'],
  [1, 1.5],
  [9_007_199_254_740_993n, 9_007_199_254_740_992n],
  [true, 'true'],
  [null, 'null'],
  [['a', 'b'], ['a,b']],
  [
    ['a', 'b'],
    ['b', 'a'],
  ],
  [{ a: 'b' }, { ab: '' }],
  [{ a: '","b":"' }, { a: '', b: '' }],
  [[], {}],
])('%o and %o are different values', (a, b) => {
  expect(valueKey(a)).not.toBe(valueKey(b));
});
