import { expect, test } from 'vitest';
import { turnsDuring } from '../../test/support/turns.ts';
import { parseJson, stringifyEntries, stringifyJson } from './json.ts';

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

test.each([
  ['no entries', { entries: [] }],
  ['one entry', { 'entity-type': 'documents', entries: [{ a: 1 }] }],
  ['members around them', { a: undefined, b: [1], entries: [{ a: exact }, null, 'é'], c: 'x' }],
  ['members after long ones', { entries: ['x'.repeat(70_000), 'y'.repeat(70_000)], c: { d: 1 } }],
])('the parts of an object with %s are its JSON', async (_what, value) => {
  expect((await stringifyEntries(value)).join('')).toBe(stringifyJson(value));
});

test('a long list is written in parts, with turns of the event loop in between', async () => {
  const entries = Array.from({ length: 400 }, (_unused, at) => `${at} `.repeat(25_000));
  let parts: readonly string[] = [];
  const turns = await turnsDuring(async () => {
    parts = await stringifyEntries({ entries });
  });
  expect(parts.length).toBeGreaterThan(300);
  expect(turns).toBeGreaterThanOrEqual(2);
});
