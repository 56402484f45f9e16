import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsDuring } from '../../test/support/turns.ts';
import { stringifyJson } from './json.ts';
import { isLargeValue, stringifyInTurns } from './stringify-in-turns.ts';

const part = 65_536;
const pair = '😀';

test.each<[string, object]>([
  ['nothing', {}],
  ['no entries', { entries: [] }],
  ['one entry', { 'entity-type': 'documents', entries: [{ a: 1 }] }],
  ['members around them', { a: undefined, b: [1], entries: [1n, null, 'é', undefined], c: 'x' }],
  ['long entries', { entries: ['x'.repeat(70_000), { d: 'y'.repeat(70_000), e: 1 }], c: { d: 1 } }],
  [
    'a pair at the end of a part',
    { a: `${'x'.repeat(part - 1)}${pair}${'x'.repeat(part - 3)}${pair}` },
  ],
  ['half a pair', [`${'x'.repeat(part - 1)}\ud83d`, `${'x'.repeat(part)}\udc00y`]],
  ['escapes', { a: '\\"\n\u0001'.repeat(part) }],
  ['many items', Array.from({ length: 40_000 }, (_unused, at) => ({ at, n: `n${at}` }))],
  ['a name __proto__', JSON.parse(`{"__proto__":{"a":"${'x'.repeat(part * 2)}"}}`)],
])('the parts of a value with %s are its JSON', async (_what, value) => {
  expect((await stringifyInTurns(value)).join('')).toBe(stringifyJson(value));
});

test('the parts of any value are its JSON', async () => {
  // Some of the texts are long.
  const { value } = fc.letrec<{ value: object; any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.constantFrom(null, true, 1n << 60n, 'é'.repeat(part + 1)),
      tie('value'),
    ),
    value: fc.oneof(
      fc.array(tie('any'), { maxLength: 5 }),
      fc.dictionary(fc.string(), tie('any'), { maxKeys: 5 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      expect((await stringifyInTurns(each)).join('')).toBe(stringifyJson(each));
    }),
  );
});

test('a long list is written in parts, with turns of the event loop in between', async () => {
  const entries = Array.from({ length: 400 }, (_unused, at) => `${at} `.repeat(25_000));
  let parts: readonly string[] = [];
  const turns = await turnsDuring(async () => {
    parts = await stringifyInTurns({ entries });
  });
  expect(parts.length).toBeGreaterThan(300);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('so is one long text', async () => {
  const text = '\n'.repeat(16_000_000);
  let parts: readonly string[] = [];
  const turns = await turnsDuring(async () => {
    parts = await stringifyInTurns({ text });
  });
  expect(parts.length).toBeGreaterThan(200);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test.each<[string, unknown, boolean]>([
  ['a short text', 'x', false],
  ['a long text', { a: ['x'.repeat(300_000)] }, true],
  ['long texts together', Array.from({ length: 300 }, () => ({ a: 'x'.repeat(1_000) })), true],
  ['many numbers', Array.from({ length: 100_000 }, () => 1), true],
  ['some numbers', Array.from({ length: 1_000 }, () => 1), false],
])('of %s it is known whether it is large', (_what, value, expected) => {
  expect(isLargeValue(value)).toBe(expected);
});
