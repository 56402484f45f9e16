import { sql } from 'kysely';
import { mapInTurns } from '../../base/turns.ts';
import type { Directory, DirectoryEntry, DirectoryField } from '../../model/directory.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { allWithin } from '../sql/bounded-rows.ts';
import { isInTime } from '../sql/time-check.ts';
import { fieldSql, toEntry } from './entry-rows.ts';
import { listPrincipalEntries } from './principal-entries.ts';

export interface EntrySort {
  readonly field: DirectoryField;
  readonly isDescending: boolean;
}

interface EntryQuery {
  readonly offset: number;
  /** All when left out. */
  readonly limit?: number;
  /** The order of creation when empty; users and groups are always sorted by name. */
  readonly sort?: readonly EntrySort[];
}

interface EntryPage {
  readonly entries: readonly DirectoryEntry[];
  /** Of the whole directory. */
  readonly total: number;
}

/** The caller checks who may see the directory. */
export async function listEntries(
  handle: ReadHandle,
  directory: Directory,
  { offset, limit = Number.MAX_SAFE_INTEGER, sort = [] }: EntryQuery,
): Promise<EntryPage> {
  if (directory.source !== 'entries') {
    return listPrincipalEntries(handle, directory, { offset, limit });
  }
  let query = handle.builder
    .selectFrom('directory_entry')
    .select(['entry_id', 'properties'])
    .where(isInTime(handle, 'directory_entry'))
    .where('directory', '=', directory.name);
  for (const { field, isDescending } of sort) {
    const value = fieldSql(handle.dialect, field);
    // Unset values come last in both directions, on both engines.
    query = query
      .orderBy(sql`case when ${value} is null then 1 else 0 end`)
      .orderBy(value, isDescending ? 'desc' : 'asc');
  }
  const rows = await allWithin(handle, query.orderBy('position').limit(limit).offset(offset), {
    texts: ['properties'],
    remedy: `ask for a page of ${directory.name} (pageSize, currentPageIndex)`,
  });
  const entries = await mapInTurns(rows, (row) => toEntry(directory, row));
  const isWhole = offset === 0 && entries.length < limit;
  return { entries, total: isWhole ? entries.length : await countEntries(handle, directory) };
}

export async function listAllEntries(
  handle: ReadHandle,
  directory: Directory,
): Promise<readonly DirectoryEntry[]> {
  return (await listEntries(handle, directory, { offset: 0 })).entries;
}

async function countEntries(handle: ReadHandle, directory: Directory): Promise<number> {
  const row = await handle.first(
    handle.builder
      .selectFrom('directory_entry')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where(isInTime(handle, 'directory_entry'))
      .where('directory', '=', directory.name),
  );
  return Number(row?.total ?? 0);
}
