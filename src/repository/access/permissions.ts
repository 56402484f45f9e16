import { AppError } from '../../base/errors/app-error.ts';
import { isGranted } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { Session } from '../unit/session.ts';

export interface PermissionQuestion {
  readonly document: Document;
  readonly permission: string;
}

/** Administrators may do everything; a lock denies writing to everybody but its owner. */
export async function hasPermission(
  handle: ReadHandle,
  session: Session,
  question: PermissionQuestion,
): Promise<boolean> {
  if (session.principal.isAdministrator) return true;
  if (isDeniedByLock(session, question)) return false;
  return isGrantedByAcl(handle, session, {
    aclId: question.document.aclId,
    permission: question.permission,
  });
}

/** @throws AppError permission.denied */
export async function requirePermission(
  handle: ReadHandle,
  session: Session,
  question: PermissionQuestion,
): Promise<void> {
  if (await hasPermission(handle, session, question)) return;
  throw new AppError(
    'permission.denied',
    `Privilege '${question.permission}' is not granted to '${session.principal.username}'`,
  );
}

export async function isGrantedByAcl(
  handle: ReadHandle,
  session: Session,
  question: { aclId: number; permission: string },
): Promise<boolean> {
  if (session.principal.isAdministrator) return true;
  const aces = await session.acls.effectiveAces(handle, question.aclId);
  return isGranted(aces, {
    identities: session.principal.identities,
    grantingPermissions: session.model.permissionsIncluding(question.permission),
    nowMs: session.nowMs,
  });
}

/** The lock policy: whatever `Write` includes is the owner's alone. */
function isDeniedByLock(session: Session, question: PermissionQuestion): boolean {
  const { lock } = question.document;
  if (lock === null || lock.owner === session.principal.username) return false;
  return session.model.permissionsIncluding(question.permission).has('Write');
}

/** Every permission the caller has on the document. */
export async function listPermissions(
  handle: ReadHandle,
  session: Session,
  document: Document,
): Promise<string[]> {
  const granted: string[] = [];
  for (const permission of session.model.permissionNames()) {
    if (await hasPermission(handle, session, { document, permission })) granted.push(permission);
  }
  return granted;
}
