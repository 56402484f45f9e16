import type { DocumentShape, Field, FieldReference, PropertyDefinition } from './content-model.ts';
import {
  type ConstraintViolation,
  listItemName,
  type ViolationNode,
} from './property-validation.ts';
import { isComplexValue, type Properties, type PropertyValue } from './value.ts';
import { displayName } from './xpath.ts';

/** The values that name objects which must exist, by the reference of their field. */
export type CheckedReferences = ReadonlyMap<FieldReference, ReadonlySet<string>>;

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
): CheckedReferences {
  const found = new Map<FieldReference, Set<string>>();
  visitReferences({ shape, properties, keys }, ({ reference }, value) => {
    const values = found.get(reference);
    if (values) values.add(value);
    else found.set(reference, new Set([value]));
  });
  return found;
}

interface ReferenceQuestion {
  readonly shape: DocumentShape;
  readonly properties: Properties;
  readonly keys: Iterable<string>;
}

/** A list may have many thousands of missing values; the first ones show what is wrong. */
const violationsMax = 1_000;

/** A violation for each place of a missing value, of very many for the first ones. */
export function referenceViolations(
  question: ReferenceQuestion,
  missing: CheckedReferences,
): ConstraintViolation[] {
  const violations: ConstraintViolation[] = [];
  visitReferences(question, ({ reference, schema, path }, value, index) => {
    if (violations.length === violationsMax || !missing.get(reference)?.has(value)) return;
    violations.push({
      constraint: reference.resolver,
      parameters: parametersOf(reference),
      schema,
      path: index === undefined ? [...path] : [...path, { name: listItemName, index }],
      invalidValue: value,
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

/** A field that holds a reference, or a list of such. The path is valid only during the call. */
interface ReferringPlace {
  readonly reference: FieldReference;
  readonly schema: string;
  readonly path: readonly ViolationNode[];
}

/** Called for each value; of a list of texts, which may be long, with the index of the item. */
type Visitor = (place: ReferringPlace, value: string, index?: number) => void;

function visitReferences({ shape, properties, keys }: ReferenceQuestion, visit: Visitor): void {
  const referring = referringProperties(shape);
  if (referring.size === 0) return;
  for (const key of keys) {
    const definition = referring.get(key);
    if (!definition) continue;
    const path = [{ name: displayName(definition) }];
    const walk: Walk = { schema: definition.schema.name, visit, path };
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
  if (field.reference) visitText(walk, value, field.reference);
  if (field.item && Array.isArray(value)) visitItems(walk, value, field.item);
  if (field.fields && isComplexValue(value)) {
    for (const sub of field.fields) {
      walk.path.push({ name: sub.name });
      visitValue(walk, value[sub.name], sub);
      walk.path.pop();
    }
  }
}

function visitText(
  { schema, path, visit }: Walk,
  value: PropertyValue | undefined,
  reference: FieldReference,
): void {
  if (typeof value === 'string' && value !== '') visit({ reference, schema, path }, value);
}

function visitItems(walk: Walk, items: readonly PropertyValue[], item: AnyField): void {
  if (item.reference) {
    const place = { reference: item.reference, schema: walk.schema, path: walk.path };
    for (let index = 0; index < items.length; index += 1) {
      const value = items[index];
      if (typeof value === 'string' && value !== '') walk.visit(place, value, index);
    }
    return;
  }
  for (const [index, value] of items.entries()) {
    walk.path.push({ name: listItemName, index });
    visitValue(walk, value, item);
    walk.path.pop();
  }
}
