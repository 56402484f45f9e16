import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { readSecurityRevision } from '../principals/security-revision.ts';
import { type CopyPlaces, lockCopyState, setCopied } from './copy-state.ts';
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

const tables = ['group_member', 'user_group', 'user_account', 'directory_entry'] as const;

/**
 * Copies all users, groups and entries of directories, in pages. What changes meanwhile has a later
 * revision than the one that is kept, and is copied again as a change.
 */
export async function copyEverything({ main, copy }: CopyPlaces): Promise<void> {
  const revision = await main.read(readSecurityRevision);
  await copy.write(async (handle) => {
    await setCopied(handle, null);
    for (const table of tables) await handle.run(handle.builder.deleteFrom(table));
  });
  const places = { main, copy };
  await copyPages(places, { read: pageOfUsers, write: putUsers });
  await copyPages(places, { read: pageOfGroups, write: putGroups });
  await copyPages(places, { read: pageOfMembers, write: putMembers });
  await copyPages(places, { read: pageOfEntries, write: putPositioned });
  await copy.write(async (handle) => {
    const { copied } = await lockCopyState(handle);
    // Another node may have done the same, from an earlier or later revision.
    await setCopied(handle, Math.min(copied ?? revision, revision));
  });
}

interface Pages<Row> {
  /** At most `rowsPerStatement` rows, behind that one in their order. */
  readonly read: (handle: ReadHandle, after: Row | undefined) => Promise<Row[]>;
  readonly write: (handle: WriteHandle, rows: readonly Row[]) => Promise<void>;
}

async function copyPages<Row>({ main, copy }: CopyPlaces, pages: Pages<Row>): Promise<void> {
  let page: Row[] = [];
  do {
    const last = page.at(-1);
    page = await main.read((handle) => pages.read(handle, last));
    await copy.write((handle) => pages.write(handle, page));
  } while (page.length === rowsPerStatement);
}

function pageOfUsers(handle: ReadHandle, after: UserRow | undefined): Promise<UserRow[]> {
  return handle.all(
    handle.builder
      .selectFrom('user_account')
      .select(userColumns)
      .where('username', '>', after?.username ?? '')
      .orderBy('username')
      .limit(rowsPerStatement),
  );
}

function pageOfGroups(handle: ReadHandle, after: GroupRow | undefined): Promise<GroupRow[]> {
  return handle.all(
    handle.builder
      .selectFrom('user_group')
      .selectAll()
      .where('groupname', '>', after?.groupname ?? '')
      .orderBy('groupname')
      .limit(rowsPerStatement),
  );
}

function pageOfMembers(handle: ReadHandle, after: MemberRow | undefined): Promise<MemberRow[]> {
  let query = handle.builder
    .selectFrom('group_member')
    .select(['groupname', 'member_kind', 'member_name'])
    .orderBy('groupname')
    .orderBy('member_kind')
    .orderBy('member_name')
    .limit(rowsPerStatement);
  if (after) {
    const { groupname, member_kind, member_name } = after;
    query = query.where(
      sql<boolean>`(groupname, member_kind, member_name) > (${groupname}, ${member_kind}, ${member_name})`,
    );
  }
  return handle.all(query);
}

interface PositionedEntry extends EntryRow {
  readonly position: number;
}

function pageOfEntries(
  handle: ReadHandle,
  after: PositionedEntry | undefined,
): Promise<PositionedEntry[]> {
  return handle.all(
    handle.builder
      .selectFrom('directory_entry')
      .selectAll()
      .where('position', '>', after?.position ?? 0)
      .orderBy('position')
      .limit(rowsPerStatement),
  );
}

/** In their order, which is kept: positions themselves are given by each database. */
function putPositioned(handle: WriteHandle, page: readonly PositionedEntry[]): Promise<void> {
  const rows = page.map(({ position: _position, ...row }) => row);
  return putEntries(handle, rows);
}
