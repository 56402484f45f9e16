import { joinProblems } from '../base/errors/problem-list.ts';
import type { ConstraintViolation, ViolationNode } from '../model/property-validation.ts';
import {
  anyOf,
  arrayOf,
  constant,
  entityOf,
  integer,
  type JsonOf,
  mapOf,
  nullable,
  objectOf,
  text,
} from './json-schema.ts';

const nodeSchema = anyOf(
  objectOf({ field_name: text, is_list_item: constant(false) }),
  objectOf({ field_name: text, is_list_item: constant(true), index: integer }),
);

export const constraintSchema = entityOf('validation_constraint', {
  name: text,
  parameters: mapOf(text),
});

const violationSchema = objectOf({
  messageKey: text,
  message: text,
  invalid_value: nullable(text),
  constraint: constraintSchema,
  path: arrayOf(nodeSchema),
});

export const validationReportSchema = entityOf('validation_report', {
  has_error: constant(true),
  number: integer,
  violations: arrayOf(violationSchema),
});

interface ValidationReport {
  readonly entity: JsonOf<typeof validationReportSchema>;
  /** The message of the exception entity for clients that did not request JSON. */
  readonly message: string;
}

/** The detail of a `property.violation` error. */
export function isViolationList(detail: unknown): detail is readonly ConstraintViolation[] {
  return Array.isArray(detail) && detail.length > 0 && detail.every(isViolation);
}

function isViolation(item: unknown): boolean {
  const { constraint, path } = (item ?? {}) as Partial<ConstraintViolation>;
  return typeof constraint === 'string' && Array.isArray(path);
}

/** The body of a 422 response. The list has at least one violation. */
export function writeValidationReport(
  violations: readonly ConstraintViolation[],
): ValidationReport {
  const entity: ValidationReport['entity'] = {
    'entity-type': 'validation_report',
    has_error: true,
    number: violations.length,
    violations: violations.map(writeViolation),
  };
  return { entity, message: describeViolations(violations) };
}

function writeViolation(violation: ConstraintViolation): JsonOf<typeof violationSchema> {
  return {
    messageKey: messageKeyOf(violation),
    message: describe(violation),
    invalid_value: violation.invalidValue,
    constraint: {
      'entity-type': 'validation_constraint',
      name: violation.constraint,
      parameters: violation.parameters,
    },
    path: violation.path.map(writeNode),
  };
}

function writeNode({ name, index }: ViolationNode): JsonOf<typeof nodeSchema> {
  return index === undefined
    ? { field_name: name, is_list_item: false }
    : { field_name: name, is_list_item: true, index };
}

/** `label.schema.constraint.violation.{constraint}.{schema}.{field}[.{subField}...]`. */
function messageKeyOf({ constraint, schema, path }: ConstraintViolation): string {
  const localNames = path.map(({ name }) => name.slice(name.indexOf(':') + 1));
  return ['label.schema.constraint.violation', constraint, schema, ...localNames].join('.');
}

function describeViolations(violations: readonly ConstraintViolation[]): string {
  const [first] = violations;
  if (!first) return 'No constraint violation';
  if (violations.length === 1) return `Constraint violation ${describeThrown(first)}`;
  const all = joinProblems(violations.map(describeThrown));
  return `${violations.length} constraint violation(s) thrown. First one ${all}`;
}

const allowedLengthMax = 500;

function describeThrown(violation: ConstraintViolation): string {
  return `thrown on property ${pathText(violation.path)}: '${describe(violation)}'`;
}

function describe({ constraint, invalidValue, parameters }: ConstraintViolation): string {
  if (invalidValue === null) return `A value is required by ${constraint}`;
  return `The value '${shorten(invalidValue)}' does not satisfy ${constraint}${describeAllowed(parameters)}`;
}

/** The values that the constraint allows: ` (Values: a, b)`, ` (Minimum: 1, Maximum: 5)`. */
function describeAllowed({ Values: values, ...others }: ConstraintViolation['parameters']): string {
  const bounds = Object.entries(others).filter(([name]) => !name.endsWith('Inclusive'));
  const texts = bounds.map(([name, value]) => `${name}: ${value}`);
  if (values !== undefined) texts.unshift(`Values: ${values.split(',').join(', ')}`);
  const text = texts.join(', ');
  if (text === '') return '';
  return text.length > allowedLengthMax
    ? ` (${text.slice(0, allowedLengthMax).toWellFormed()}...)`
    : ` (${text})`;
}

function shorten(value: string): string {
  return value.length > 20 ? `${value.slice(0, 15).toWellFormed()}...` : value;
}

/** `files:files/0/file`: items are named by their index. */
function pathText(path: readonly ViolationNode[]): string {
  return path.map(({ name, index }) => (index === undefined ? name : String(index))).join('/');
}
