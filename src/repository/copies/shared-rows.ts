import { slicesOf } from '../../base/slices.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { existingGroups } from '../principals/groups.ts';

/** What is copied of a user: nothing with which one can sign in. */
export interface UserRow {
  readonly username: string;
  readonly properties: string;
  readonly created_at: number;
  readonly source: string | null;
  readonly disabled_at: number | null;
}

export interface GroupRow {
  readonly groupname: string;
  readonly properties: string;
}

export interface MemberRow {
  readonly groupname: string;
  readonly member_kind: string;
  readonly member_name: string;
}

export interface EntryRow {
  readonly directory: string;
  readonly entry_id: string;
  readonly properties: string;
}

export const userColumns = [
  'username',
  'properties',
  'created_at',
  'source',
  'disabled_at',
] as const satisfies (keyof UserRow)[];

/** Each has at most so many columns that a statement stays below the limits of the engines. */
export const rowsPerStatement = 500;

export async function putUsers(handle: WriteHandle, users: readonly UserRow[]): Promise<void> {
  for (const rows of slicesOf(users, rowsPerStatement)) {
    await handle.run(
      handle.builder
        .insertInto('user_account')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('username').doUpdateSet((e) => ({
            properties: e.ref('excluded.properties'),
            created_at: e.ref('excluded.created_at'),
            source: e.ref('excluded.source'),
            disabled_at: e.ref('excluded.disabled_at'),
          })),
        ),
    );
  }
}

export async function putGroups(handle: WriteHandle, groups: readonly GroupRow[]): Promise<void> {
  for (const rows of slicesOf(groups, rowsPerStatement)) {
    await handle.run(
      handle.builder
        .insertInto('user_group')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('groupname')
            .doUpdateSet((e) => ({ properties: e.ref('excluded.properties') })),
        ),
    );
  }
}

/**
 * Members of groups that are not there are left out: such a group is newer than what is copied, and
 * comes with its members when its own change is copied.
 */
export async function putMembers(
  handle: WriteHandle,
  members: readonly MemberRow[],
): Promise<void> {
  for (const rows of slicesOf(members, rowsPerStatement)) {
    const known = await existingGroups(handle, [...new Set(rows.map((row) => row.groupname))]);
    const insertable = rows.filter((row) => known.has(row.groupname));
    if (insertable.length === 0) continue;
    await handle.run(
      handle.builder
        .insertInto('group_member')
        .values(insertable)
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
}

export async function putEntries(handle: WriteHandle, entries: readonly EntryRow[]): Promise<void> {
  for (const rows of slicesOf(entries, rowsPerStatement)) {
    await handle.run(
      handle.builder
        .insertInto('directory_entry')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['directory', 'entry_id'])
            .doUpdateSet((e) => ({ properties: e.ref('excluded.properties') })),
        ),
    );
  }
}
