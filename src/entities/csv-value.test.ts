import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStringList } from '../automation/text-lists.ts';
import { csvCellOf } from './csv-value.ts';

const texts = { type: 'array', item: { type: 'string' } } as const;
const blob = {
  key: 'k',
  name: 'a.pdf',
  mimeType: null,
  encoding: null,
  digest: 'd',
  digestAlgorithm: 'MD5',
  length: 1,
};

test.each([
  [undefined, { type: 'string' }, ''],
  [null, { type: 'long' }, ''],
  ['a,"b"', { type: 'string' }, 'a,"b"'],
  [0, { type: 'date' }, '1970-01-01T00:00:00.000Z'],
  [false, { type: 'boolean' }, 'false'],
  [['a', 'b,c', 'd\\'], texts, 'a,b\\,c,d\\\\'],
  [[], texts, ''],
  [['', 'a'], texts, '["","a"]'],
  [['[a]'], texts, '["[a]"]'],
  [[0], { type: 'array', item: { type: 'date' } }, '1970-01-01T00:00:00.000Z'],
  [blob, { type: 'blob' }, 'a.pdf'],
  [{ ...blob, name: null }, { type: 'blob' }, 'file'],
  [
    [{ at: 0, file: blob }],
    {
      type: 'list',
      item: {
        type: 'complex',
        fields: [
          { name: 'at', type: 'date' },
          { name: 'file', type: 'blob' },
          { name: 'none', type: 'string' },
        ],
      },
    },
    '[{"at":"1970-01-01T00:00:00.000Z","file":"a.pdf","none":null}]',
  ],
] as const)('%j of %j is %j', (value, field, expected) => {
  expect(csvCellOf(value, field)).toBe(expected);
});

test('integers of 64 bits are exact', () => {
  expect(csvCellOf(9_007_199_254_740_993n, { type: 'long' })).toBe('9007199254740993');
});

test('lists of texts are read again as they were', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', ',', '\\', '[', ' ') })),
      (items) => {
        const text = csvCellOf(items, texts);
        const isJson = text.trimStart().startsWith('[');
        const read = isJson ? JSON.parse(text) : parseStringList(text, { trims: false });
        expect(items.length === 0 ? text : read).toEqual(items.length === 0 ? '' : items);
      },
    ),
  );
});
