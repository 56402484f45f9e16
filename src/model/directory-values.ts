import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import type { Directory, DirectoryField, DirectoryValue, DirectoryValues } from './directory.ts';
import { isStorableText } from './value.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields as a client or a file gives them, each in the type of the schema. Fields that are not
 * given are not in the result.
 *
 * @throws AppError directory.entry-invalid naming the field
 */
export function readEntryValues(directory: Directory, given: Fields): DirectoryValues {
  const values: Record<string, DirectoryValue> = {};
  for (const field of knownFields(directory, given)) {
    values[field.name] = readFieldValue(field, given[field.name]);
  }
  return values;
}

/** There can be many given fields: throws at the first unknown one, before any is copied. */
function knownFields({ schema, name }: Directory, given: Fields): DirectoryField[] {
  const byName = new Map(schema.fields.map((field) => [field.name, field]));
  return Object.keys(given).map((key) => {
    const field = byName.get(key);
    if (field) return field;
    const known = [...byName.keys()].join(', ');
    throw invalid(`${key.slice(0, 200)}: entries of ${name} have no such field, only ${known}`);
  });
}

/**
 * The fields of a new entry. Where the server generates the ids, a given one is ignored.
 *
 * @throws AppError directory.entry-invalid naming the field, or that the id is missing
 */
export function readNewEntryValues(directory: Directory, given: Fields): DirectoryValues {
  knownFields(directory, given);
  const { [directory.idField]: id, ...others } = given;
  if (directory.generatesIds) return readEntryValues(directory, others);
  return readEntryValues(directory, { ...others, [directory.idField]: readEntryId(id) });
}

/** All fields: those without a value have the default of the schema. */
export function completeEntryValues(
  directory: Directory,
  values: DirectoryValues,
): DirectoryValues {
  return Object.fromEntries(
    directory.schema.fields.map((field) => [
      field.name,
      Object.hasOwn(values, field.name) ? (values[field.name] ?? null) : field.default,
    ]),
  );
}

/** @throws AppError directory.entry-invalid naming the field */
export function readFieldValue(field: DirectoryField, value: unknown): DirectoryValue {
  if (value === null || value === undefined) return null;
  switch (field.type) {
    case 'string':
    case 'password':
      return readText(field, value);
    case 'integer':
      return readInteger(field, value);
    case 'boolean':
      return readBoolean(field, value);
    case 'date':
      return readDate(field, value);
    case 'string[]':
      throw invalid(`${field.name}: lists cannot be changed here`);
  }
}

/**
 * The id as text, valid as a key.
 *
 * @throws AppError directory.entry-invalid
 */
export function readEntryId(value: unknown): string {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const id = typeof value === 'string' ? value : isNumber ? String(value) : '';
  if (id === '') throw invalid('Missing id: send it as id or among the properties');
  if (id.length > limits.directoryEntryIdLengthMax) {
    throw invalid(`id: must have at most ${limits.directoryEntryIdLengthMax} characters`);
  }
  if (!isStorableText(id)) throw invalid('id: must not contain NUL or half characters');
  return id;
}

/** Clients send back what they received, so a parent may be given as the entry itself. */
function readText(field: DirectoryField, value: unknown): string {
  const text = referencedId(value) ?? value;
  if (typeof text === 'number' || typeof text === 'bigint' || typeof text === 'boolean') {
    return String(text);
  }
  if (typeof text !== 'string') throw invalid(`${field.name}: must be a text`);
  if (text.length > limits.directoryTextLengthMax) {
    throw invalid(
      `${field.name}: has ${text.length} characters; use at most ${limits.directoryTextLengthMax}`,
    );
  }
  if (!isStorableText(text)) {
    throw invalid(`${field.name}: must not contain NUL or half characters`);
  }
  return text;
}

function referencedId(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const entity = value as Fields;
  return entity['entity-type'] === 'directoryEntry' ? entity.id : undefined;
}

const integerText = /^\s*[+-]?\d{1,25}\s*$/;
const longMin = -(2n ** 63n);
const longMax = 2n ** 63n - 1n;

/** All 64 bits: both engines sort by them. */
function readInteger(field: DirectoryField, value: unknown): number | bigint | null {
  if (value === '') return null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  const isText = typeof value === 'string' && integerText.test(value);
  const integer = isText ? BigInt(value.trim().replace(/^\+/, '')) : value;
  if (typeof integer !== 'bigint') throw invalid(`${field.name}: must be a whole number`);
  if (integer < longMin || integer > longMax) {
    throw invalid(`${field.name}: must be a whole number of 64 bits, ${longMin} to ${longMax}`);
  }
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

function readBoolean(field: DirectoryField, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw invalid(`${field.name}: must be true or false`);
}

const dateForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Kept as text in UTC, which sorts as the instants do. */
function readDate(field: DirectoryField, value: unknown): string | null {
  if (value === '') return null;
  if (typeof value === 'string' && dateForm.test(value)) {
    const hasZone = !value.includes('T') || /(?:Z|[+-]\d\d:\d\d)$/.test(value);
    const epochMs = Date.parse(hasZone ? value : `${value}Z`);
    if (!Number.isNaN(epochMs)) return new Date(epochMs).toISOString();
  }
  throw invalid(`${field.name}: must be a date such as 2026-01-31T12:00:00Z`);
}

function invalid(message: string): AppError {
  return new AppError('directory.entry-invalid', message);
}
