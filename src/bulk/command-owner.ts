import { AppError } from '../base/errors/app-error.ts';
import { type Principal, systemPrincipal } from '../model/principal.ts';
import { loadPrincipal } from '../repository/principals/principals.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import type { ReadHandle } from '../storage/database.ts';

/**
 * On whose behalf a command runs, with the rights of now.
 *
 * @throws AppError permission.denied when the account is gone
 */
export async function loadOwner(
  handle: ReadHandle,
  { username, is_system }: Pick<BulkCommandTable, 'username' | 'is_system'>,
): Promise<Principal> {
  if (is_system === 1) return systemPrincipal;
  const principal = await loadPrincipal(handle, username);
  if (principal) return principal;
  throw new AppError('permission.denied', `The user ${username} is gone`);
}
