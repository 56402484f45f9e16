declare const described: unique symbol;

/**
 * A JSON Schema (2020-12) with the TypeScript type of what it describes. Entities are declared with
 * it once: writers return `JsonOf` their schema, the API description and the tests use the schema.
 */
export interface JsonSchema<T = unknown> {
  readonly [keyword: string]: unknown;
  /** Only for the compiler. */
  readonly [described]: T;
}

/** The type of what a schema describes. */
export type JsonOf<S> = S extends JsonSchema<infer T> ? T : never;

export type Members = Readonly<Record<string, JsonSchema>>;

/** The type of an object with required and optional members. */
export type ObjectOf<R extends Members, O extends Members = Record<never, never>> = {
  readonly [Name in keyof R]: JsonOf<R[Name]>;
} & { readonly [Name in keyof O]?: JsonOf<O[Name]> };

export function schemaOf<T>(keywords: Readonly<Record<string, unknown>>): JsonSchema<T> {
  return keywords as unknown as JsonSchema<T>;
}

export const anything = schemaOf<unknown>({});
export const text = schemaOf<string>({ type: 'string' });
export const flag = schemaOf<boolean>({ type: 'boolean' });
export const integer = schemaOf<number>({ type: 'integer' });
export const number = schemaOf<number>({ type: 'number' });
/** As `writeTimestamp` writes it. */
export const instant = schemaOf<string>({ type: 'string', format: 'date-time' });
export const texts = arrayOf(text);

export function constant<const T extends string | boolean | null>(value: T): JsonSchema<T> {
  return schemaOf({ const: value });
}

export function oneOf<const T extends string>(...values: readonly T[]): JsonSchema<T> {
  return schemaOf({ type: 'string', enum: values });
}

export function anyOf<const S extends readonly JsonSchema[]>(
  ...alternatives: S
): JsonSchema<JsonOf<S[number]>> {
  return schemaOf({ anyOf: alternatives });
}

export function nullable<T>(schema: JsonSchema<T>): JsonSchema<T | null> {
  return typeof schema.type === 'string' && schema.enum === undefined && schema.title === undefined
    ? schemaOf({ ...schema, type: [schema.type, 'null'] })
    : schemaOf({ anyOf: [schema, { type: 'null' }] });
}

export function arrayOf<T>(items: JsonSchema<T>): JsonSchema<readonly T[]> {
  return schemaOf({ type: 'array', items });
}

/** Any names, each with a value of that schema. */
export function mapOf<T>(values: JsonSchema<T>): JsonSchema<Readonly<Record<string, T>>> {
  return schemaOf({ type: 'object', additionalProperties: values });
}

/** An object with these members and no others. */
export function objectOf<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
): JsonSchema<ObjectOf<R, O>> {
  return schemaOf({
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  });
}

/** Has a place of its own in the API description, where others refer to it. */
export function named<T>(title: string, schema: JsonSchema<T>): JsonSchema<T> {
  return schemaOf({ ...schema, title });
}

/** An object with an `entity-type`, which is its name as well. */
export function entityOf<
  const N extends string,
  R extends Members,
  O extends Members = Record<never, never>,
>(name: N, required: R, optional?: O): JsonSchema<{ readonly 'entity-type': N } & ObjectOf<R, O>> {
  return named(
    name,
    objectOf({ 'entity-type': constant(name), ...required }, optional),
  ) as JsonSchema<never>;
}

/** The schema of that name; for those that contain themselves. */
export function referenceTo<T = unknown>(title: string): JsonSchema<T> {
  return schemaOf({ $ref: `#/components/schemas/${title}` });
}
