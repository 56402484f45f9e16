import { slicesOf } from '../../base/slices.ts';
import { mapInTurns } from '../../base/turns.ts';
import type { Directory, DirectoryEntry, DirectoryValue } from '../../model/directory.ts';
import type { Group, User } from '../../model/user.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { boundsOfMembers, findGroups, listGroups } from '../principals/groups.ts';
import { findUsers, listUsers } from '../principals/users.ts';
import { allWithin, RowBudget } from '../sql/bounded-rows.ts';
import { isInTime } from '../sql/time-check.ts';

const namesPerQuery = 1_000;

interface EntryPage {
  readonly entries: readonly DirectoryEntry[];
  readonly total: number;
}

/** Users or groups of those names in the form of entries. */
export async function findPrincipalEntries(
  handle: ReadHandle,
  directory: Directory,
  names: readonly string[],
): Promise<ReadonlyMap<string, DirectoryEntry>> {
  const found = new Map<string, DirectoryEntry>();
  const budget = new RowBudget();
  for (const part of slicesOf(names, namesPerQuery)) {
    const entries =
      directory.source === 'users'
        ? await usersAsEntries(directory, [...(await findUsers(handle, part, budget)).values()])
        : await groupsAsEntries(handle, directory, [...(await findGroups(handle, part)).values()]);
    for (const entry of entries) found.set(entry.id, entry);
  }
  return found;
}

/** Sorted by name. */
export async function listPrincipalEntries(
  handle: ReadHandle,
  directory: Directory,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<EntryPage> {
  if (directory.source === 'groups') {
    const groups = await listGroups(handle);
    const page = groups.slice(offset, offset + limit);
    return { entries: await groupsAsEntries(handle, directory, page), total: groups.length };
  }
  const entries: DirectoryEntry[] = [];
  const budget = new RowBudget();
  for (;;) {
    const size = Math.min(limit - entries.length, namesPerQuery);
    const page = { offset: offset + entries.length, limit: size };
    const { users, total } = await listUsers(handle, page, budget);
    entries.push(...(await usersAsEntries(directory, users)));
    if (users.length < size || entries.length >= limit) return { entries, total };
  }
}

/** Passwords are never shown, not even hashed. */
function usersAsEntries(directory: Directory, users: readonly User[]): Promise<DirectoryEntry[]> {
  return mapInTurns(users, ({ username, profile, directGroups }) =>
    entryOf(directory, username, { ...profile, username, groups: directGroups }),
  );
}

async function groupsAsEntries(
  handle: ReadHandle,
  directory: Directory,
  groups: readonly Group[],
): Promise<DirectoryEntry[]> {
  const names = groups.map(({ groupname }) => groupname);
  const members = Map.groupBy(await membersOf(handle, names), (row) => row.groupname);
  const parents = Map.groupBy(await parentsOf(handle, names), (row) => row.member_name);
  return mapInTurns(groups, ({ groupname, label, description, tenantId }) => {
    const ofKind = (kind: string): string[] =>
      (members.get(groupname) ?? [])
        .filter((row) => row.member_kind === kind)
        .map((row) => row.member_name)
        .sort();
    return entryOf(directory, groupname, {
      groupname,
      grouplabel: label,
      description,
      tenantId,
      members: ofKind('user'),
      subGroups: ofKind('group'),
      parentGroups: (parents.get(groupname) ?? []).map((row) => row.groupname).sort(),
    });
  });
}

async function membersOf(handle: ReadHandle, names: readonly string[]) {
  if (names.length === 0) return [];
  return allWithin(
    handle,
    handle.builder
      .selectFrom('group_member')
      .selectAll()
      .where(isInTime(handle, 'group_member'))
      .where('groupname', 'in', keyList(handle.dialect, names)),
    boundsOfMembers,
  );
}

async function parentsOf(handle: ReadHandle, names: readonly string[]) {
  if (names.length === 0) return [];
  return allWithin(
    handle,
    handle.builder
      .selectFrom('group_member')
      .selectAll()
      .where(isInTime(handle, 'group_member'))
      .where('member_kind', '=', 'group')
      .where('member_name', 'in', keyList(handle.dialect, names)),
    boundsOfMembers,
  );
}

function entryOf(
  directory: Directory,
  id: string,
  known: Readonly<Record<string, DirectoryValue>>,
): DirectoryEntry {
  const values = Object.fromEntries(
    directory.schema.fields.map(({ name }) => [name, known[name] ?? null]),
  );
  return { directory, id, values };
}
