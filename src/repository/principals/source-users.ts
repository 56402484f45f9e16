import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { randomToken } from '../../base/ids.ts';
import { administratorUser } from '../../model/principal.ts';
import type { UserProfile } from '../../model/user.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { recordPrincipalEvent } from '../audit/audit-events.ts';
import type { AuditAuthor } from '../audit/audit-log.ts';
import { existingGroups } from './groups.ts';
import { beginSharedChange } from './shared-changes.ts';
import { createUser, findUser, updateUser } from './users.ts';

/** A user as a source describes it at a sign-in. */
export interface SourceUser {
  readonly source: string;
  /** Identifies the user at the source, also when the name changes there. */
  readonly key: string;
  readonly username: string;
  readonly profile: Partial<UserProfile>;
  /** Own groups that the source gives the user. */
  readonly groups: readonly string[];
  /** All that the source can give: other memberships are left as they are. */
  readonly managedGroups: readonly string[];
}

interface StoredSourceUser {
  readonly username: string;
  readonly stamp: string;
}

interface AccountRow {
  readonly username: string;
  readonly source: string | null;
  readonly source_key: string | null;
  readonly source_stamp: string | null;
  readonly disabled_at: number | null;
}

/** What is stored of the user already, if nothing has changed since: then nothing is to be written. */
export async function findUnchanged(
  handle: ReadHandle,
  user: SourceUser,
): Promise<StoredSourceUser | undefined> {
  const account = await findAccount(handle, user.username);
  if (account?.source !== user.source || account.source_key !== user.key) return undefined;
  if (account.disabled_at !== null || account.source_stamp === null) return undefined;
  const stored = await findUser(handle, user.username);
  if (!stored) return undefined;
  const wanted = await wantedGroups(handle, user, stored.directGroups);
  const isSame =
    wanted.join() === stored.directGroups.join() &&
    Object.entries(user.profile).every(
      ([field, value]) => stored.profile[field as keyof UserProfile] === value,
    );
  return isSame ? { username: user.username, stamp: account.source_stamp } : undefined;
}

/**
 * Stores a user whom a source has just verified: the first time as a new account without a password,
 * later with what has changed.
 *
 * @throws AppError authentication.refused when the name belongs to another user
 */
export async function storeSourceUser(
  handle: WriteHandle,
  user: SourceUser,
  by: AuditAuthor,
): Promise<StoredSourceUser> {
  const { username, profile } = user;
  await beginSharedChange(handle, 'user', [username]);
  const account = await findAccount(handle, username);
  refuseForeignName(user, account);
  await releaseOldName(handle, user, by);
  if (!account) {
    const stamp = randomToken(16);
    const groups = await wantedGroups(handle, user, []);
    const source = { name: user.source, key: user.key, stamp };
    await createUser(handle, { username, profile, groups, source, by });
    return { username, stamp };
  }
  const stamp = account.source_stamp ?? randomToken(16);
  await handle.run(
    handle.builder
      .updateTable('user_account')
      .set({ source_stamp: stamp, disabled_at: null })
      .where('username', '=', username),
  );
  const direct = (await findUser(handle, username))?.directGroups ?? [];
  const groups = await wantedGroups(handle, user, direct);
  await updateUser(handle, username, { profile, groups, by });
  return { username, stamp };
}

/** Users of a source that may sign in, after that name, with the keys that they have there. */
export function listSourceUsers(
  handle: ReadHandle,
  source: string,
  page: { readonly after: string; readonly limit: number },
): Promise<{ username: string; source_key: string | null }[]> {
  return handle.all(
    handle.builder
      .selectFrom('user_account')
      .select(['username', 'source_key'])
      .where('source', '=', source)
      .where('disabled_at', 'is', null)
      .where('username', '>', page.after)
      .orderBy('username')
      .limit(page.limit),
  );
}

/** Ends the sessions and tokens of users whom their source does not know any more. */
export async function disableSourceUsers(
  handle: WriteHandle,
  usernames: readonly string[],
  by: AuditAuthor,
): Promise<void> {
  if (usernames.length === 0) return;
  await beginSharedChange(handle, 'user', usernames);
  await handle.run(
    handle.builder
      .updateTable('user_account')
      .set({ disabled_at: now(), source_stamp: null })
      .where('source', 'is not', null)
      .where('username', 'in', keyList(handle.dialect, usernames)),
  );
  for (const id of usernames) recordPrincipalEvent(handle, by, { eventId: 'user_modified', id });
}

/** An account of that name may be an own user, or another person at the source. */
function refuseForeignName(user: SourceUser, account: AccountRow | undefined): void {
  const isFree = !account && user.username !== administratorUser;
  if (isFree || (account?.source === user.source && account.source_key === user.key)) return;
  throw new AppError(
    'authentication.refused',
    `${user.source} has verified you as ${user.username}, but another user of this server has that name; an administrator must rename or remove one of them`,
  );
}

/** The user may have had another name at the source: that account is left without access. */
async function releaseOldName(
  handle: WriteHandle,
  { source, key, username }: SourceUser,
  by: AuditAuthor,
): Promise<void> {
  const old = await handle.first(
    handle.builder
      .selectFrom('user_account')
      .select('username')
      .where('source', '=', source)
      .where('source_key', '=', key)
      .where('username', '!=', username),
  );
  if (!old) return;
  await disableSourceUsers(handle, [old.username], by);
  await handle.run(
    handle.builder
      .updateTable('user_account')
      .set({ source_key: null })
      .where('username', '=', old.username),
  );
}

/** The groups given here stay, of those that the source manages only the present ones; sorted. */
async function wantedGroups(
  handle: ReadHandle,
  { groups, managedGroups }: SourceUser,
  direct: readonly string[],
): Promise<string[]> {
  const managed = new Set(managedGroups);
  const kept = direct.filter((group) => !managed.has(group));
  const existing = await existingGroups(handle, groups);
  return [...new Set([...kept, ...existing])].sort();
}

function findAccount(handle: ReadHandle, username: string): Promise<AccountRow | undefined> {
  return handle.first(
    handle.builder
      .selectFrom('user_account')
      .select(['username', 'source', 'source_key', 'source_stamp', 'disabled_at'])
      .where('username', '=', username),
  );
}
