import { sql } from 'kysely';
import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import {
  type Directory,
  type DirectoryCatalogue,
  type DirectoryEntry,
  type DirectoryValues,
  parentField,
} from '../../model/directory.ts';
import { completeEntryValues, readEntryId } from '../../model/directory-values.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { beginSecurityChange } from '../principals/security-revision.ts';
import { beginSharedChange, noteSharedChange } from '../principals/shared-changes.ts';
import { insertEntryRows, storedProperties, toEntry } from './entry-rows.ts';
import { findEntries } from './find-entries.ts';

/** Never by a path from the top: that could be the id of another entry. */
export async function findEntry(
  handle: ReadHandle,
  directory: Directory,
  id: string,
): Promise<DirectoryEntry | undefined> {
  const entry = (await findEntries(handle, directory, [id])).get(id);
  return entry?.id === id ? entry : undefined;
}

/** @throws AppError directory.entry-not-found */
export async function getEntry(
  handle: ReadHandle,
  directory: Directory,
  id: string,
): Promise<DirectoryEntry> {
  const entry = await findEntry(handle, directory, id);
  if (!entry) throw entryNotFound();
  return entry;
}

/**
 * Adds an entry at the end; fields that are not given have the schema's defaults. Where the server
 * generates the ids, the given one is ignored. Does not check that its parent exists.
 *
 * @throws AppError directory.entry-exists, directory.entry-invalid without an id
 */
export async function createEntry(
  handle: WriteHandle,
  directory: Directory,
  given: DirectoryValues,
): Promise<DirectoryEntry> {
  const { idField, name } = directory;
  await beginSecurityChange(handle);
  const id = directory.generatesIds ? await nextId(handle, directory) : given[idField];
  const values = completeEntryValues(directory, { ...given, [idField]: id ?? null });
  const key = readEntryId(values[idField]);
  const entries = [values];
  if ((await insertEntryRows(handle, directory, { entries, overwrites: false })) === 0) {
    throw new AppError(
      'directory.entry-exists',
      `Entry with id ${key} already exists in directory ${name}`,
    );
  }
  await noteSharedChange(handle, `entry:${name}`, [key]);
  return { directory, id: key, values };
}

/**
 * Sets the given fields and keeps the others. Clients receive passwords as empty texts, so an empty
 * one changes nothing.
 *
 * @throws AppError directory.entry-not-found, directory.entry-invalid for another id
 */
export async function updateEntry(
  handle: WriteHandle,
  directory: Directory,
  { id, values: changes }: { readonly id: string; readonly values: DirectoryValues },
): Promise<DirectoryEntry> {
  const { idField, name } = directory;
  await beginSharedChange(handle, `entry:${name}`, [id]);
  const before = await lockEntry(handle, directory, id);
  const idAfter = changes[idField];
  if (idAfter !== undefined && String(idAfter) !== id) {
    throw new AppError(
      'directory.entry-invalid',
      `${idField}: an entry keeps its id; send ${id} or leave it out`,
    );
  }
  const kept = directory.schema.fields.filter(
    ({ name, type }) => type === 'password' && changes[name] === '',
  );
  const secrets = Object.fromEntries(kept.map(({ name }) => [name, before.values[name] ?? null]));
  const values = {
    ...before.values,
    ...changes,
    ...secrets,
    [idField]: before.values[idField] ?? null,
  };
  await handle.run(
    handle.builder
      .updateTable('directory_entry')
      .set({ properties: storedProperties(values) })
      .where('directory', '=', name)
      .where('entry_id', '=', id),
  );
  return { directory, id, values };
}

/** @throws AppError directory.entry-not-found, directory.entry-in-use when others are below it */
export async function removeEntry(
  handle: WriteHandle,
  catalogue: DirectoryCatalogue,
  { directory, id }: Pick<DirectoryEntry, 'directory' | 'id'>,
): Promise<void> {
  await beginSharedChange(handle, `entry:${directory.name}`, [id]);
  await lockEntry(handle, directory, id);
  for (const child of catalogue.childrenOf(directory)) {
    if (await hasChildren(handle, child, id)) {
      throw new AppError(
        'directory.entry-in-use',
        'This entry is referenced in another vocabulary.',
        { detail: { directory: child.name } },
      );
    }
  }
  await handle.run(
    handle.builder
      .deleteFrom('directory_entry')
      .where('directory', '=', directory.name)
      .where('entry_id', '=', id),
  );
}

/** Two changes of one entry must not undo each other's fields. */
async function lockEntry(
  handle: WriteHandle,
  directory: Directory,
  id: string,
): Promise<DirectoryEntry> {
  const query = handle.builder
    .selectFrom('directory_entry')
    .select(['entry_id', 'properties'])
    .where('directory', '=', directory.name)
    .where('entry_id', '=', id);
  const row = await handle.first(handle.dialect.locking(query, 'update'));
  if (!row) throw entryNotFound();
  return toEntry(directory, row);
}

/** An entry that is its own parent can be removed. */
async function hasChildren(
  handle: ReadHandle,
  directory: Directory,
  parentId: string,
): Promise<boolean> {
  let query = handle.builder
    .selectFrom('directory_entry')
    .select('entry_id')
    .where('directory', '=', directory.name)
    .where(sql`properties ->> ${sql.lit(parentField)}`, '=', parentId)
    .limit(1);
  if (directory.parent === directory.name) query = query.where('entry_id', '!=', parentId);
  return (await handle.first(query)) !== undefined;
}

async function nextId(handle: WriteHandle, { name }: Directory): Promise<number> {
  const row = await handle.first(
    handle.builder
      .updateTable('directory_state')
      .set((e) => ({ last_id: e('last_id', '+', 1) }))
      .where('name', '=', name)
      .returning('last_id'),
  );
  return Number(present(row, `directory ${name} has been loaded`).last_id);
}

function entryNotFound(): AppError {
  return new AppError('directory.entry-not-found', 'Entry not found');
}
