import { sql } from 'kysely';
import {
  administratorsGroup,
  administratorUser,
  createPrincipal,
  membersGroup,
  type Principal,
} from '../../model/principal.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';

/**
 * Groups of one user, recursively; `union` drops duplicates, so cycles end. Every account is a
 * member of `members`, so that row means that the account exists and is not disabled.
 */
const groupsOfUser = defineStatement<{ username: string }, { groupname: string }>(
  (builder, { username }) =>
    compilable(
      builder,
      sql<{ groupname: string }>`
        with recursive membership(groupname) as (
          select cast(${sql.lit(membersGroup)} as text) from user_account
            where username = ${username} and disabled_at is null
          union
          select groupname from group_member
            where member_kind = 'user' and member_name = ${username}
          union
          select parent.groupname from membership join group_member parent
            on parent.member_kind = 'group' and parent.member_name = membership.groupname
        )
        select groupname from membership`,
    ),
);

const passwordHashOfUser = defineStatement<{ username: string }, { password_hash: string | null }>(
  (builder, { username }) =>
    builder.selectFrom('user_account').select('password_hash').where('username', '=', username),
);

const signInAccountOfUser = defineStatement<
  { username: string },
  {
    password_hash: string | null;
    source: string | null;
    source_stamp: string | null;
    confirmed_at: number | null;
  }
>((builder, { username }) =>
  builder
    .selectFrom('user_account')
    .leftJoin('second_factor', 'second_factor.username', 'user_account.username')
    .select(['password_hash', 'source', 'source_stamp', 'confirmed_at'])
    .where('user_account.username', '=', username),
);

/** How a user signs in. */
export interface SignInAccount {
  /** The source that verifies the user; null for own users. */
  readonly source: string | null;
  /**
   * Changes when what the user signs in with changes: the hash of the password, or the stamp of a user
   * of a source. Undefined for users who cannot sign in.
   */
  readonly stamp: string | undefined;
  /** Whether the password alone is not enough. */
  readonly needsCode: boolean;
}

/** Undefined when there is no such account. */
export async function findSignInAccount(
  handle: ReadHandle,
  username: string,
): Promise<SignInAccount | undefined> {
  if (!isStorableText(username)) return undefined;
  const row = await handle.fetchFirst(signInAccountOfUser, { username });
  if (!row) return undefined;
  const stamp = row.source === null ? row.password_hash : row.source_stamp;
  return { source: row.source, stamp: stamp ?? undefined, needsCode: row.confirmed_at !== null };
}

export function isAdministratorBy(username: string, groups: readonly string[]): boolean {
  return username === administratorUser || groups.includes(administratorsGroup);
}

/** Reads a user with its groups, with one query; undefined when there is no such account. */
export async function loadPrincipal(
  handle: ReadHandle,
  username: string,
): Promise<Principal | undefined> {
  if (!isStorableText(username)) return undefined;
  const rows = await handle.fetchAll(groupsOfUser, { username });
  const groups = rows.map((row) => row.groupname);
  if (!groups.includes(membersGroup)) return undefined;
  return createPrincipal(username, groups, isAdministratorBy(username, groups));
}

/** The stored password hash; undefined when there is no such account or it has no password. */
export async function findPasswordHash(
  handle: ReadHandle,
  username: string,
): Promise<string | undefined> {
  if (!isStorableText(username)) return undefined;
  return (await handle.fetchFirst(passwordHashOfUser, { username }))?.password_hash ?? undefined;
}
