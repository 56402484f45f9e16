import { isBlobValue, type PropertyValue } from '../model/value.ts';
import type { VariableDefinition } from '../model/workflow/workflow-model.ts';
import { writeBlob } from './blob-entity.ts';
import type { BlobUrlContext } from './blob-url.ts';
import type { Dialect } from './dialect.ts';
import { anything, mapOf } from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

/** Name → value: texts, numbers, booleans, dates, files, lists of them, or null. */
export const variableMap = mapOf(anything);

type Variables = Readonly<Record<string, unknown>>;

interface VariableWriting {
  readonly dialect: Dialect;
  /** Of the document that has the files among the values. */
  readonly blobUrls: BlobUrlContext;
  /** In front of the name of a variable in the addresses of files. */
  readonly schema: string;
}

/**
 * Each variable that is defined, in that order; null where it has no value. Variables are no
 * properties of documents: numbers and booleans are JSON values in both dialects.
 */
export function writeVariables(
  definitions: readonly VariableDefinition[],
  values: Variables,
  writing: VariableWriting,
): Record<string, unknown> {
  return Object.fromEntries(
    definitions.map(({ name, type }) => {
      const value = values[name] ?? null;
      return [name, type === 'blob' ? writeFile(name, value, writing) : writePlain(type, value)];
    }),
  );
}

function writeFile(name: string, value: unknown, writing: VariableWriting): unknown {
  const { blobUrls: urls, dialect, schema } = writing;
  if (!isBlobValue(value as PropertyValue)) return null;
  return writeBlob(value as Parameters<typeof writeBlob>[0], `${schema}:${name}`, {
    urls,
    dialect,
  });
}

/** The types of values are checked when they are set, so that only dates need a form of their own. */
function writePlain(type: VariableDefinition['type'], value: unknown): unknown {
  if (type === 'date') return writeDate(value);
  return type === 'date[]' && Array.isArray(value) ? value.map(writeDate) : value;
}

function writeDate(value: unknown): unknown {
  return typeof value === 'number' ? writeTimestamp(value) : value;
}
