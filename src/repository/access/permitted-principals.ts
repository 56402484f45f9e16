import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { slicesOf } from '../../base/slices.ts';
import { mapInTurns } from '../../base/turns.ts';
import { type Ace, aceStatus, everyone } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { createPrincipal, membersGroup } from '../../model/principal.ts';
import { aceOfRight } from '../../model/task-grant.ts';
import type { User } from '../../model/user.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import { existingGroups } from '../principals/groups.ts';
import { transientAddress } from '../principals/principal-names.ts';
import { findUsers } from '../principals/users.ts';
import { listUsersOfGroups } from '../principals/users-of-groups.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { requirePermissionName } from './ace-names.ts';
import { requirePermission } from './permissions.ts';
import { readTaskRights } from './task-grants.ts';

interface PermittedQuestion {
  readonly document: Document;
  readonly permission: string;
  /** `members`: users in the place of their groups; `none`: only users who are named themselves. */
  readonly groups: 'named' | 'members' | 'none';
}

/** A user of an invitation has no account, but an address. */
interface PermittedUser {
  readonly username: string;
  readonly email: string | null;
}

interface PermittedPrincipals {
  readonly users: readonly PermittedUser[];
  readonly groups: readonly string[];
}

const usersPerQuery = 500;

/**
 * The users and groups that the entries of a document and of those above, and open tasks, give a
 * permission at the time of the unit, sorted by name. Administrators, who need no entry, are not among them unless
 * they are named. Needs some queries for each 500 users, whatever the number of groups.
 *
 * @throws AppError permission.denied without ReadSecurity, acl.invalid for an unknown permission,
 *   request.invalid when there are too many
 */
export async function listPermittedPrincipals(
  unit: ReadUnit,
  { document, permission, groups: wanted }: PermittedQuestion,
): Promise<PermittedPrincipals> {
  await requirePermission(unit, { document, permission: 'ReadSecurity' });
  requirePermissionName(unit, permission);
  const deciding = await decidingAces(unit, document, permission);
  const isPermitted = decisionOf(deciding);
  const named = grantedNames(deciding);
  const groupNames = await existingGroups(unit.handle, named);
  const userNames = named.filter((name) => !groupNames.has(name) && name !== everyone);
  const isForAll = named.includes(everyone);
  if (wanted === 'members') {
    const inside = await usersInside(unit.handle, { groupNames, isForAll });
    const names = [...new Set([...userNames, ...inside])];
    return { users: await permittedUsers(unit, names, isPermitted), groups: [] };
  }
  const users = await permittedUsers(unit, userNames, isPermitted);
  if (wanted === 'none') return { users, groups: [] };
  const groups = await permittedGroups(unit.handle, [...groupNames], isPermitted);
  return {
    users,
    groups: isForAll && isPermitted(new Set([everyone])) ? [...groups, everyone] : groups,
  };
}

/** What tasks allow, and the effective entries: those that concern the permission, up to one that decides for all. */
async function decidingAces(
  unit: ReadUnit,
  document: Document,
  permission: string,
): Promise<readonly Ace[]> {
  const including = unit.model.permissionsIncluding(permission);
  const rights = (await readTaskRights(unit, [document])).get(document.id) ?? [];
  const effective = await unit.acls.effectiveAces(unit.handle, document.aclId);
  const aces = [...rights.map(aceOfRight), ...effective].filter(
    (ace) => including.has(ace.permission) && aceStatus(ace, unit.nowMs) === 'effective',
  );
  const last = aces.findIndex(({ username }) => username === everyone);
  return last === -1 ? aces : aces.slice(0, last + 1);
}

type Decision = (identities: ReadonlySet<string>) => boolean;

/** As `isGranted` for entries that all concern the permission, without a walk for each user. */
function decisionOf(aces: readonly Ace[]): Decision {
  const first = new Map<string, number>();
  for (const [at, { username }] of aces.entries()) {
    if (!first.has(username)) first.set(username, at);
  }
  return (identities) => {
    let nearest = aces.length;
    for (const name of identities) nearest = Math.min(nearest, first.get(name) ?? nearest);
    return aces[nearest]?.granted ?? false;
  };
}

/** @throws AppError request.invalid */
function grantedNames(aces: readonly Ace[]): readonly string[] {
  const names = [...new Set(aces.filter((ace) => ace.granted).map(({ username }) => username))];
  refuseTooMany(names);
  return names;
}

function refuseTooMany(names: readonly string[]): void {
  const max = limits.permittedPrincipalsMax;
  if (names.length <= max) return;
  throw new AppError('request.invalid', `more than ${max} users and groups have the permission`);
}

async function usersInside(
  handle: ReadHandle,
  { groupNames, isForAll }: { groupNames: ReadonlySet<string>; isForAll: boolean },
): Promise<readonly string[]> {
  const groups = isForAll ? [...groupNames, membersGroup] : [...groupNames];
  if (groups.length === 0) return [];
  const names = await listUsersOfGroups(handle, groups, limits.permittedPrincipalsMax + 1);
  refuseTooMany(names);
  return names;
}

async function permittedUsers(
  { handle }: ReadUnit,
  names: readonly string[],
  isPermitted: Decision,
): Promise<readonly PermittedUser[]> {
  refuseTooMany(names);
  const found: PermittedUser[] = [];
  for (const some of slicesOf(names, usersPerQuery)) {
    const users = await findUsers(handle, some);
    const each = await mapInTurns(some, async (name) =>
      permittedUser(name, users.get(name), isPermitted),
    );
    found.push(...each.flat());
  }
  return found.sort((a, b) => (a.username < b.username ? -1 : 1));
}

function permittedUser(
  username: string,
  user: User | undefined,
  isPermitted: Decision,
): readonly PermittedUser[] {
  if (!user) {
    const address = transientAddress(username);
    const isOne = address !== undefined && isPermitted(new Set([username, everyone]));
    return isOne ? [{ username, email: address }] : [];
  }
  const groups = user.allGroups.map(({ name }) => name);
  const { identities } = createPrincipal(username, groups, user.isAdministrator);
  if (!isPermitted(identities)) return [];
  return [{ username, email: user.profile.email?.trim() || null }];
}

/** With one query: a group also has what the groups have that it is in. */
async function permittedGroups(
  handle: ReadHandle,
  names: readonly string[],
  isPermitted: Decision,
): Promise<string[]> {
  if (names.length === 0) return [];
  const query = sql<{ start: string; groupname: string }>`
    with recursive above(start, groupname) as (
      select groupname, groupname from user_group where groupname in ${keyList(handle.dialect, names)}
      union
      select above.start, parent.groupname from above join group_member parent
        on parent.member_kind = 'group' and parent.member_name = above.groupname
    )
    select start, groupname from above`;
  const rows = await handle.all(compilable(handle.builder, query));
  const above = Map.groupBy(rows, ({ start }) => start);
  return names
    .filter((name) =>
      isPermitted(
        new Set([everyone, ...(above.get(name) ?? []).map(({ groupname }) => groupname)]),
      ),
    )
    .sort();
}
