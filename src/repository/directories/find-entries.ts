import {
  type Directory,
  type DirectoryEntry,
  isWithinItself,
  parentField,
} from '../../model/directory.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { readRowsOf, toEntry } from './entry-rows.ts';
import { findPrincipalEntries } from './principal-entries.ts';

const separator = '/';

/**
 * The entries that the given values name, by these values; unknown ones are left out. In
 * hierarchical directories a value may be a path from the top: `art/cinema` is the entry `cinema`
 * below `art`. One query for any number of values. The caller checks who may see the directory.
 */
export async function findEntries(
  handle: ReadHandle,
  directory: Directory,
  values: readonly string[],
): Promise<ReadonlyMap<string, DirectoryEntry>> {
  const wanted = [...new Set(values)].filter((value) => value !== '' && isStorableText(value));
  if (wanted.length === 0) return new Map();
  if (directory.source !== 'entries') return findPrincipalEntries(handle, directory, wanted);
  const ids = new Set(wanted.flatMap((value) => [value, ...value.split(separator)]));
  const rows = await readRowsOf(handle, directory, [...ids]);
  const byId = new Map(rows.map((row) => [row.entry_id, toEntry(directory, row)]));
  const found = new Map<string, DirectoryEntry>();
  for (const value of wanted) {
    const entry = byId.get(value) ?? followPath(byId, directory, value.split(separator));
    if (entry) found.set(value, entry);
  }
  return found;
}

/**
 * Each step must be a child of the previous one. Where parents are in another directory only the
 * last of them can be compared.
 */
function followPath(
  byId: ReadonlyMap<string, DirectoryEntry>,
  directory: Directory,
  steps: readonly string[],
): DirectoryEntry | undefined {
  const parentId = steps.at(-2);
  const entry = byId.get(steps.at(-1) ?? '');
  if (parentId === undefined || entry?.values[parentField] !== parentId) return undefined;
  if (!isWithinItself(directory)) return steps.length === 2 ? entry : undefined;
  if (steps.length > 2) return followPath(byId, directory, steps.slice(0, -1)) ? entry : undefined;
  const top = byId.get(parentId);
  return top && !top.values[parentField] ? entry : undefined;
}
