import { expect, test } from 'vitest';
import { turnsDuring } from '../../test/support/turns.ts';
import { parseStoredJson } from './json-in-turns.ts';
import { jsonTokenLengthMax } from './json-parts.ts';

const long = Array.from({ length: 50_000 }, (_unused, at) => ({
  [`name ${at}`]: `${at}`.repeat(9),
}));

test.each<[string, unknown]>([
  ['a short list', [1, 'x']],
  ['a long list', long],
  ['a long text', { a: '漢\n'.repeat(400_000), b: 1 }],
  ['a name that cannot be cut', { ['x'.repeat(jsonTokenLengthMax)]: 'y' }],
])('%s is parsed as it was stored', async (_what, value) => {
  expect(await parseStoredJson(JSON.stringify(value))).toEqual(value);
});

test('large integers in a long text are kept exactly', async () => {
  const text = `[${'"x",'.repeat(100_000)}9223372036854775807]`;
  const value = (await parseStoredJson(text)) as unknown[];
  expect(value.at(-1)).toBe(9_223_372_036_854_775_807n);
});

test('a long text is parsed with turns of the event loop in between, a short one at once', async () => {
  const text = JSON.stringify([...long, ...long, ...long, ...long]);
  expect(await turnsDuring(() => parseStoredJson(text))).toBeGreaterThanOrEqual(2);
  expect(await turnsDuring(() => parseStoredJson('[1]'))).toBe(0);
});

test('what is no JSON is refused', async () => {
  await expect(parseStoredJson(`["${'x'.repeat(300_000)}`)).rejects.toThrow(SyntaxError);
});
