import type { Directory, DirectoryCatalogue } from '../../model/directory.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { insertEntryRows } from './entry-rows.ts';

/**
 * Loads the entries of directory definitions, by their load policies: by default only once, so that
 * changes and removals by users stay. Safe when several nodes start at once.
 */
export async function loadDirectories(
  handle: WriteHandle,
  { directories }: DirectoryCatalogue,
): Promise<void> {
  const rows = await handle.all(handle.builder.selectFrom('directory_state').select('name'));
  const loaded = new Set(rows.map(({ name }) => name));
  for (const directory of directories) {
    if (directory.source !== 'entries') continue;
    const isNew = !loaded.has(directory.name) && (await claim(handle, directory));
    if (!isNew && directory.loadPolicy === 'once') continue;
    const overwrites = directory.loadPolicy === 'overwrite';
    await insertEntryRows(handle, directory, { entries: directory.entries, overwrites });
  }
}

/** False when another node was first; its entries are stored by now. */
async function claim(handle: WriteHandle, directory: Directory): Promise<boolean> {
  const created = await handle.run(
    handle.builder
      .insertInto('directory_state')
      .values({ name: directory.name, last_id: largestId(directory) })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
  return created === 1;
}

/** Generated ids start after the ids of the first entries. */
function largestId({ entries, idField }: Directory): number {
  const ids = entries.map((values) => values[idField]);
  return ids.reduce<number>((most, id) => (typeof id === 'number' && id > most ? id : most), 0);
}
