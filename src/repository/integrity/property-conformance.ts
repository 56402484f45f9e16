import type { DocumentShape, Field, ScalarType } from '../../model/content-model.ts';
import {
  isBlobValue,
  isComplexValue,
  type Properties,
  type PropertyValue,
} from '../../model/value.ts';
import { error, type Problem, warning } from './document-check.ts';

type AnyField = Omit<Field, 'name'>;

/**
 * Deviations of the properties from the model: values of another type, and properties that the type
 * does not have (any more). Unset values are always valid.
 */
export function* inspectProperties(
  shape: DocumentShape,
  properties: Properties,
): Generator<Problem> {
  for (const [key, value] of Object.entries(properties)) {
    const definition = shape.properties.get(key);
    if (definition) yield* inspectValue(definition.field, value, key);
    else yield warning(`has the property ${key}, which ${shape.type.name} does not have`);
  }
}

function* inspectValue(field: AnyField, value: PropertyValue, xpath: string): Generator<Problem> {
  if (value === null) return;
  if (field.type === 'blob') {
    if (!isWholeBlob(value)) yield error(`has no whole blob at ${xpath}`);
  } else if (field.type === 'complex') {
    yield* inspectComplex(field, value, xpath);
  } else if (field.type === 'array' || field.type === 'list') {
    yield* inspectList(field, value, xpath);
  } else if (!isScalarOf[field.type](value)) {
    yield error(`has a value at ${xpath} that is no ${field.type}`);
  }
}

const isScalarOf: Readonly<Record<ScalarType, (value: PropertyValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  binary: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => Number.isInteger(value),
  double: (value) => typeof value === 'number' || typeof value === 'bigint',
  long: (value) => typeof value === 'bigint' || Number.isInteger(value),
};

function isWholeBlob(value: PropertyValue): boolean {
  return (
    isBlobValue(value) &&
    [value.name, value.mimeType, value.encoding].every(isTextOrNull) &&
    typeof value.digest === 'string' &&
    typeof value.digestAlgorithm === 'string' &&
    Number.isInteger(value.length)
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function* inspectComplex(field: AnyField, value: PropertyValue, xpath: string): Generator<Problem> {
  if (!isComplexValue(value)) {
    yield error(`has a value at ${xpath} that is no complex value`);
    return;
  }
  const fields = new Map((field.fields ?? []).map((sub) => [sub.name, sub]));
  for (const [name, item] of Object.entries(value)) {
    const sub = fields.get(name);
    if (sub) yield* inspectValue(sub, item, `${xpath}/${name}`);
    else yield warning(`has the property ${xpath}/${name}, which is not defined`);
  }
}

function* inspectList(field: AnyField, value: PropertyValue, xpath: string): Generator<Problem> {
  if (!Array.isArray(value)) {
    yield error(`has a value at ${xpath} that is no list`);
    return;
  }
  if (!field.item) return;
  for (const [index, item] of (value as readonly PropertyValue[]).entries()) {
    yield* inspectValue(field.item, item, `${xpath}/${index}`);
  }
}
