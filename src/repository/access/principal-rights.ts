import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { administratorsGroup, type Principal, powerUsersGroup } from '../../model/principal.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import { isAdministratorBy, loadPrincipal } from '../principals/principals.ts';

/** Whether the caller may edit any user or group at all; cheap, for use before expensive work. */
export function mayEditPrincipals(caller: Principal): boolean {
  return caller.isAdministrator || caller.groups.includes(powerUsersGroup);
}

/** @throws AppError permission.denied */
export function requirePrincipalEditor(caller: Principal): void {
  if (!mayEditPrincipals(caller)) {
    throw new AppError(
      'permission.denied',
      'only administrators and power users may edit users and groups',
    );
  }
}

/**
 * Power users may edit what has no administrator rights: not a user who is an administrator, not
 * the administrators' group or a group inside it, and they may not assign such a group.
 *
 * @param user the user to be created, changed, removed, or put into a group
 * @param groups groups to be changed, or assigned to a user
 * @throws AppError permission.denied
 */
export async function requireEditorOf(
  handle: ReadHandle,
  caller: Principal,
  target: { readonly user?: string; readonly groups?: readonly string[] | undefined },
): Promise<void> {
  requirePrincipalEditor(caller);
  if (caller.isAdministrator) return;
  if (target.user !== undefined && (await isAdministrator(handle, target.user))) {
    throw new AppError('permission.denied', 'only administrators may edit an administrator');
  }
  if (!target.groups || target.groups.length === 0) return;
  const administrative = await administrativeGroups(handle);
  const forbidden = target.groups.find((group) => administrative.has(group));
  if (forbidden !== undefined) {
    throw new AppError(
      'permission.denied',
      `only administrators may edit or grant the group ${forbidden}`,
    );
  }
}

async function isAdministrator(handle: ReadHandle, username: string): Promise<boolean> {
  const principal = await loadPrincipal(handle, username);
  return principal ? principal.isAdministrator : isAdministratorBy(username, []);
}

/** The administrators' group and every group inside it: their members are administrators. */
async function administrativeGroups(handle: ReadHandle): Promise<Set<string>> {
  const query = sql<{ groupname: string }>`
    with recursive administrative(groupname) as (
      select cast(${sql.lit(administratorsGroup)} as text)
      union
      select inner_group.member_name from administrative join group_member inner_group
        on inner_group.member_kind = 'group' and inner_group.groupname = administrative.groupname
    )
    select groupname from administrative`;
  const rows = await handle.all(compilable(handle.builder, query));
  return new Set(rows.map((row) => row.groupname));
}
