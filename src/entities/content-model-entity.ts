import type {
  ContentModel,
  DocumentType,
  Facet,
  Field,
  FieldConstraints,
  FieldReference,
  Schema,
} from '../model/content-model.ts';
import type { DirectoryFieldType, DirectorySchema } from '../model/directory.ts';
import {
  anyOf,
  arrayOf,
  entityOf,
  type JsonOf,
  type JsonSchema,
  mapOf,
  named,
  nullable,
  objectOf,
  referenceTo,
  schemaOf,
  text,
  texts,
} from './json-schema.ts';
import { constraintSchema } from './validation-report.ts';

const constraintsSchema = arrayOf(constraintSchema);

/** The type alone, or with the fields of a complex one and what values must fulfil. */
const fieldSchema: JsonSchema = named(
  'field',
  anyOf(
    text,
    objectOf({ type: text, fields: mapOf(referenceTo('field')) }),
    objectOf(
      { type: text, constraints: constraintsSchema },
      { itemConstraints: constraintsSchema },
    ),
  ),
);
const fieldsSchema = mapOf(fieldSchema);

export const schemaSchema = entityOf(
  'schema',
  { name: text, fields: fieldsSchema },
  { prefix: text, '@prefix': text },
);

const schemaItemSchema = named(
  'schemaItem',
  objectOf({ name: text, '@prefix': text, fields: fieldsSchema }),
);
export const schemaItemsSchema = arrayOf(schemaItemSchema);

const facetItemSchema = objectOf({ name: text }, { schemas: schemaItemsSchema });
export const facetItemsSchema = arrayOf(facetItemSchema);

export const facetSchema = entityOf('facet', { name: text }, { schemas: arrayOf(schemaSchema) });

export const typeSchema = entityOf('docType', {
  name: text,
  parent: nullable(text),
  facets: texts,
  schemas: arrayOf(schemaSchema),
});

export const typesSchema = named(
  'docTypes',
  objectOf({
    doctypes: mapOf(objectOf({ parent: text, facets: texts, schemas: texts })),
    schemas: mapOf(schemaOf<object>({ type: 'object', properties: { '@prefix': text } })),
  }),
);

/** Marks a type without a supertype in the list of all types. */
const noParent = 'None!!!';

export interface SchemaWriteOptions {
  /** Fields are written with their constraints, not only their types. */
  readonly hasConstraints: boolean;
}

const plain: SchemaWriteOptions = { hasConstraints: false };

/** All types and schemas in short form; without an entity type, as the URL identifies it. */
export function writeTypes(model: ContentModel): JsonOf<typeof typesSchema> {
  const { types, schemas } = model.definition;
  const doctypes = types.map((type) => [
    type.name,
    { parent: type.supertype ?? noParent, facets: type.facets, schemas: type.schemas },
  ]);
  const fields = schemas.map((schema) => [
    schema.name,
    { '@prefix': declaredPrefix(schema) ?? '', ...writeFields(schema.fields, plain) },
  ]);
  return { doctypes: Object.fromEntries(doctypes), schemas: Object.fromEntries(fields) };
}

export function writeType(
  model: ContentModel,
  { name, supertype, facets, schemas }: DocumentType,
  options: SchemaWriteOptions,
): JsonOf<typeof typeSchema> {
  return {
    'entity-type': 'docType',
    name,
    parent: supertype,
    facets,
    schemas: schemasOf(model, schemas).map((schema) => writeSchema(schema, options)),
  };
}

export function writeSchema(
  schema: Schema,
  options: SchemaWriteOptions,
): JsonOf<typeof schemaSchema> {
  const prefix = declaredPrefix(schema);
  return {
    'entity-type': 'schema',
    name: schema.name,
    ...(prefix !== undefined && { prefix, '@prefix': prefix }),
    fields: writeFields(schema.fields, options),
  };
}

/** As lists show a schema. */
export function writeSchemaItem(
  schema: Schema,
  options: SchemaWriteOptions,
): JsonOf<typeof schemaItemSchema> {
  return {
    name: schema.name,
    '@prefix': declaredPrefix(schema) ?? '',
    fields: writeFields(schema.fields, options),
  };
}

/** As lists show a facet. */
export function writeFacetItem(
  model: ContentModel,
  { name, schemas }: Facet,
  options: SchemaWriteOptions,
): JsonOf<typeof facetItemSchema> {
  const written = schemasOf(model, schemas).map((schema) => writeSchemaItem(schema, options));
  return { name, ...(written.length > 0 && { schemas: written }) };
}

