import {
  administratorsGroup,
  administratorUser,
  membersGroup,
  powerUsersGroup,
} from '../../model/principal.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { createGroup } from './groups.ts';
import { beginSecurityChange } from './security-revision.ts';
import { createUser } from './users.ts';

const defaultGroups: readonly (readonly [name: string, label: string])[] = [
  [administratorsGroup, 'Administrators group'],
  [membersGroup, 'Members group'],
  [powerUsersGroup, 'Power users group'],
];

/**
 * Creates the administrator and groups of an empty store; a store with any user or group is not
 * changed, so what an administrator removed stays removed. Safe when several nodes start at once.
 */
export async function ensureDefaultPrincipals(
  handle: WriteHandle,
  options: { readonly administratorPasswordHash: string },
): Promise<boolean> {
  if (!(await hasNoPrincipals(handle))) return false;
  await beginSecurityChange(handle);
  // Another node may have created them first; from here on none can.
  if (!(await hasNoPrincipals(handle))) return false;
  for (const [groupname, label] of defaultGroups) await createGroup(handle, { groupname, label });
  await createUser(handle, {
    username: administratorUser,
    profile: { email: 'devnull@nuxeo.com' },
    groups: [administratorsGroup],
    passwordHash: options.administratorPasswordHash,
  });
  return true;
}

/** Whether the store has neither users nor groups: it was just created. */
export async function hasNoPrincipals(handle: ReadHandle): Promise<boolean> {
  const user = handle.builder.selectFrom('user_account').select('username').limit(1);
  const group = handle.builder.selectFrom('user_group').select('groupname').limit(1);
  return !(await handle.first(user)) && !(await handle.first(group));
}
