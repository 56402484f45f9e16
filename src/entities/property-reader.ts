import { AppError, isAppError } from '../base/errors/app-error.ts';
import { joinProblems } from '../base/errors/problem-list.ts';
import { limits } from '../base/limits.ts';
import { type BlobInput, PendingBlob, type PropertyInput } from '../model/blob-input.ts';
import type { DocumentShape, Field, ScalarType } from '../model/content-model.ts';
import { type BlobValue, isStorableText, type PropertyValue } from '../model/value.ts';
import { displayName, type Xpath } from '../model/xpath.ts';
import { type JsonObject, type OwnBlobUrlParser, readBlob } from './blob-entity.ts';
import { readReference } from './reference-reader.ts';
import { readScalar, readText, Unreadable } from './scalar-reader.ts';

interface ReadPropertiesOptions {
  /** Usually `parseOwnBlobUrl` of blob-url.ts with the base URLs of the request. */
  readonly parseOwnBlobUrl: OwnBlobUrlParser;
}

interface ReadProperties {
  /** `prefix:field` → value, for the given properties that the shape has. */
  readonly values: Readonly<Record<string, PropertyInput>>;
  /** If false, `resolvePendingBlobs` is not needed. */
  readonly hasPendingBlobs: boolean;
}

/**
 * Reads the `properties` of a request in the forms of either dialect. Keys that the shape does not
 * have are ignored. Null unsets a property.
 *
 * @throws AppError property.invalid naming all invalid properties, request.invalid when `json` is not an object
 */
