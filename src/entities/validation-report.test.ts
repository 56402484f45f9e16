import { expect, test } from 'vitest';
import type { ConstraintViolation } from '../model/property-validation.ts';
import { isViolationList, writeValidationReport } from './validation-report.ts';

const letters: ConstraintViolation = {
  constraint: 'PatternConstraint',
  parameters: { Pattern: '[a-zA-Z]+' },
  schema: 'validation',
  path: [{ name: 'vs:letterOnly' }],
  invalidValue: '12',
};
const missing: ConstraintViolation = {
  constraint: 'NotNullConstraint',
  parameters: {},
  schema: 'files',
  path: [{ name: 'files' }, { name: 'item', index: 1 }, { name: 'file' }],
  invalidValue: null,
};

test('a violation is reported with constraint, value and path', () => {
  expect(writeValidationReport([letters]).entity).toEqual({
    'entity-type': 'validation_report',
    has_error: true,
    number: 1,
    violations: [
      {
        messageKey: 'label.schema.constraint.violation.PatternConstraint.validation.letterOnly',
        message: "The value '12' does not satisfy PatternConstraint (Pattern: [a-zA-Z]+)",
        invalid_value: '12',
        constraint: {
          'entity-type': 'validation_constraint',
          name: 'PatternConstraint',
          parameters: { Pattern: '[a-zA-Z]+' },
        },
        path: [{ field_name: 'vs:letterOnly', is_list_item: false }],
      },
    ],
  });
});

test('list items are named by their index', () => {
  expect(writeValidationReport([missing]).entity).toMatchObject({
    violations: [
      {
        invalid_value: null,
        path: [
          { field_name: 'files', is_list_item: false },
          { field_name: 'item', is_list_item: true, index: 1 },
          { field_name: 'file', is_list_item: false },
        ],
      },
    ],
  });
});

test('the exception message names every property, the first in the usual words', () => {
  expect(writeValidationReport([letters]).message).toBe(
    "Constraint violation thrown on property vs:letterOnly: 'The value '12' does not satisfy PatternConstraint (Pattern: [a-zA-Z]+)'",
  );
  expect(writeValidationReport([missing, letters]).message).toBe(
    "2 constraint violation(s) thrown. First one thrown on property files/1/file: 'A value is required by NotNullConstraint'; thrown on property vs:letterOnly: 'The value '12' does not satisfy PatternConstraint (Pattern: [a-zA-Z]+)'",
  );
});

test('messages say what would be allowed', () => {
  const base = { ...letters, invalidValue: 'x' };
  const messageOf = (violation: ConstraintViolation) => writeValidationReport([violation]).message;
  const values = { constraint: 'EnumConstraint', parameters: { Values: 'a,b' } } as const;
  expect(messageOf({ ...base, ...values })).toContain('EnumConstraint (Values: a, b)');
  const length = { constraint: 'LengthConstraint', parameters: { Maximum: '5' } } as const;
  expect(messageOf({ ...base, ...length })).toContain('LengthConstraint (Maximum: 5)');
  const interval = { Minimum: '1', Maximum: '5', MinimumInclusive: 'true' };
  const numbers = { constraint: 'NumericIntervalConstraint', parameters: interval } as const;
  expect(messageOf({ ...base, ...numbers })).toContain('(Minimum: 1, Maximum: 5)');
  const many = Array.from({ length: 1_000 }, (_, index) => `value${index}`).join(',');
  const long = messageOf({ ...base, ...values, parameters: { Values: many } });
  expect(long).toContain('value1, ');
  expect(long.length).toBeLessThan(700);
});

test('very many violations are counted', () => {
  const { entity, message } = writeValidationReport(Array.from({ length: 500 }, () => letters));
  expect(message).toMatch(/^500 constraint violation.*; and 480 more$/);
  expect(entity).toMatchObject({ number: 500 });
});

test('long values are cut in messages, not in the report', () => {
  const long = { ...letters, invalidValue: '123456789012345678901' };
  const { entity, message } = writeValidationReport([long]);
  expect(message).toContain("'123456789012345...'");
  expect(JSON.stringify(entity)).toContain('"invalid_value":"123456789012345678901"');
});

test('the detail of other errors is not a list of violations', () => {
  expect(isViolationList([letters, missing])).toBe(true);
  for (const detail of [undefined, null, [], {}, ['x'], [null], [{ constraint: 'x' }]]) {
    expect(isViolationList(detail)).toBe(false);
  }
});
