import { expect, test } from 'vitest';
import { buildContentModel, defaultModelFile } from './content-model-file.ts';
import { validateProperties } from './property-validation.ts';
import type { Properties } from './value.ts';

const model = buildContentModel([
  defaultModelFile,
  {
    source: 'test',
    content: {
      schemas: {
        validation: {
          prefix: 'vs',
          fields: {
            required: { type: 'string', notNull: true },
            withDefault: { type: 'string', notNull: true, default: 'x' },
            letters: { type: 'string', pattern: '[a-zA-Z]+' },
            either: { type: 'string', enumeration: ['a', 'b'] },
            short: { type: 'string', minLength: 2, maxLength: 3 },
            count: { type: 'long', minimum: 1, maximum: 10 },
            many: { type: 'string[]', notNull: true, pattern: '[a-z]' },
            people: {
              type: 'complex[]',
              fields: {
                name: { type: 'string', notNull: true },
                age: { type: 'long', minimum: 0 },
              },
            },
          },
        },
        bare: { fields: { code: { type: 'string', pattern: 'x' } } },
      },
      types: { Checked: { schemas: ['validation', 'bare'] } },
    },
  },
]);
const shape = model.shapeOf('Checked');
const good: Properties = { 'vs:required': 'x', 'vs:many': [] };

function violationsOf(properties: Properties, keys?: Iterable<string>) {
  return validateProperties(shape, { ...good, ...properties }, keys);
}

test('a document that keeps all constraints has no violations', () => {
  expect(
    violationsOf({
      'vs:letters': 'abc',
      'vs:either': 'b',
      'vs:short': 'ab',
      'vs:count': 10,
      'vs:many': ['a'],
      'vs:people': [{ name: 'x', age: 0 }, { name: 'y' }],
    }),
  ).toEqual([]);
});

test('a missing value breaks not-null, and a default mends it', () => {
  expect(violationsOf({ 'vs:required': null, 'vs:withDefault': null })).toEqual([
    {
      constraint: 'NotNullConstraint',
      parameters: {},
      schema: 'validation',
      path: [{ name: 'vs:required' }],
      invalidValue: null,
    },
  ]);
  expect(violationsOf({})).toEqual([]);
});

test.each([
  ['vs:letters', 'a1', 'PatternConstraint', { Pattern: '[a-zA-Z]+' }],
  ['vs:letters', 'abc\n', 'PatternConstraint', { Pattern: '[a-zA-Z]+' }],
  ['vs:either', 'c', 'EnumConstraint', { Values: 'a,b' }],
  ['vs:short', 'a', 'LengthConstraint', { Minimum: '2', Maximum: '3' }],
  ['vs:short', 'abcd', 'LengthConstraint', { Minimum: '2', Maximum: '3' }],
  [
    'vs:count',
    0,
    'NumericIntervalConstraint',
    { Minimum: '1', Maximum: '10', MinimumInclusive: 'true', MaximumInclusive: 'true' },
  ],
])('%s = %j breaks the %s', (key, value, constraint, parameters) => {
  expect(violationsOf({ [key]: value })).toEqual([
    {
      constraint,
      parameters,
      schema: 'validation',
      path: [{ name: key }],
      invalidValue: String(value),
    },
  ]);
});

test('large integers are compared exactly', () => {
  expect(violationsOf({ 'vs:count': 9007199254740993n })[0]?.invalidValue).toBe('9007199254740993');
});

test('items are checked one by one and named by their index', () => {
  expect(violationsOf({ 'vs:many': ['a', 'bb'] })[0]?.path).toEqual([
    { name: 'vs:many' },
    { name: 'item', index: 1 },
  ]);
  const people = violationsOf({ 'vs:people': [{ name: 'x' }, { age: -1 }] });
  expect(people.map(({ path }) => path)).toEqual([
    [{ name: 'vs:people' }, { name: 'item', index: 1 }, { name: 'name' }],
    [{ name: 'vs:people' }, { name: 'item', index: 1 }, { name: 'age' }],
  ]);
});

test('only the given properties are checked', () => {
  expect(violationsOf({ 'vs:required': null, 'vs:either': 'c' }, ['vs:either'])).toHaveLength(1);
  expect(violationsOf({ 'vs:required': null }, ['dc:title', 'unknown'])).toEqual([]);
});

test('a schema without declared prefix shows the bare field name', () => {
  expect(violationsOf({ 'bare:code': 'y' })[0]?.path).toEqual([{ name: 'code' }]);
});

test('a value too long to be tried breaks its pattern', () => {
  expect(violationsOf({ 'vs:letters': 'a'.repeat(10_000) })).toEqual([]);
  expect(violationsOf({ 'vs:letters': 'a'.repeat(10_001) })).toHaveLength(1);
});

test('a built-in document is checked, too', () => {
  const file = model.shapeOf('File');
  expect(validateProperties(file, { 'dc:description': 'x'.repeat(2000) })).toEqual([]);
  expect(validateProperties(file, { 'dc:description': 'x'.repeat(2001) })).toHaveLength(1);
});
