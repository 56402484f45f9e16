import type { ReadHandle } from '../../storage/database.ts';
import { existingGroups } from '../principals/groups.ts';
import { existingUsers } from '../principals/users.ts';

/** Those of the names that neither a user nor a group has. */
export async function unknownActors(
  handle: ReadHandle,
  names: readonly string[],
): Promise<readonly string[]> {
  const users = new Set(await existingUsers(handle, names));
  const left = names.filter((name) => !users.has(name));
  if (left.length === 0) return left;
  const groups = new Set(await existingGroups(handle, left));
  return left.filter((name) => !groups.has(name));
}
