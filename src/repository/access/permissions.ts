import { AppError } from '../../base/errors/app-error.ts';
import { slicesOf } from '../../base/slices.ts';
import { giveTurn, isTurnOver } from '../../base/turns.ts';
import { type Ace, isGranted as isGrantedBy } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { GrantTarget } from '../unit/known-grants.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';
import { permissionInAcl } from './comment-rights.ts';
import { includesRight, rightsByTasks } from './task-grants.ts';

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
  const { document } = question;
  return isGranted(unit, { target: document, permission: permissionInAcl(unit, question) });
}

/** What decides about a document: a row is enough. */
type GrantedTarget = GrantTarget & Pick<Document, 'aclId'>;

interface GrantQuestion {
  readonly target: GrantedTarget;
  readonly permission: string;
}

/** Without locks: by its ACL or, if that refuses, by a task. */
export async function isGranted(unit: ReadUnit, question: GrantQuestion): Promise<boolean> {
  const { target, permission } = question;
  if (await isGrantedByAcl(unit, { aclId: target.aclId, permission })) return true;
  return includesRight(unit, await rightsByTasks(unit, target), permission);
}

/** The ids of those among documents for which the permission is granted, as by `isGranted`. */
export async function findGranted(
  unit: ReadUnit,
  {
    targets,
    permission,
  }: { readonly targets: readonly GrantedTarget[]; readonly permission: string },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await expectTargets(unit, targets);
  for (const target of targets) {
    if (await isGranted(unit, { target, permission })) found.add(target.id);
  }
  return found;
}

/**
 * Reads at once the ACLs of documents that are not cached; what tasks allow on them is read at once when
 * it is asked for.
 */
export async function expectTargets(
  unit: ReadUnit,
  targets: readonly GrantedTarget[],
): Promise<void> {
  if (unit.principal.isAdministrator) return;
  unit.known.grants.expect(targets);
  await unit.acls.effectiveAcesOf(unit.handle, [...new Set(targets.map(({ aclId }) => aclId))]);
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

async function isGrantedByAcl(
  unit: ReadUnit,
  question: { aclId: AclKey; permission: string },
): Promise<boolean> {
  if (unit.principal.isAdministrator) return true;
  const aces = await unit.acls.effectiveAces(unit.handle, question.aclId);
  return isGrantedByAces(unit, aces, question.permission);
}

function isGrantedByAces(unit: UnitContext, aces: readonly Ace[], permission: string): boolean {
  return isGrantedBy(aces, {
    identities: unit.principal.identities,
    grantingPermissions: unit.model.permissionsIncluding(permission),
    nowMs: unit.nowMs,
  });
}

/** Those among ACLs that grant the permission. */
export async function findGrantingAcls(
  unit: ReadUnit,
  { aclIds, permission }: { readonly aclIds: readonly AclKey[]; readonly permission: string },
): Promise<readonly AclKey[]> {
  const granting: AclKey[] = [];
  for (const some of slicesOf(aclIds, aclsPerSlice)) {
    await unit.acls.effectiveAcesOf(unit.handle, some);
    for (const aclId of some) {
      if (await isGrantedByAcl(unit, { aclId, permission })) granting.push(aclId);
    }
    if (isTurnOver()) await giveTurn();
  }
  return granting;
}

const aclsPerSlice = 200;

/** The lock policy: only the owner has the permissions that `Write` includes. */
function isDeniedByLock(unit: UnitContext, question: PermissionQuestion): boolean {
  const { lock } = question.document;
  if (lock === null || lock.owner === unit.principal.username) return false;
  return unit.model.permissionsIncluding(question.permission).has('Write');
}

/** All permissions of the caller on the document, as by `hasPermission`. */
export async function listPermissions(
  unit: ReadUnit,
  document: Document,
): Promise<readonly string[]> {
  const names = unit.model.permissionNames();
  if (unit.principal.isAdministrator) return names;
  const open = names.filter((permission) => !isDeniedByLock(unit, { document, permission }));
  const aces = await unit.acls.effectiveAces(unit.handle, document.aclId);
  const granted = new Set(
    open.filter((permission) =>
      isGrantedByAces(unit, aces, permissionInAcl(unit, { document, permission })),
    ),
  );
  if (granted.size === open.length) return open;
  const rights = await rightsByTasks(unit, document);
  if (rights.length === 0) return [...granted];
  return open.filter(
    (permission) =>
      granted.has(permission) ||
      includesRight(unit, rights, permissionInAcl(unit, { document, permission })),
  );
}
