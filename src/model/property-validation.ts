import type { DocumentShape, Field, FieldReference, PropertyDefinition } from './content-model.ts';
import { brokenConstraints, type ConstraintName } from './field-constraints.ts';
import { propertyValue, withDefault } from './property-access.ts';
import { isComplexValue, type Properties, type PropertyValue } from './value.ts';
import { displayName } from './xpath.ts';

/** A step of the path to an invalid value: a field, or an item of the list before it. */
export interface ViolationNode {
  readonly name: string;
  readonly index?: number;
}

export interface ConstraintViolation {
  /** The public name of the constraint, or of the resolver of a reference. */
  readonly constraint: ConstraintName | FieldReference['resolver'];
  readonly parameters: Readonly<Record<string, string>>;
  readonly schema: string;
  readonly path: readonly ViolationNode[];
  readonly invalidValue: string | null;
}

/** List items have no name of their own. */
export const listItemName = 'item';

/**
 * Checks the constraints of the given properties, of all when `keys` is left out: not null,
 * enumeration, pattern, length and numeric interval. References are checked by the repository, see
 * `property-references.ts`.
 */
export function validateProperties(
  shape: DocumentShape,
  properties: Properties,
  keys?: Iterable<string>,
): ConstraintViolation[] {
  const constrained = constrainedProperties(shape);
  if (constrained.size === 0) return [];
  const violations: ConstraintViolation[] = [];
  for (const key of keys ?? constrained.keys()) {
    const definition = constrained.get(key);
    if (!definition) continue;
    const check: Check = { schema: definition.schema.name, violations };
    const path = [{ name: displayName(definition) }];
    checkValue(check, propertyValue(properties, definition), { field: definition.field, path });
  }
  return violations;
}

const constrainedByShape = new WeakMap<DocumentShape, ReadonlyMap<string, PropertyDefinition>>();

/** Most fields have no constraint; those that have are collected once per shape. */
function constrainedProperties(shape: DocumentShape): ReadonlyMap<string, PropertyDefinition> {
  const known = constrainedByShape.get(shape);
  if (known) return known;
  const entries = [...shape.properties].filter(([, { field }]) => isConstrained(field));
  const fresh = new Map(entries);
  constrainedByShape.set(shape, fresh);
  return fresh;
}

type AnyField = Omit<Field, 'name'>;

function isConstrained(field: AnyField): boolean {
  if (field.constraints) return true;
  if (field.item && isConstrained(field.item)) return true;
  return field.fields?.some(isConstrained) ?? false;
}

interface Check {
  readonly schema: string;
  readonly violations: ConstraintViolation[];
}

interface Place {
  readonly field: AnyField;
  readonly path: readonly ViolationNode[];
}

function checkValue(check: Check, value: PropertyValue | undefined, { field, path }: Place): void {
  if (field.constraints) {
    for (const broken of brokenConstraints(value, field.constraints)) {
      const invalidValue = isScalar(value) ? String(value) : null;
      check.violations.push({ ...broken, schema: check.schema, path, invalidValue });
    }
  }
  if (field.item && Array.isArray(value) && isConstrained(field.item)) {
    for (const [index, item] of (value as readonly PropertyValue[]).entries()) {
      checkValue(check, item, {
        field: field.item,
        path: [...path, { name: listItemName, index }],
      });
    }
  }
  if (field.fields && isComplexValue(value)) {
    for (const sub of field.fields) {
      const subPath = [...path, { name: sub.name }];
      checkValue(check, withDefault(value[sub.name], sub), { field: sub, path: subPath });
    }
  }
}

function isScalar(value: PropertyValue | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
