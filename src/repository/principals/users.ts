import { sql } from 'kysely';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { mapInTurns } from '../../base/turns.ts';
import { membersGroup } from '../../model/principal.ts';
import { completeProfile, type User, type UserProfile } from '../../model/user.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { recordPrincipalEvent } from '../audit/audit-events.ts';
import type { AuditAuthor } from '../audit/audit-log.ts';
import { allWithin, type RowBudget } from '../sql/bounded-rows.ts';
import { isInTime } from '../sql/time-check.ts';
import { labelOf } from './groups.ts';
import { replaceGroupsOfUser } from './memberships.ts';
import { checkNewUsername, transientAddress } from './principal-names.ts';
import { findSignInAccount, isAdministratorBy } from './principals.ts';
import { beginSharedChange } from './shared-changes.ts';

interface NewUser {
  readonly username: string;
  readonly profile?: Partial<UserProfile> | undefined;
  /** Direct groups. */
  readonly groups?: readonly string[] | undefined;
  /** From `hashPassword`; without one the user cannot sign in with a password. */
  readonly passwordHash?: string | undefined;
  /** For users that another server verifies. */
  readonly source?: SourceIdentity;
  /** The author for the audit; left out while a store is set up. */
  readonly by?: AuditAuthor;
}

/** Who a user is at the source that verifies the user. */
interface SourceIdentity {
  readonly name: string;
  readonly key: string;
  readonly stamp: string;
}

/** Only given fields change; `groups` replaces the direct groups. */
type UserChanges = Omit<NewUser, 'username' | 'source'>;

interface Page {
  readonly offset: number;
  readonly limit: number;
}

interface MembershipRow {
  readonly username: string;
  readonly groupname: string;
  readonly group_properties: string | null;
  readonly is_direct: number;
}

const remedy = 'ask for fewer users (pageSize)';

/** The users of those names that exist, with two queries for all of them. */
export async function findUsers(
  handle: ReadHandle,
  usernames: readonly string[],
  budget?: RowBudget,
): Promise<Map<string, User>> {
  const names = [...new Set(usernames)].filter(isStorableText);
  if (names.length === 0) return new Map();
  const accounts = await allWithin(
    handle,
    handle.builder
      .selectFrom('user_account')
      .select(['username', 'properties'])
      .where('username', 'in', keyList(handle.dialect, names)),
    { texts: ['properties'], remedy, budget },
  );
  const memberships = Map.groupBy(
    await loadMemberships(handle, names, budget),
    (row) => row.username,
  );
  const users = await mapInTurns(accounts, (row) =>
    toUser(row, memberships.get(row.username) ?? []),
  );
  return new Map(users.map((user) => [user.username, user]));
}

/** Those of the names that users have. */
export async function existingUsers(
  handle: ReadHandle,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await handle.all(
    handle.builder
      .selectFrom('user_account')
      .select('username')
      .where('username', 'in', keyList(handle.dialect, names)),
  );
  return new Set(rows.map(({ username }) => username));
}

export async function findUser(handle: ReadHandle, username: string): Promise<User | undefined> {
  return (await findUsers(handle, [username])).get(username);
}

/** @throws AppError user.not-found */
export async function getUser(handle: ReadHandle, username: string): Promise<User> {
  const user = await findUser(handle, username);
  if (!user) throw userNotFound();
  return user;
}

/**
 * The caller of a request, perhaps an external user, who has no account.
 *
 * @throws AppError user.not-found
 */
export async function getCaller(handle: ReadHandle, username: string): Promise<User> {
  const email = transientAddress(username);
  if (email === undefined) return getUser(handle, username);
  const profile = completeProfile({ email });
  return { username, profile, directGroups: [], allGroups: [], isAdministrator: false };
}

/** @throws AppError user.not-found */
export async function requireUser(handle: ReadHandle, username: string): Promise<void> {
  if (!(await userExists(handle, username))) throw userNotFound();
}

export async function userExists(handle: ReadHandle, username: string): Promise<boolean> {
  if (!isStorableText(username)) return false;
  const query = handle.builder
    .selectFrom('user_account')
    .select('username')
    .where('username', '=', username);
  return (await handle.first(query)) !== undefined;
}

/** One page of all users, by name in code point order on every engine. */
export async function listUsers(
  handle: ReadHandle,
  page: Page,
  budget?: RowBudget,
): Promise<{ users: User[]; total: number }> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('user_account')
      .select('username')
      .where(isInTime(handle, 'user_account'))
      .orderBy(handle.dialect.inByteOrder(sql.ref('username')))
      .limit(page.limit)
      .offset(page.offset),
  );
  const names = rows.map((row) => row.username);
  const found = await findUsers(handle, names, budget);
  const count = await handle.first(
    handle.builder.selectFrom('user_account').select((e) => e.fn.countAll<number>().as('total')),
  );
  return {
    users: names.flatMap((name) => found.get(name) ?? []),
    total: Number(count?.total ?? 0),
  };
}

/**
 * @throws AppError user.exists when a user or group has that name, user.invalid when the name cannot
 * be used, group.reference-unknown
 */
