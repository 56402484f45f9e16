import {
  type DirectoryCatalogue,
  type DirectoryEntry,
  EntryIndex,
  parentField,
} from '../../model/directory.ts';
import type { Principal } from '../../model/principal.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findEntries } from './find-entries.ts';
import { mayReadDirectory } from './rights.ts';

interface ParentQuery {
  readonly catalogue: DirectoryCatalogue;
  readonly caller: Principal;
  /** How many levels of parents to load. */
  readonly levels: number;
}

/** The parents of the entries that the caller may see: one query per directory and level. */
export async function loadParents(
  handle: ReadHandle,
  entries: readonly DirectoryEntry[],
  { catalogue, caller, levels }: ParentQuery,
): Promise<EntryIndex> {
  const index = new EntryIndex();
  let level: readonly DirectoryEntry[] = entries;
  for (let count = 0; count < levels && level.length > 0; count += 1) {
    const next: DirectoryEntry[] = [];
    for (const [directory, children] of Map.groupBy(level, (e) =>
      catalogue.parentOf(e.directory),
    )) {
      if (!directory || !mayReadDirectory(caller, directory)) continue;
      const ids = children.map(({ values }) => values[parentField]);
      const found = await findEntries(handle, directory, ids.filter(isText));
      for (const parent of found.values()) {
        if (index.find(directory, parent.id)) continue;
        index.add(parent);
        next.push(parent);
      }
    }
    level = next;
  }
  return index;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
