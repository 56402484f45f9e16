import { AppError } from '../base/errors/app-error.ts';
import type { DocumentId } from '../base/ids.ts';
import { stringifyJson } from '../base/json.ts';
import { type Acl, localAclName, validateAce } from '../model/acl.ts';
import type { Document } from '../model/document.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import type { EffectiveAces } from './acl-cache.ts';
import { internAcl } from './acl-interning.ts';
import { repointSubtree } from './acl-repointing.ts';
import { getDocumentForUpdate, getUncheckedDocument } from './documents.ts';
import { requirePermission } from './permissions.ts';
import type { Session } from './session.ts';

const storeAcl = defineStatement<{ id: string; own: string | null; aclId: number }, unknown>(
  (b, p) =>
    b
      .updateTable('document')
      .set((e) => ({
        own_acl: p.own,
        acl_id: p.aclId,
        system_token: e('system_token', '+', 1),
      }))
      .where('id', '=', p.id),
);

/** A document's own ACLs and the entries it inherits. */
export interface AccessControl {
  readonly own: readonly Acl[];
  readonly inherited: EffectiveAces;
}

/** Needs ReadSecurity. */
export async function getAccessControl(
  handle: ReadHandle,
  session: Session,
  document: Document,
): Promise<AccessControl> {
  await requirePermission(handle, session, { document, permission: 'ReadSecurity' });
  const own = document.ownAcls;
  if (document.parentId === null) return { own, inherited: [] };
  const parent = await getUncheckedDocument(handle, session, { id: document.parentId });
  const effective = await session.acls.effectiveAces(handle, document.aclId);
  const ownCount = own.reduce((count, acl) => count + acl.aces.length, 0);
  // A block among the own entries ends the effective list before anything is inherited.
  const isBlocked = effective.length <= ownCount;
  const inherited = isBlocked ? [] : await session.acls.effectiveAces(handle, parent.aclId);
  return { own, inherited };
}

/**
 * Replaces the document's own ACLs; ACLs without entries are dropped, `local` comes last. Everything
 * below the document follows in the same transaction.
 *
 * @throws AppError permission.denied, acl.invalid, document.version-immutable
 */
export async function setOwnAcls(
  handle: WriteHandle,
  session: Session,
  change: { id: DocumentId; acls: readonly Acl[] },
): Promise<Document> {
  await handle.lockTree('exclusive');
  const document = await getDocumentForUpdate(handle, session, change.id);
  await requirePermission(handle, session, { document, permission: 'WriteSecurity' });
  refuseVersion(document);
  for (const acl of change.acls) for (const ace of acl.aces) validateAce(ace);
  const own = orderAcls(change.acls);
  const parentAclId = await aclIdOfParent(handle, session, document);
  const aclId = await internAcl(handle, parentAclId, own);
  await handle.execute(storeAcl, {
    id: document.id,
    own: own.length === 0 ? null : stringifyJson(own),
    aclId,
  });
  if (document.path !== null) {
    await repointSubtree(handle, {
      path: document.path,
      oldAclId: document.aclId,
      newAclId: aclId,
    });
  }
  return getDocumentForUpdate(handle, session, document.id);
}

/** Versions follow the permissions of their live document. */
function refuseVersion(document: Document): void {
  if (!document.isVersion) return;
  throw new AppError(
    'document.version-immutable',
    `A version has no ACL of its own; change that of the live document ${document.seriesId}`,
    { status: 400 },
  );
}

function orderAcls(acls: readonly Acl[]): readonly Acl[] {
  const used = acls.filter((acl) => acl.aces.length > 0);
  return [
    ...used.filter((acl) => acl.name !== localAclName),
    ...used.filter((acl) => acl.name === localAclName),
  ];
}

async function aclIdOfParent(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<number | null> {
  if (document.parentId === null) return null;
  return (await getUncheckedDocument(handle, session, { id: document.parentId })).aclId;
}
