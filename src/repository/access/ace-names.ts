import { AppError } from '../../base/errors/app-error.ts';
import { randomToken } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import { everyone } from '../../model/acl.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findGroups } from '../principals/groups.ts';
import { isTransientName, transientPrefix } from '../principals/principal-names.ts';
import type { RepositoryContext } from '../unit/unit.ts';

/** @throws AppError acl.invalid */
export function requirePermissionName({ model }: RepositoryContext, permission: string): void {
  if (model.hasPermission(permission)) return;
  throw new AppError('acl.invalid', `Permission ${permission.slice(0, 200)} is invalid.`);
}

const namesPerQuery = 500;

/**
 * Everyone, and users who sign in by a link, have no account.
 *
 * @throws AppError acl.invalid listing the names that no user and no group has
 */
export async function requirePrincipals(
  handle: ReadHandle,
  names: readonly string[],
): Promise<void> {
  const accounts = names.filter((name) => name !== everyone && !isTransientName(name));
  const unknown: string[] = [];
  for (const some of slicesOf(accounts, namesPerQuery)) {
    unknown.push(...(await findUnknown(handle, some)));
  }
  if (unknown.length === 0) return;
  throw new AppError(
    'acl.invalid',
    `The following set of User or Group names do not exist: [${unknown.join(',').slice(0, 1_000)}]. Please provide valid ones.`,
  );
}

async function findUnknown(handle: ReadHandle, names: readonly string[]): Promise<string[]> {
  const storable = names.filter(isStorableText);
  const groups = await findGroups(handle, storable);
  const rest = storable.filter((name) => !groups.has(name));
  if (rest.length === 0) return names.filter((name) => !groups.has(name));
  const users = await handle.all(
    handle.builder.selectFrom('user_account').select('username').where('username', 'in', rest),
  );
  const known = new Set([...groups.keys(), ...users.map(({ username }) => username)]);
  return names.filter((name) => !known.has(name));
}

/** A new name for a person with only an address; each invitation is a separate user. */
export function newTransientUsername(email: string): string {
  return `${transientPrefix}${email}/${randomToken(12)}`;
}