export function readProperties(
  json: unknown,
  shape: DocumentShape,
  options: ReadPropertiesOptions,
): ReadProperties {
  if (json === undefined || json === null) return { values: {}, hasPendingBlobs: false };
  if (!isJsonObject(json)) {
    throw new AppError('request.invalid', 'properties must be a JSON object');
  }
  const reader: Reader = { ...options, pendingBlobs: 0 };
  const values: Record<string, PropertyInput> = {};
  const problems: string[] = [];
  for (const key of Object.keys(json)) {
    const definition = shape.properties.get(key);
    if (!definition) continue;
    const place = { field: definition.field, path: displayName(definition) };
    try {
      values[key] = readBounded(reader, json[key], place);
    } catch (error) {
      if (!isAppError(error, 'property.invalid')) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new AppError('property.invalid', joinProblems(problems));
  return { values, hasPendingBlobs: reader.pendingBlobs > 0 };
}

function readBounded(reader: Reader, json: unknown, place: Place): PropertyInput {
  if (isDeeperThan(json, limits.jsonDepthMax)) {
    fail(place.path, `nested deeper than ${limits.jsonDepthMax} levels`);
  }
  return readValue(reader, json, place);
}

/**
 * Reads the value of one place, in the forms `readProperties` takes.
 *
 * @throws AppError property.invalid
 */
export function readPropertyAt(
  json: unknown,
  { text, field }: Pick<Xpath, 'text' | 'field'>,
  options: ReadPropertiesOptions,
): PropertyInput {
  return readBounded({ ...options, pendingBlobs: 0 }, json ?? null, { field, path: text });
}

interface Reader extends ReadPropertiesOptions {
  pendingBlobs: number;
}

interface Place {
  readonly field: Omit<Field, 'name'>;
  readonly path: string;
}

function readValue(reader: Reader, json: unknown, { field, path }: Place): PropertyInput {
  switch (field.type) {
    case 'array':
    case 'list':
      return readItems(reader, json, { field, path });
    case 'complex':
      return unlessVoid(readComplex(reader, json, { field, path }));
    case 'blob':
      return readBlobInput(reader, json, path);
    default:
      return readSingle(reader, json, { field, path });
  }
}

function readItems(reader: Reader, json: unknown, { field, path }: Place): PropertyInput {
  if (json === null) return null;
  if (!field.item) return [];
  if (!Array.isArray(json)) return fail(path, 'expected an array');
  if (json.length > limits.listLengthMax) {
    return fail(path, `the list has more than ${limits.listLengthMax} items`);
  }
  const item = field.item;
  return json.map((entry: unknown, index) => {
    const place = { field: item, path: `${path}/${index}` };
    return item.type === 'complex'
      ? readComplex(reader, entry, place)
      : readValue(reader, entry, place);
  });
}

function readComplex(reader: Reader, json: unknown, { field, path }: Place): PropertyInput {
  if (json === null) return null;
  if (!isJsonObject(json)) return fail(path, 'expected an object');
  const value: Record<string, PropertyInput> = {};
  for (const sub of field.fields ?? []) {
    const given = json[sub.name];
    if (given === undefined) continue;
    value[sub.name] = readValue(reader, given, { field: sub, path: `${path}/${sub.name}` });
  }
  return value;
}

/** An unset complex value is written as an object of nulls; sending that back must not set it. */
function unlessVoid(value: PropertyInput): PropertyInput {
  return value === null || Object.values(value).every(isUnset) ? null : value;
}

function isUnset(part: PropertyInput): boolean {
  return part === null || (Array.isArray(part) && part.length === 0);
}

function readBlobInput(reader: Reader, json: unknown, path: string): PropertyInput {
  if (json === null) return null;
  if (!isJsonObject(json)) return fail(path, 'expected a blob object');
  const input = readBlob(json, reader.parseOwnBlobUrl);
  if (!hasStorableNames(input)) return fail(path, 'a text of the blob contains a NUL character');
  reader.pendingBlobs += 1;
  return new PendingBlob(input);
}

/** The text of an inline blob is content and unrestricted; all others go to the database. */
function hasStorableNames(input: BlobInput): boolean {
  return Object.entries(input).every(([key, text]) => key === 'text' || isStorableText(text ?? ''));
}

function readSingle(reader: Reader, json: unknown, { field, path }: Place): PropertyInput {
  const result = isJsonObject(json)
    ? readObjectAsScalar(reader, json, { field, path })
    : readScalar(field.type as ScalarType, json);
  return result instanceof Unreadable ? fail(path, result.reason) : result;
}

/** An entity is replaced by its id where the field refers to such; inline text by the text. */
function readObjectAsScalar(
  reader: Reader,
  json: JsonObject,
  { field, path }: Place,
): string | Unreadable {
  if (field.reference) return readReference(json, field.reference, path);
  const blob = readBlob(json, reader.parseOwnBlobUrl);
  if (field.type === 'string' && blob.kind === 'inline') return readText(blob.text);
  return new Unreadable(`expected a ${field.type}, not an object`);
}

function fail(path: string, reason: string): never {
  throw new AppError('property.invalid', `Unable to deserialize property: ${path} (${reason})`);
}

function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isDeeperThan(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (levels === 0) return true;
  return Object.values(json).some((value) => isDeeperThan(value, levels - 1));
}

/** Resolves a blob input; undefined when there is no blob. */
export type BlobResolver = (pending: PendingBlob) => Promise<BlobValue | undefined>;

/**
 * The values with all blobs resolved. A property whose blob input is unusable is left out, that is,
 * unchanged; inside a list or complex value, which are rebuilt as a whole, it becomes null.
 */
export async function resolvePendingBlobs(
  values: Readonly<Record<string, PropertyInput>>,
  resolve: BlobResolver,
): Promise<Record<string, PropertyValue>> {
  const resolved: Record<string, PropertyValue> = {};
  for (const [key, value] of Object.entries(values)) {
    const result = await resolveValue(value, resolve);
    if (result !== undefined) resolved[key] = result;
  }
  return resolved;
}

/** One after the other, in the order of the request, so that errors are deterministic. */
async function resolveValue(
  value: PropertyInput,
  resolve: BlobResolver,
): Promise<PropertyValue | undefined> {
  if (value instanceof PendingBlob) {
    return value.input.kind === 'unusable' ? undefined : resolve(value);
  }
  if (!hasPendingBlob(value)) return value as PropertyValue;
  if (Array.isArray(value)) {
    const items: PropertyValue[] = [];
    for (const item of value) items.push((await resolveValue(item, resolve)) ?? null);
    return items;
  }
  const complex: Record<string, PropertyValue> = {};
  for (const [name, item] of Object.entries(value as Record<string, PropertyInput>)) {
    complex[name] = (await resolveValue(item, resolve)) ?? null;
  }
  return complex;
}

function hasPendingBlob(value: PropertyInput): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof PendingBlob || Object.values(value).some(hasPendingBlob);
}
