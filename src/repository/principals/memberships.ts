import { AppError } from '../../base/errors/app-error.ts';
import { slicesOf } from '../../base/slices.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { recordPrincipalEvent } from '../audit/audit-events.ts';
import type { AuditAuthor } from '../audit/audit-log.ts';
import { beginSharedChange } from './shared-changes.ts';

export type MemberKind = 'user' | 'group';

interface Membership {
  readonly group: string;
  readonly kind: MemberKind;
  readonly member: string;
}

export interface UserMembership {
  readonly username: string;
  readonly group: string;
  /** Whose membership changes, for messages about what is missing. A user's by default. */
  readonly subject?: MemberKind;
  /** The author, for the audit. */
  readonly by?: AuditAuthor;
}

/** Does nothing when the user is a member already. @throws AppError user.not-found, group.not-found */
export async function addUserToGroup(
  handle: WriteHandle,
  membership: UserMembership,
): Promise<void> {
  const { username, group, by } = membership;
  await beginSharedChange(handle, 'user', [username]);
  await requireBoth(handle, membership);
  await insertMemberships(handle, [{ group, kind: 'user', member: username }]);
  recordPrincipalEvent(handle, by, { eventId: 'user_modified', id: username });
}

/** Does nothing when the user is not a member. @throws AppError user.not-found, group.not-found */
export async function removeUserFromGroup(
  handle: WriteHandle,
  membership: UserMembership,
): Promise<void> {
  const { username, group, by } = membership;
  await beginSharedChange(handle, 'user', [username]);
  await requireBoth(handle, membership);
  await handle.run(
    handle.builder
      .deleteFrom('group_member')
      .where('groupname', '=', group)
      .where('member_kind', '=', 'user')
      .where('member_name', '=', username),
  );
  recordPrincipalEvent(handle, by, { eventId: 'user_modified', id: username });
}

/** @throws AppError group.reference-unknown */
export function replaceGroupsOfUser(
  handle: WriteHandle,
  username: string,
  groups: readonly string[],
): Promise<void> {
  return replaceParents(handle, { kind: 'user', member: username }, groups);
}

/** Sets which groups a group is a member of. @throws AppError group.reference-unknown */
export function replaceParentGroups(
  handle: WriteHandle,
  group: string,
  parents: readonly string[],
): Promise<void> {
  return replaceParents(handle, { kind: 'group', member: group }, parents);
}

async function replaceParents(
  handle: WriteHandle,
  { kind, member }: Omit<Membership, 'group'>,
  groups: readonly string[],
): Promise<void> {
  await requireGroups(handle, groups);
  await handle.run(
    handle.builder
      .deleteFrom('group_member')
      .where('member_kind', '=', kind)
      .where('member_name', '=', member),
  );
  await insertMemberships(
    handle,
    groups.map((group) => ({ group, kind, member })),
  );
}

/** Of one kind. Cycles of groups are allowed and harmless; names need not exist. */
export async function replaceMembers(
  handle: WriteHandle,
  { group, kind }: Omit<Membership, 'member'>,
  members: readonly string[],
): Promise<void> {
  await removeMembers(handle, { group, kind });
  await insertMemberships(
    handle,
    members.map((member) => ({ group, kind, member })),
  );
}

/** Rows of one deletion: 15 ms of the event loop with SQLite. */
const deletedRowsMax = 5_000;

/** Of one kind, in slices: a group may have tens of thousands. */
export async function removeMembers(
  handle: WriteHandle,
  { group, kind }: Omit<Membership, 'member'>,
): Promise<void> {
  const ofGroup = handle.builder
    .selectFrom('group_member')
    .select('member_name')
    .where('groupname', '=', group)
    .where('member_kind', '=', kind)
    .orderBy('member_name');
  const deletion = handle.builder
    .deleteFrom('group_member')
    .where('groupname', '=', group)
    .where('member_kind', '=', kind);
  for (;;) {
    const next = await handle.first(ofGroup.offset(deletedRowsMax).limit(1));
    if (!next) break;
    await handle.run(deletion.where('member_name', '<', next.member_name));
  }
  await handle.run(deletion);
}

/** Rows of one insert: three parameters each, well under the engines' limits. */
const insertRowsMax = 1_000;

async function insertMemberships(
  handle: WriteHandle,
  memberships: readonly Membership[],
): Promise<void> {
  for (const rows of slicesOf(memberships, insertRowsMax)) {
    await handle.run(
      handle.builder
        .insertInto('group_member')
        .values(
          rows.map(({ group, kind, member }) => ({
            groupname: group,
            member_kind: kind,
            member_name: member,
          })),
        )
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
}

async function requireBoth(
  handle: ReadHandle,
  { username, group, subject = 'user' }: UserMembership,
): Promise<void> {
  const isAboutUser = subject === 'user';
  const hasUser = (await findMissing(handle, 'user', [username])).length === 0;
  const hasGroup = (await findMissing(handle, 'group', [group])).length === 0;
  if (!hasUser && (isAboutUser || hasGroup)) {
    throw new AppError('user.not-found', isAboutUser ? 'user does not exist' : 'User not found');
  }
  if (!hasGroup) {
    throw new AppError('group.not-found', isAboutUser ? 'Group not found' : 'group does not exist');
  }
}

/** @throws AppError user.reference-unknown */
export async function requireUsers(
  handle: ReadHandle,
  usernames: readonly string[],
): Promise<void> {
  const [missing] = await findMissing(handle, 'user', usernames);
  if (missing !== undefined) {
    throw new AppError('user.reference-unknown', `user does not exist: ${missing}`);
  }
}

/** @throws AppError group.reference-unknown */
export async function requireGroups(handle: ReadHandle, groups: readonly string[]): Promise<void> {
  const [missing] = await findMissing(handle, 'group', groups);
  if (missing !== undefined) {
    throw new AppError('group.reference-unknown', `group does not exist: ${missing}`);
  }
}

const namesOf = {
  user: ({ builder }: ReadHandle, names: readonly string[]) =>
    builder.selectFrom('user_account').select('username as name').where('username', 'in', names),
  group: ({ builder }: ReadHandle, names: readonly string[]) =>
    builder.selectFrom('user_group').select('groupname as name').where('groupname', 'in', names),
};

async function findMissing(
  handle: ReadHandle,
  kind: MemberKind,
  names: readonly string[],
): Promise<string[]> {
  const known = new Set<string>();
  for (const some of slicesOf(names.filter(isStorableText), insertRowsMax)) {
    for (const { name } of await handle.all(namesOf[kind](handle, some))) known.add(name);
  }
  return names.filter((name) => !known.has(name));
}
