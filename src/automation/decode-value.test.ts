import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeValue, TypeMismatch, type ValueLoader } from './decode-value.ts';
import type { ParamType } from './define.ts';
import { parseReference } from './reference-text.ts';
import { fromJson, Instant, type Value, type WorkingDocument } from './values.ts';

/** Returns the reference that it is called with, so that tests see how a value was read. */
const loader: ValueLoader = {
  referenceTo: async (text) => parseReference(text, '/base'),
  load: async (reference) => ({ loaded: reference }) as unknown as WorkingDocument,
  loadAll: async (references) =>
    references.map((reference) => ({ loaded: reference }) as unknown as WorkingDocument),
  loadEntity: async (entity) => ({ entity: entity.get('uid') }) as unknown as WorkingDocument,
  loadBlob: async () => {
    throw new Error('not here');
  },
};

const decode = (type: ParamType, json: unknown) =>
  decodeValue(type, fromJson(json) as Exclude<Value, null>, loader);

test.each<[ParamType, unknown, unknown]>([
  ['string', 'as is ', 'as is '],
  ['string', 12, '12'],
  ['string', true, 'true'],
  ['boolean', 'true', true],
  ['boolean', 'TRUE', true],
  ['boolean', 'false', false],
  ['boolean', 'yes', false],
  ['boolean', false, false],
  ['long', '42', 42],
  ['long', '-7', -7],
  ['long', '+7', 7],
  ['long', 42, 42],
  ['int', '1', 1],
  ['integer', ' 3 ', 3],
  ['double', '1.5', 1.5],
  ['double', '-2e3', -2000],
  ['double', 0.25, 0.25],
  ['date', '2024-01-31', Date.UTC(2024, 0, 31)],
  ['date', '2024-01-31T10:00:00+02:00', Date.UTC(2024, 0, 31, 8)],
  ['date', '', null],
  ['date', { 'entity-type': 'date', value: '2024' }, Date.UTC(2024, 0, 1)],
  ['document', '/a/b', { loaded: { path: '/a/b' } }],
  ['document', 'some-id', { loaded: { id: 'some-id' } }],
  ['document', './child', { loaded: { path: '/base/child' } }],
  ['document', 'default:some-id', { loaded: { id: 'some-id' } }],
  ['document', { 'entity-type': 'document', uid: 'x' }, { entity: 'x' }],
  ['documents', '/a, b', [{ loaded: { path: '/a' } }, { loaded: { id: 'b' } }]],
  ['documents', ['a', 'b'], [{ loaded: { id: 'a' } }, { loaded: { id: 'b' } }]],
  ['documents', '', []],
  ['stringlist', 'a, b', ['a', 'b']],
  ['stringlist', 'a\\,b', ['a,b']],
  ['stringlist', ['a,b', 'c', 1], ['a,b', 'c', '1']],
  ['resource', 'http://host/x', new URL('http://host/x')],
  ['properties', 'a=1', new Map([['a', '1']])],
  ['properties', { a: { b: [1] } }, new Map([['a', { b: [1] }]])],
  ['map', { a: 1 }, new Map([['a', 1]])],
  ['list', [1, 'a'], [1, 'a']],
  ['object', 'anything', 'anything'],
  ['serializable', 7, 7],
])('a %s given as %j is %j', async (type, json, value) => {
  expect(await decode(type, json)).toEqual(value);
});

test('a long has all 64 bits', async () => {
  expect(await decode('long', '9007199254740993')).toBe(9007199254740993n);
  expect(await decode('long', -(2n ** 63n))).toBe(-(2n ** 63n));
  expect(await decode('long', 7n)).toBe(7);
  expect(await decode('long', 2n ** 63n)).toBeInstanceOf(TypeMismatch);
});

test.each<[ParamType, unknown]>([
  ['string', { a: 1 }],
  ['boolean', 1],
  ['long', '1.5'],
  ['long', 'x'],
  ['long', ''],
  ['long', '99999999999999999999'],
  ['integer', '9007199254740993'],
  ['double', 'NaN'],
  ['double', '1,5'],
  ['double', [1]],
  ['date', 'yesterday'],
  ['date', 7],
  ['document', ''],
  ['document', 7],
  ['documents', 7],
  ['documents', [7]],
  ['blob', 'text'],
  ['resource', 'not a url'],
  ['properties', ['a']],
  ['stringlist', [{ a: 1 }]],
  ['map', 'a=1'],
  ['list', 'a,b'],
])('a %s cannot be %j', async (type, json) => {
  expect(await decode(type, json)).toBeInstanceOf(TypeMismatch);
});

test('any safe integer survives as decimal text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.maxSafeInteger(), async (value) => {
      expect(await decode('long', String(value))).toBe(value);
    }),
  );
});

test('any finite double survives as decimal text', async () => {
  const finite = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0));
  await fc.assert(
    fc.asyncProperty(finite, async (value) => {
      expect(await decode('double', String(value))).toBe(value);
    }),
  );
});

test('an instant that an expression gave is a date as it is', async () => {
  expect(await decodeValue('date', new Instant(7), loader)).toBe(7);
});
