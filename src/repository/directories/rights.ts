import { AppError } from '../../base/errors/app-error.ts';
import type { Directory } from '../../model/directory.ts';
import type { Principal } from '../../model/principal.ts';

/** For other callers the directory has no entries. */
export function mayReadDirectory(caller: Principal, { readers }: Directory): boolean {
  return caller.isAdministrator || readers.some((name) => caller.identities.has(name));
}

/** Callers who may not see entries may not change them either: responses would reveal them. */
function mayEditDirectory(caller: Principal, directory: Directory): boolean {
  if (directory.isReadOnly || directory.source !== 'entries') return false;
  if (caller.isAdministrator) return true;
  const isWriter = directory.writers.some((name) => caller.identities.has(name));
  return isWriter && mayReadDirectory(caller, directory);
}

/** @throws AppError permission.denied, directory.entry-invalid for the directories of users and groups */
export function requireDirectoryEditor(caller: Principal, directory: Directory): void {
  if (directory.source !== 'entries') {
    throw new AppError(
      'directory.entry-invalid',
      'Not allowed to edit user/group directories, please use user/group endpoints',
    );
  }
  if (mayEditDirectory(caller, directory)) return;
  const reason = directory.isReadOnly ? ': it is read-only' : '';
  throw new AppError(
    'permission.denied',
    `Not allowed to edit directory ${directory.name}${reason}`,
  );
}
