import type { Value } from '../api/types.ts';

export type FieldKind =
  | 'string'
  | 'long'
  | 'double'
  | 'boolean'
  | 'date'
  | 'binary'
  | 'blob'
  | 'complex'
  | 'list';

/** What values of a field may be, as far as the server tells it. */
export interface FieldRules {
  readonly isRequired: boolean;
  readonly choices?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a value is the id of. */
export type FieldReference =
  | { readonly kind: 'entry'; readonly directory: string }
  | { readonly kind: 'principal'; readonly users: boolean; readonly groups: boolean }
  | { readonly kind: 'document'; readonly isPath: boolean };

/** A field of the content model: a property, a part of one, or the items of a list. */
export interface Field {
  /** `dc:title`; parts have their own name only, and items that of their list. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly rules: FieldRules;
  readonly reference?: FieldReference;
  /** Of a complex field. */
  readonly parts: readonly Field[];
  /** Of a list. */
  readonly item?: Field;
}

/** The properties of a schema, in the order of the content model. */
export interface FieldGroup {
  readonly schema: string;
  readonly fields: readonly Field[];
}

/** The empty value of an item that is added to a list. */
export function emptyValue(field: Field): Value {
  if (field.kind === 'list') return [];
  if (field.kind !== 'complex') return field.kind === 'string' ? '' : null;
  return Object.fromEntries(field.parts.map((part) => [part.name, initialValue(part)]));
}

function initialValue(field: Field): Value {
  return field.kind === 'string' ? null : emptyValue(field);
}

type Json = Readonly<Record<string, unknown>>;

/** Reads a schema as `/api/v1/config/types/{name}` writes it with constraints. */
export function readFieldGroup(schema: Json): FieldGroup {
  const name = String(schema.name);
  const prefix = textOf(schema['@prefix']) || textOf(schema.prefix) || name;
  return {
    schema: name,
    fields: entriesOf(schema.fields).map(([field, described]) =>
      readField(`${prefix}:${field}`, described),
    ),
  };
}

function readField(name: string, described: unknown): Field {
  const { type, fields, constraints, itemConstraints } = asJson(
    typeof described === 'string' ? { type: described } : described,
  );
  const typeName = textOf(type) || 'string';
  if (typeName.endsWith('[]')) {
    const item = { type: typeName.slice(0, -2), fields, constraints: itemConstraints };
    return {
      name,
      kind: 'list',
      rules: rulesOf(constraintsOf(constraints)),
      parts: [],
      item: readField(name, item),
    };
  }
  const all = constraintsOf(constraints);
  const reference = referenceOf(all);
  return {
    name,
    kind: kinds.find((each) => each === typeName) ?? 'string',
    rules: rulesOf(all),
    parts: entriesOf(fields).map(([part, inner]) => readField(part, inner)),
    ...(reference && { reference }),
  };
}

const kinds: readonly FieldKind[] = [
  'string',
  'long',
  'double',
  'boolean',
  'date',
  'binary',
  'blob',
  'complex',
];

type Constraints = ReadonlyMap<string, Json>;

function constraintsOf(value: unknown): Constraints {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Map(
    list.map(asJson).map(({ name, parameters }) => [textOf(name), asJson(parameters)]),
  );
}

function rulesOf(constraints: Constraints): FieldRules {
  const choices = constraints.get('EnumConstraint')?.Values;
  const maxLength = numberOf(constraints.get('LengthConstraint')?.Maximum);
  const interval = constraints.get('NumericIntervalConstraint') ?? {};
  const minimum = numberOf(interval.Minimum);
  const maximum = numberOf(interval.Maximum);
  return {
    isRequired: constraints.has('NotNullConstraint'),
    ...(choices !== undefined && { choices: String(choices).split(',') }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

function referenceOf(constraints: Constraints): FieldReference | undefined {
  const directory = constraints.get('directoryResolver')?.directory;
  if (directory !== undefined) return { kind: 'entry', directory: String(directory) };
  const people = constraints.get('userManagerResolver');
  if (people) {
    const { includeUsers: users, includeGroups: groups } = people;
    return { kind: 'principal', users: users !== 'false', groups: groups !== 'false' };
  }
  const documents = constraints.get('documentResolver');
  return documents && { kind: 'document', isPath: documents.store === 'path' };
}

function numberOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return Object.entries(asJson(value));
}
