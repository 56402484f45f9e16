import {
  type Directory,
  type DirectoryEntry,
  type EntryIndex,
  isWithinItself,
  parentField,
} from '../../model/directory.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { findEntries } from './find-entries.ts';
import { loadParents } from './parent-entries.ts';
import { mayReadDirectory } from './rights.ts';

/** The most steps of a path; each of them needs a query. */
const levelsMax = 16;

const separator = '/';

/** Name of a directory → ids of entries. */
type EntryIds = ReadonlyMap<string, readonly string[]>;
/** Name of a directory → id of an entry → its path from the top, `art/cinema`. */
type EntryPaths = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The values that documents store for entries of hierarchical directories, if the caller may see
 * them. For all other entries documents store the id.
 */
export async function findEntryPaths(
  { handle, directories: catalogue, principal: caller }: ReadUnit,
  wanted: EntryIds,
): Promise<EntryPaths> {
  const paths = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, ids] of wanted) {
    const directory = catalogue.find(name);
    if (!directory || !isWithinItself(directory) || !mayReadDirectory(caller, directory)) continue;
    const found = await findEntries(handle, directory, ids);
    const query = { catalogue, caller, levels: levelsMax };
    const parents = await loadParents(handle, [...found.values()], query);
    paths.set(
      name,
      new Map([...found].map(([id, entry]) => [id, pathOf(directory, entry, parents)])),
    );
  }
  return paths;
}

/** The id alone where the path does not begin at the top. */
function pathOf(directory: Directory, entry: DirectoryEntry, parents: EntryIndex): string {
  const steps = [entry.id];
  let parentId = entry.values[parentField];
  while (typeof parentId === 'string' && parentId !== '') {
    const parent = parents.find(directory, parentId);
    if (!parent || steps.length > levelsMax) return entry.id;
    steps.unshift(parent.id);
    parentId = parent.values[parentField];
  }
  return steps.join(separator);
}
