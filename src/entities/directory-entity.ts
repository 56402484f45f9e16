import { AppError } from '../base/errors/app-error.ts';
import {
  type Directory,
  type DirectoryCatalogue,
  type DirectoryEntry,
  type DirectoryField,
  type DirectoryValue,
  type EntryIndex,
  parentField,
} from '../model/directory.ts';
import { type PageFacts, pageOf, writePage } from './documents-entity.ts';
import {
  anyOf,
  anything,
  arrayOf,
  entityOf,
  integer,
  type JsonOf,
  mapOf,
  nullable,
  text,
} from './json-schema.ts';

const labelField = 'label';

export interface EntryWriteOptions {
  readonly catalogue: DirectoryCatalogue;
  /** Fields that are shown as the entries they name. */
  readonly fetch: readonly string[];
  /** Fields whose values are message keys to be translated. */
  readonly translate: readonly string[];
  /** The caller's languages, preferred first. */
  readonly languages: readonly string[];
  /** The entries that fetched fields refer to, with as many levels of parents as were loaded. */
  readonly parents: EntryIndex;
  /** How many levels of parents are written at most. */
  readonly levels: number;
}

/** What a client sends as an entry. */
export interface EntryInput {
  readonly directoryName: string | undefined;
  /** The id as sent: in the entity or among its properties. */
  readonly id: string | number | bigint | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

const directoryEntitySchema = entityOf('directory', {
  name: text,
  schema: text,
  idField: text,
  parent: nullable(text),
});

export const directoriesSchema = entityOf('directories', {
  entries: arrayOf(directoryEntitySchema),
});

/** Fields of the schema of the directory; a fetched parent is an entry. */
export const directoryEntrySchema = entityOf('directoryEntry', {
  directoryName: text,
  id: anyOf(text, integer),
  properties: mapOf(anything),
});

export const directoryEntriesSchema = pageOf('directoryEntries', directoryEntrySchema);

export type EntryEntity = JsonOf<typeof directoryEntrySchema>;

export function writeDirectories(
  directories: readonly Directory[],
): JsonOf<typeof directoriesSchema> {
  return { 'entity-type': 'directories', entries: directories.map(writeDirectory) };
}

function writeDirectory({
  name,
  schema,
  idField,
  parent,
}: Directory): JsonOf<typeof directoryEntitySchema> {
  return { 'entity-type': 'directory', name, schema: schema.name, idField, parent };
}

export function writeDirectoryEntries(
  page: PageFacts,
  entries: readonly EntryEntity[],
): JsonOf<typeof directoryEntriesSchema> {
  return writePage('directoryEntries', page, entries);
}

export function writeDirectoryEntry(
  entry: DirectoryEntry,
  options: EntryWriteOptions,
): EntryEntity {
  const { directory, id, values } = entry;
  const properties = directory.schema.fields.map((field) => [
    field.name,
    writeField(entry, { field, value: values[field.name] ?? null }, options),
  ]);
  return {
    'entity-type': 'directoryEntry',
    directoryName: directory.name,
    id,
    properties: Object.fromEntries(properties),
  };
}

interface FieldValue {
  readonly field: DirectoryField;
  readonly value: DirectoryValue;
}

function writeField(
  { directory }: DirectoryEntry,
  { field: { name, type }, value }: FieldValue,
  options: EntryWriteOptions,
): unknown {
  if (type === 'password') return '';
  if (typeof value !== 'string') return value;
  if (name === parentField && options.levels > 0 && options.fetch.includes(parentField)) {
    const target = options.catalogue.parentOf(directory);
    const parent = target && options.parents.find(target, value);
    const above = { ...options, levels: options.levels - 1 };
    return parent ? writeDirectoryEntry(parent, above) : value;
  }
  const isTranslated = name === labelField && options.translate.includes(labelField);
  return isTranslated ? options.catalogue.translate(value, options.languages) : value;
}

/** @throws AppError directory.entry-invalid naming the members of a wrong type */
export function readDirectoryEntry(
  entity: Readonly<Record<string, unknown>>,
  idField: string,
): EntryInput {
  const { directoryName, properties = {} } = entity;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    throw invalid('properties: must be a JSON object of the fields of the entry');
  }
  if (directoryName !== undefined && directoryName !== null && typeof directoryName !== 'string') {
    throw invalid('directoryName: must be a text');
  }
  const fields = properties as Readonly<Record<string, unknown>>;
  return {
    directoryName: directoryName ?? undefined,
    id: readId(entity.id) ?? readId(fields[idField]),
    properties: fields,
  };
}

function readId(value: unknown): string | number | bigint | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  throw invalid('id: must be a text or a number');
}

function invalid(message: string): AppError {
  return new AppError('directory.entry-invalid', message);
}
