import { AppError } from '../../base/errors/app-error.ts';
import type { Directory, DirectoryValues } from '../../model/directory.ts';
import { completeEntryValues, readEntryId } from '../../model/directory-values.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { beginSharedChange } from '../principals/shared-changes.ts';
import { createEntry, updateEntry } from './change-entries.ts';
import { insertEntryRows, readRowsOf } from './entry-rows.ts';

/** What to do with a new entry whose id exists: skip it, change the existing entry, or fail. */
export type DuplicateEntries = 'skip' | 'change' | 'refuse';

interface NewEntries {
  /** Results of `readNewEntryValues`. */
  readonly entries: readonly DirectoryValues[];
  readonly duplicates: DuplicateEntries;
}

/**
 * Adds entries at the end, in their order. Generated ids are never duplicates.
 *
 * @throws AppError directory.entry-exists
 */
export async function addEntries(
  handle: WriteHandle,
  directory: Directory,
  { entries, duplicates }: NewEntries,
): Promise<void> {
  if (directory.generatesIds) {
    for (const values of entries) await createEntry(handle, directory, values);
    return;
  }
  const idOf = (values: DirectoryValues): string => readEntryId(values[directory.idField]);
  const rows = await readRowsOf(handle, directory, entries.map(idOf));
  const taken = new Set(rows.map((row) => row.entry_id));
  const added: DirectoryValues[] = [];
  const repeated: DirectoryValues[] = [];
  for (const values of entries) {
    (taken.has(idOf(values)) ? repeated : added).push(values);
    taken.add(idOf(values));
  }
  const [first] = repeated;
  if (duplicates === 'refuse' && first) throw alreadyExists(directory, idOf(first));
  if (added.length > 0) await beginSharedChange(handle, `entry:${directory.name}`, added.map(idOf));
  const complete = added.map((values) => completeEntryValues(directory, values));
  await insertEntryRows(handle, directory, { entries: complete, overwrites: false });
  if (duplicates !== 'change') return;
  for (const values of repeated) await updateEntry(handle, directory, { id: idOf(values), values });
}

function alreadyExists({ name }: Directory, id: string): AppError {
  return new AppError(
    'directory.entry-exists',
    `Entry with id ${id} already exists in directory ${name}`,
  );
}
