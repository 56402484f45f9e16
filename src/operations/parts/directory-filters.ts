import type { PropertyMap } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Directory, DirectoryEntry, DirectoryField } from '../../model/directory.ts';

/** Decides which entries of a directory match. */
type EntryFilter = (entry: DirectoryEntry) => boolean;

/**
 * Fields that must have a value; those in `searchedFields` must begin with it, ignoring case. Unset
 * values are the same as empty texts.
 *
 * @throws AppError operation.parameter-invalid for unknown fields
 */
export function createEntryFilter(
  directory: Directory,
  filters: PropertyMap,
  searchedFields: readonly string[] = [],
): EntryFilter {
  // Forms send an empty text for an empty list.
  const prefixFields = searchedFields.filter((name) => name.trim() !== '');
  for (const name of prefixFields) getField(directory, 'fulltextFields', name);
  const conditions = [...filters].map(([name, value]) => {
    const field = getField(directory, 'filters', name);
    if (field.type === 'password') throw invalidParameter('filters', `${name} is secret`);
    const wanted = String(value ?? '');
    const isPrefix = prefixFields.includes(name);
    return ({ values }: DirectoryEntry): boolean => {
      const actual = String(values[name] ?? '');
      return isPrefix ? actual.toLowerCase().startsWith(wanted.toLowerCase()) : actual === wanted;
    };
  });
  return (entry) => conditions.every((holds) => holds(entry));
}

/** @throws AppError operation.parameter-invalid */
export function getField(directory: Directory, parameter: string, name: string): DirectoryField {
  const field = directory.schema.fields.find((each) => each.name === name);
  if (field) return field;
  const known = directory.schema.fields.map((each) => each.name).join(', ');
  throw invalidParameter(parameter, `${name} is not one of ${known}`);
}

function invalidParameter(parameter: string, reason: string): AppError {
  return new AppError('operation.parameter-invalid', `Parameter ${parameter}: ${reason}`);
}
