import type { DocumentShape, Field, FieldReference, PropertyDefinition } from './content-model.ts';
import {
  type ConstraintViolation,
  listItemName,
  type ViolationNode,
} from './property-validation.ts';
import { isComplexValue, type Properties, type PropertyValue } from './value.ts';
import { displayName } from './xpath.ts';

/** A value that names another object which must exist. */
export interface CheckedReference {
  readonly reference: FieldReference;
  readonly value: string;
}

interface LocatedReference extends CheckedReference {
  readonly schema: string;
  /** Valid only during the call that it is passed to. */
  readonly path: readonly ViolationNode[];
}

type Visitor = (found: LocatedReference) => void;

/** Where the objects are looked for: references with the same key can be looked up together. */
export function sourceKeyOf({ resolver, directory, type, store }: FieldReference): string {
  return [resolver, directory ?? '', type ?? '', store ?? ''].join('|');
}

/**
 * The references of the given properties whose objects must exist. Empty texts refer to nothing, and
 * the content model declares some fields as free.
 */
export function checkedReferences(
  shape: DocumentShape,
  properties: Properties,
  keys: Iterable<string>,
): readonly CheckedReference[] {
  const found: CheckedReference[] = [];
  visitReferences({ shape, properties, keys }, ({ reference, value }) => {
    found.push({ reference, value });
  });
  return found;
}

interface ReferenceQuestion {
  readonly shape: DocumentShape;
  readonly properties: Properties;
  readonly keys: Iterable<string>;
  isMissing(found: CheckedReference): boolean;
}

/** A violation for each value whose object is missing. */
export function referenceViolations(question: ReferenceQuestion): ConstraintViolation[] {
  const violations: ConstraintViolation[] = [];
  visitReferences(question, (found) => {
    if (!question.isMissing(found)) return;
    violations.push({
      constraint: found.reference.resolver,
      parameters: parametersOf(found.reference),
      schema: found.schema,
      path: [...found.path],
      invalidValue: found.value,
    });
  });
  return violations;
}

function parametersOf({ directory, type, store }: FieldReference): Record<string, string> {
  return {
    ...(directory === undefined ? {} : { directory }),
    ...(type === undefined ? {} : { type }),
    ...(store === undefined ? {} : { store }),
  };
}

function visitReferences(
  { shape, properties, keys }: Omit<ReferenceQuestion, 'isMissing'>,
  visit: Visitor,
): void {
  const referring = referringProperties(shape);
  if (referring.size === 0) return;
  for (const key of keys) {
    const definition = referring.get(key);
    if (!definition) continue;
    const walk: Walk = { schema: definition.schema.name, visit, path: [] };
    walk.path.push({ name: displayName(definition) });
    visitValue(walk, properties[key], definition.field);
  }
}

const referringByShape = new WeakMap<DocumentShape, ReadonlyMap<string, PropertyDefinition>>();

/** Most fields refer to nothing; those that do are collected once per shape. */
function referringProperties(shape: DocumentShape): ReadonlyMap<string, PropertyDefinition> {
  const known = referringByShape.get(shape);
  if (known) return known;
  const fresh = new Map([...shape.properties].filter(([, { field }]) => refers(field)));
  referringByShape.set(shape, fresh);
  return fresh;
}

type AnyField = Omit<Field, 'name'>;

function refers(field: AnyField): boolean {
  if (field.reference && field.reference.validation !== 'false') return true;
  if (field.item && refers(field.item)) return true;
  return field.fields?.some(refers) ?? false;
}

interface Walk {
  readonly schema: string;
  readonly visit: Visitor;
  readonly path: ViolationNode[];
}

function visitValue(walk: Walk, value: PropertyValue | undefined, field: AnyField): void {
  if (!refers(field)) return;
  const { schema, path, visit } = walk;
  if (field.reference && typeof value === 'string' && value !== '') {
    visit({ reference: field.reference, value, schema, path });
  }
  if (field.item && Array.isArray(value)) {
    for (const [index, item] of (value as readonly PropertyValue[]).entries()) {
      path.push({ name: listItemName, index });
      visitValue(walk, item, field.item);
      path.pop();
    }
  }
  if (field.fields && isComplexValue(value)) {
    for (const sub of field.fields) {
      path.push({ name: sub.name });
      visitValue(walk, value[sub.name], sub);
      path.pop();
    }
  }
}