export async function createUser(handle: WriteHandle, user: NewUser): Promise<User> {
  checkNewUsername(user.username);
  await beginSharedChange(handle, 'user', [user.username]);
  await refuseGroupName(handle, user.username);
  const created = await handle.run(
    handle.builder
      .insertInto('user_account')
      .values({
        username: user.username,
        password_hash: user.passwordHash ?? null,
        properties: stringifyJson(completeProfile(user.profile ?? {})),
        created_at: now(),
        source: user.source?.name ?? null,
        source_key: user.source?.key ?? null,
        source_stamp: user.source?.stamp ?? null,
      })
      .onConflict((conflict) => conflict.column('username').doNothing()),
  );
  if (created === 0) throw new AppError('user.exists', 'User already exists');
  // Also removes the name from groups that listed it before the user existed: a new user gets no
  // rights by its name that were not granted to it.
  await replaceGroupsOfUser(handle, user.username, user.groups ?? []);
  recordPrincipalEvent(handle, user.by, { eventId: 'user_created', id: user.username });
  return getUser(handle, user.username);
}

/** @throws AppError user.not-found, group.reference-unknown, user.invalid for a password kept elsewhere */
export async function updateUser(
  handle: WriteHandle,
  username: string,
  changes: UserChanges,
): Promise<User> {
  await beginSharedChange(handle, 'user', [username]);
  const user = await getUser(handle, username);
  if (changes.passwordHash !== undefined) await refuseForeignPassword(handle, username);
  const profile = { ...user.profile, ...changes.profile };
  await handle.run(
    handle.builder
      .updateTable('user_account')
      .set({
        properties: stringifyJson(profile),
        ...(changes.passwordHash !== undefined && { password_hash: changes.passwordHash }),
      })
      .where('username', '=', username),
  );
  if (changes.groups) await replaceGroupsOfUser(handle, username, changes.groups);
  recordPrincipalEvent(handle, changes.by, { eventId: 'user_modified', id: username });
  return getUser(handle, username);
}

/** Removes the account and its memberships. @throws AppError user.not-found */
export async function removeUser(
  handle: WriteHandle,
  username: string,
  by?: AuditAuthor,
): Promise<void> {
  await beginSharedChange(handle, 'user', [username]);
  await requireUser(handle, username);
  await handle.run(
    handle.builder
      .deleteFrom('group_member')
      .where('member_kind', '=', 'user')
      .where('member_name', '=', username),
  );
  await handle.run(handle.builder.deleteFrom('user_account').where('username', '=', username));
  recordPrincipalEvent(handle, by, { eventId: 'user_deleted', id: username });
}

/** @throws AppError user.invalid */
export async function refuseForeignPassword(handle: ReadHandle, username: string): Promise<void> {
  const source = (await findSignInAccount(handle, username))?.source ?? null;
  if (source === null) return;
  throw new AppError(
    'user.invalid',
    `password: that of ${username} is kept by the sign-in source ${source}; change it there`,
  );
}

function userNotFound(): AppError {
  return new AppError('user.not-found', 'user does not exist');
}

async function refuseGroupName(handle: ReadHandle, name: string): Promise<void> {
  const query = handle.builder
    .selectFrom('user_group')
    .select('groupname')
    .where('groupname', '=', name);
  if (await handle.first(query)) {
    throw new AppError('user.exists', 'username: a group has that name; choose another one');
  }
}

function toUser(
  row: { username: string; properties: string },
  memberships: readonly MembershipRow[],
): User {
  const sorted = memberships.toSorted((a, b) => (a.groupname < b.groupname ? -1 : 1));
  const names = sorted.map((membership) => membership.groupname);
  return {
    username: row.username,
    profile: completeProfile(parseJson(row.properties) as Partial<UserProfile>),
    directGroups: sorted.filter((each) => each.is_direct === 1).map((each) => each.groupname),
    allGroups: sorted.map((each) => ({
      name: each.groupname,
      label: labelOf(each.groupname, each.group_properties),
    })),
    isAdministrator: isAdministratorBy(row.username, names),
  };
}

/** As `groupsOfUser` of principals.ts, for many users at once and with the fields of entities. */
function loadMemberships(
  handle: ReadHandle,
  usernames: readonly string[],
  budget?: RowBudget,
): Promise<MembershipRow[]> {
  const names = keyList(handle.dialect, usernames);
  const query = sql<MembershipRow>`
    with recursive membership(username, groupname) as (
      select username, cast(${sql.lit(membersGroup)} as text) from user_account
        where username in ${names}
      union
      select member_name, groupname from group_member
        where member_kind = 'user' and member_name in ${names}
      union
      select membership.username, parent.groupname from membership join group_member parent
        on parent.member_kind = 'group' and parent.member_name = membership.groupname
    )
    select membership.username, membership.groupname, user_group.properties as group_properties,
      case when direct.groupname is null then 0 else 1 end as is_direct
    from membership
    left join user_group on user_group.groupname = membership.groupname
    left join group_member direct on direct.groupname = membership.groupname
      and direct.member_kind = 'user' and direct.member_name = membership.username`;
  return allWithin(handle, query, { texts: ['groupname', 'group_properties'], remedy, budget });
}
