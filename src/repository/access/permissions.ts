import { AppError } from '../../base/errors/app-error.ts';
import { isGranted } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';
import { permissionInAcl } from './comment-rights.ts';

interface PermissionQuestion {
  readonly document: Document;
  readonly permission: string;
}

/** Administrators may do everything; a lock denies writing to all users but its owner. */
export async function hasPermission(
  unit: ReadUnit,
  question: PermissionQuestion,
): Promise<boolean> {
  if (unit.principal.isAdministrator) return true;
  if (isDeniedByLock(unit, question)) return false;
  return isGrantedByAcl(unit, {
    aclId: question.document.aclId,
    permission: permissionInAcl(unit, question),
  });
}

/** @throws AppError permission.denied */
export async function requirePermission(
  unit: ReadUnit,
  question: PermissionQuestion,
): Promise<void> {
  if (await hasPermission(unit, question)) return;
  throw new AppError(
    'permission.denied',
    `Privilege '${question.permission}' is not granted to '${unit.principal.username}'`,
  );
}

export async function isGrantedByAcl(
  unit: ReadUnit,
  question: { aclId: AclKey; permission: string },
): Promise<boolean> {
  if (unit.principal.isAdministrator) return true;
  const aces = await unit.acls.effectiveAces(unit.handle, question.aclId);
  return isGranted(aces, {
    identities: unit.principal.identities,
    grantingPermissions: unit.model.permissionsIncluding(question.permission),
    nowMs: unit.nowMs,
  });
}

/** The lock policy: only the owner has the permissions that `Write` includes. */
function isDeniedByLock(unit: UnitContext, question: PermissionQuestion): boolean {
  const { lock } = question.document;
  if (lock === null || lock.owner === unit.principal.username) return false;
  return unit.model.permissionsIncluding(question.permission).has('Write');
}

/** All permissions of the caller on the document. */
export async function listPermissions(unit: ReadUnit, document: Document): Promise<string[]> {
  const granted: string[] = [];
  for (const permission of unit.model.permissionNames()) {
    if (await hasPermission(unit, { document, permission })) granted.push(permission);
  }
  return granted;
}
