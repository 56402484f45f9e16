import { slicesOf } from '../../base/slices.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { readSecurityRevision } from '../principals/security-revision.ts';
import { type CopyPlaces, lockCopyState, readCopyState, setCopied } from './copy-state.ts';
import {
  type EntryRow,
  type GroupRow,
  type MemberRow,
  putEntries,
  putGroups,
  putMembers,
  putUsers,
  rowsPerStatement,
  type UserRow,
  userColumns,
} from './shared-rows.ts';

/** What has changed, and the rows there are of it now: a name without a row was removed. */
interface Changes {
  /** The copies are complete up to this revision once the changes are written. */
  readonly upTo: number;
  readonly hasMore: boolean;
  readonly usernames: readonly string[];
  readonly groupnames: readonly string[];
  readonly users: readonly UserRow[];
  readonly groups: readonly GroupRow[];
  readonly members: readonly MemberRow[];
  /** Directory → the ids of its entries. */
  readonly entryIds: ReadonlyMap<string, readonly string[]>;
  readonly entries: readonly EntryRow[];
}

/** Copies what has changed since the last time; true when there is more. */
export async function copyChanges({ main, copy }: CopyPlaces): Promise<boolean> {
  const { copied } = await copy.read(readCopyState);
  if (copied === null) return false;
  const changes = await main.read((handle) => readChanges(handle, copied));
  if (!changes) return false;
  await copy.write(async (handle) => {
    // Another process has copied meanwhile, perhaps what is newer than what was read here.
    if ((await lockCopyState(handle)).copied !== copied) return;
    await writeChanges(handle, changes);
    await setCopied(handle, changes.upTo);
  });
  return changes.hasMore;
}

/** Changes of one unit have the same revision and are taken together. */
const changesPerUnit = 500;

async function readChanges(handle: ReadHandle, after: number): Promise<Changes | undefined> {
  const revision = Number(await readSecurityRevision(handle));
  if (revision === after) return undefined;
  const later = handle.builder
    .selectFrom('shared_change')
    .where('revision', '>', after)
    .orderBy('revision');
  const end = await handle.first(
    later
      .select('revision')
      .offset(changesPerUnit - 1)
      .limit(1),
  );
  const upTo = end ? Number(end.revision) : revision;
  const rows = await handle.all(later.select(['kind', 'name']).where('revision', '<=', upTo));
  const namesOf = (kind: string): string[] =>
    rows.filter((row) => row.kind === kind).map(({ name }) => name);
  const usernames = namesOf('user');
  const groupnames = namesOf('group');
  const entryIds = entriesOf(rows);
  return {
    upTo,
    hasMore: end !== undefined,
    usernames,
    groupnames,
    users: await readUsers(handle, usernames),
    groups: await readGroups(handle, groupnames),
    members: await readMembers(handle, usernames, groupnames),
    entryIds,
    entries: await readEntries(handle, entryIds),
  };
}

const entryKind = 'entry:';

function entriesOf(
  rows: readonly { readonly kind: string; readonly name: string }[],
): ReadonlyMap<string, readonly string[]> {
  const ofEntries = rows.filter(({ kind }) => kind.startsWith(entryKind));
  const byDirectory = Map.groupBy(ofEntries, ({ kind }) => kind.slice(entryKind.length));
  return new Map([...byDirectory].map(([name, all]) => [name, all.map((row) => row.name)]));
}

async function readUsers(handle: ReadHandle, names: readonly string[]): Promise<UserRow[]> {
  if (names.length === 0) return [];
  const wanted = keyList(handle.dialect, names);
  return handle.all(
    handle.builder.selectFrom('user_account').select(userColumns).where('username', 'in', wanted),
  );
}

async function readGroups(handle: ReadHandle, names: readonly string[]): Promise<GroupRow[]> {
  if (names.length === 0) return [];
  const wanted = keyList(handle.dialect, names);
  return handle.all(
    handle.builder.selectFrom('user_group').selectAll().where('groupname', 'in', wanted),
  );
}

/** The memberships of users and groups, and those in the groups. */
async function readMembers(
  handle: ReadHandle,
  usernames: readonly string[],
  groupnames: readonly string[],
): Promise<MemberRow[]> {
  const { builder, dialect } = handle;
  const members = builder
    .selectFrom('group_member')
    .select(['groupname', 'member_kind', 'member_name']);
  const of = (kind: string, names: readonly string[]) =>
    members.where('member_kind', '=', kind).where('member_name', 'in', keyList(dialect, names));
  const inGroups = members.where('groupname', 'in', keyList(dialect, groupnames));
  return [
    ...(usernames.length > 0 ? await handle.all(of('user', usernames)) : []),
    ...(groupnames.length > 0 ? await handle.all(of('group', groupnames)) : []),
    ...(groupnames.length > 0 ? await handle.all(inGroups) : []),
  ];
}

async function readEntries(
  handle: ReadHandle,
  entryIds: ReadonlyMap<string, readonly string[]>,
): Promise<EntryRow[]> {
  const entries: EntryRow[] = [];
  for (const [directory, ids] of entryIds) {
    const rows = await handle.all(
      handle.builder
        .selectFrom('directory_entry')
        .select(['directory', 'entry_id', 'properties'])
        .where('directory', '=', directory)
        .where('entry_id', 'in', keyList(handle.dialect, ids))
        .orderBy('position'),
    );
    entries.push(...rows);
  }
  return entries;
}

async function writeChanges(handle: WriteHandle, changes: Changes): Promise<void> {
  const { usernames, groupnames, users, groups, members, entryIds, entries } = changes;
  await removeMembers(handle, usernames, groupnames);
  const usersLeft = new Set(users.map(({ username }) => username));
  const groupsLeft = new Set(groups.map(({ groupname }) => groupname));
  for (const names of slicesOf(without(usernames, usersLeft), rowsPerStatement)) {
    await handle.run(handle.builder.deleteFrom('user_account').where('username', 'in', names));
  }
  for (const names of slicesOf(without(groupnames, groupsLeft), rowsPerStatement)) {
    await handle.run(handle.builder.deleteFrom('user_group').where('groupname', 'in', names));
  }
  await putGroups(handle, groups);
  await putUsers(handle, users);
  await putMembers(handle, members);
  for (const [directory, ids] of entryIds) {
    const left = new Set(
      entries.filter((row) => row.directory === directory).map((row) => row.entry_id),
    );
    for (const some of slicesOf(without(ids, left), rowsPerStatement)) {
      const ofDirectory = handle.builder
        .deleteFrom('directory_entry')
        .where('directory', '=', directory);
      await handle.run(ofDirectory.where('entry_id', 'in', some));
    }
  }
  await putEntries(handle, entries);
}

async function removeMembers(
  handle: WriteHandle,
  usernames: readonly string[],
  groupnames: readonly string[],
): Promise<void> {
  const { builder } = handle;
  for (const names of slicesOf(usernames, rowsPerStatement)) {
    const ofUsers = builder.deleteFrom('group_member').where('member_kind', '=', 'user');
    await handle.run(ofUsers.where('member_name', 'in', names));
  }
  for (const names of slicesOf(groupnames, rowsPerStatement)) {
    const ofGroups = builder.deleteFrom('group_member').where('member_kind', '=', 'group');
    await handle.run(ofGroups.where('member_name', 'in', names));
    await handle.run(builder.deleteFrom('group_member').where('groupname', 'in', names));
  }
}

function without(names: readonly string[], left: ReadonlySet<string>): readonly string[] {
  return names.filter((name) => !left.has(name));
}
