import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { readSecurityRevision } from '../principals/security-revision.ts';
import { type CopyPlaces, lockCopyState, setCopied } from './copy-state.ts';
import {
  type MemberRow,
  putEntries,
  putGroups,
  putMembers,
  putUsers,
  rowsPerStatement,
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
  const read = <Row>(page: (handle: ReadHandle) => Promise<Row[]>) => main.read(page);
  const write = (rows: (handle: WriteHandle) => Promise<void>) => copy.write(rows);
  for (let after = ''; ; ) {
    const page = await read((handle) => pageOfUsers(handle, after));
    await write((handle) => putUsers(handle, page));
    after = page.at(-1)?.username ?? '';
    if (page.length < rowsPerStatement) break;
  }
  for (let after = ''; ; ) {
    const page = await read((handle) => pageOfGroups(handle, after));
    await write((handle) => putGroups(handle, page));
    after = page.at(-1)?.groupname ?? '';
    if (page.length < rowsPerStatement) break;
  }
  for (let after: MemberRow | undefined; ; ) {
    const last = after;
    const page = await read((handle) => pageOfMembers(handle, last));
    await write((handle) => putMembers(handle, page));
    after = page.at(-1);
    if (page.length < rowsPerStatement) break;
  }
  for (let after = 0; ; ) {
    const page = await read((handle) => pageOfEntries(handle, after));
    const rows = page.map(({ position: _position, ...row }) => row);
    await write((handle) => putEntries(handle, rows));
    after = Number(page.at(-1)?.position ?? 0);
    if (page.length < rowsPerStatement) break;
  }
  await copy.write(async (handle) => {
    const { copied } = await lockCopyState(handle);
    // Another node may have done the same, from an earlier or later revision.
    await setCopied(handle, Math.min(copied ?? revision, revision));
  });
}

function pageOfUsers(handle: ReadHandle, after: string) {
  return handle.all(
    handle.builder
      .selectFrom('user_account')
      .select(userColumns)
      .where('username', '>', after)
      .orderBy('username')
      .limit(rowsPerStatement),
  );
}

function pageOfGroups(handle: ReadHandle, after: string) {
  return handle.all(
    handle.builder
      .selectFrom('user_group')
      .selectAll()
      .where('groupname', '>', after)
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

function pageOfEntries(handle: ReadHandle, after: number) {
  return handle.all(
    handle.builder
      .selectFrom('directory_entry')
      .selectAll()
      .where('position', '>', after)
      .orderBy('position')
      .limit(rowsPerStatement),
  );
}