export function writeFacet(
  model: ContentModel,
  { name, schemas }: Facet,
  options: SchemaWriteOptions,
): JsonOf<typeof facetSchema> {
  const written = schemasOf(model, schemas).map((schema) => writeSchema(schema, options));
  return { 'entity-type': 'facet', name, ...(written.length > 0 && { schemas: written }) };
}

/** The schema of directory entries in the form of a document schema, for editors of vocabularies. */
export function directorySchema({ name, fields }: DirectorySchema): Schema {
  return {
    name,
    prefix: name,
    allowsUnprefixed: true,
    versionWritable: false,
    fields: fields.map((field) => ({ name: field.name, ...directoryFieldTypes[field.type] })),
  };
}

const directoryFieldTypes: Readonly<Record<DirectoryFieldType, Unnamed>> = {
  string: { type: 'string' },
  password: { type: 'string' },
  integer: { type: 'long' },
  boolean: { type: 'boolean' },
  date: { type: 'date' },
  'string[]': { type: 'array', item: { type: 'string' } },
};

function schemasOf(model: ContentModel, names: readonly string[]): readonly Schema[] {
  return names.flatMap((name) => model.findSchema(name) ?? []);
}

function declaredPrefix({ prefix, allowsUnprefixed }: Schema): string | undefined {
  return allowsUnprefixed ? undefined : prefix;
}

function writeFields(
  fields: readonly Field[],
  options: SchemaWriteOptions,
): JsonOf<typeof fieldsSchema> {
  return Object.fromEntries(fields.map((field) => [field.name, writeField(field, options)]));
}

type Constraint = JsonOf<typeof constraintSchema>;
type Unnamed = Omit<Field, 'name'>;

function writeField(field: Unnamed, options: SchemaWriteOptions): unknown {
  const { type, item, fields = [] } = field;
  if (type === 'complex') return { type, fields: writeFields(fields, options) };
  if (type === 'list' && item?.type === 'complex') {
    return { type: 'complex[]', fields: writeFields(item.fields ?? [], options) };
  }
  if (type === 'list' || type === 'array') return writeMany(field, options);
  if (type === 'blob' || !options.hasConstraints) return type;
  return { type, constraints: writeConstraints(field) };
}

function writeMany({ type, item, constraints }: Unnamed, options: SchemaWriteOptions): unknown {
  const text = `${item?.type ?? 'string'}[]`;
  if (type === 'list' || !options.hasConstraints || !item) return text;
  return {
    type: text,
    constraints: declaredConstraints(constraints),
    itemConstraints: writeConstraints(item),
  };
}

/** The type itself, the declared constraints, and what the value refers to. */
function writeConstraints({ type, constraints, reference }: Unnamed): readonly Constraint[] {
  return [
    constraint(type),
    ...declaredConstraints(constraints),
    ...(reference ? [writeReference(reference)] : []),
  ];
}

function declaredConstraints(declared: FieldConstraints = {}): readonly Constraint[] {
  const { notNull, enumeration, pattern, minLength, maxLength, minimum, maximum } = declared;
  const hasLength = minLength !== undefined || maxLength !== undefined;
  const hasInterval = minimum !== undefined || maximum !== undefined;
  return [
    ...(notNull ? [constraint('NotNullConstraint')] : []),
    ...(enumeration ? [constraint('EnumConstraint', { Values: enumeration.join(',') })] : []),
    ...(pattern === undefined ? [] : [constraint('PatternConstraint', { Pattern: pattern })]),
    ...(hasLength
      ? [constraint('LengthConstraint', { Minimum: minLength, Maximum: maxLength })]
      : []),
    ...(hasInterval ? [constraint('NumericIntervalConstraint', interval(minimum, maximum))] : []),
  ];
}

function interval(minimum: number | undefined, maximum: number | undefined): Parameters {
  return {
    Minimum: minimum,
    Maximum: maximum,
    MinimumInclusive: minimum === undefined ? undefined : true,
    MaximumInclusive: maximum === undefined ? undefined : true,
  };
}

function writeReference(reference: FieldReference): Constraint {
  const { resolver, directory, type, store, validation } = reference;
  // Widgets that select users and groups read here which of them to offer; both without a type.
  const isOfPeople = resolver === 'userManagerResolver';
  const includeUsers = isOfPeople ? type !== 'group' : undefined;
  const includeGroups = isOfPeople ? type !== 'user' : undefined;
  return constraint(resolver, { directory, type, includeUsers, includeGroups, store, validation });
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** Every parameter is text. */
function constraint(name: string, parameters: Parameters = {}): Constraint {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return {
    'entity-type': 'validation_constraint',
    name,
    parameters: Object.fromEntries(given.map(([key, value]) => [key, String(value)])),
  };
}
