import { AppError } from '../../base/errors/app-error.ts';
import { parseJson } from '../../base/json.ts';
import { refuseUnboundedJson } from '../../base/json-text.ts';
import type { Directory, DirectoryCatalogue, DirectoryEntry } from '../../model/directory.ts';
import type { Principal } from '../../model/principal.ts';
import { listAllEntries } from '../../repository/directories/list-entries.ts';
import { mayReadDirectory } from '../../repository/directories/rights.ts';
import type { ReadHandle } from '../../storage/database.ts';

const labelField = 'label';

/** The parameter `entries`: the text of a JSON array of objects by field. */
export function parseEntryObjects(text: string): readonly Readonly<Record<string, unknown>>[] {
  return parseArray(text).map((item, index) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
      return item as Readonly<Record<string, unknown>>;
    }
    throw invalidParameter(`its element ${index} is no JSON object`);
  });
}

/** The parameter `entries`: the text of a JSON array of ids, each of them once. */
export function parseEntryIds(text: string): readonly string[] {
  const ids = parseArray(text).map((item, index) => {
    if (['string', 'number', 'bigint'].includes(typeof item)) return String(item);
    throw invalidParameter(`its element ${index} is no id`);
  });
  return [...new Set(ids)];
}

function parseArray(text: string): readonly unknown[] {
  refuseUnboundedJson(text);
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (cause) {
    throw invalidParameter(`it is no JSON (${cause instanceof Error ? cause.message : ''})`);
  }
  if (!Array.isArray(json)) throw invalidParameter('it is no JSON array');
  return json;
}

function invalidParameter(reason: string): AppError {
  return new AppError(
    'operation.parameter-invalid',
    `Parameter entries: expected the text of a JSON array, but ${reason}`,
  );
}

/** All entries; none where the caller may not see them. */
export async function readableEntries(
  handle: ReadHandle,
  directory: Directory,
  caller: Principal,
): Promise<readonly DirectoryEntry[]> {
  return mayReadDirectory(caller, directory) ? listAllEntries(handle, directory) : [];
}

interface Labelling {
  readonly catalogue: DirectoryCatalogue;
  readonly translateLabels: boolean;
  readonly lang: string | null;
}

/** An entry as an object of its fields; without passwords. */
export function entryFields(
  { directory, values }: DirectoryEntry,
  { catalogue, translateLabels, lang }: Labelling,
): Readonly<Record<string, unknown>> {
  const shown = directory.schema.fields.map(({ name, type }) => {
    const value = values[name] ?? null;
    if (type === 'password') return [name, ''];
    const isTranslated = translateLabels && name === labelField && typeof value === 'string';
    return [name, isTranslated ? catalogue.translate(value, lang === null ? [] : [lang]) : value];
  });
  return Object.fromEntries(shown);
}
