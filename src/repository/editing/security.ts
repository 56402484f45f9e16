import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import { type Acl, inheritedAclName, localAclName, validateAce } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import { isNameOfTaskGrants } from '../../model/task-grant.ts';
import { isStorableText } from '../../model/value.ts';
import { internAcl } from '../access/acl-interning.ts';
import { requirePermission } from '../access/permissions.ts';
import { checkComment } from '../audit/comment-text.ts';
import { storeAcl } from '../changes/acl-rows.ts';
import { announce } from '../changes/hooks.ts';
import { freePlaces } from '../changes/tree-rows.ts';
import { followExternalUsers } from '../credentials/external-tokens.ts';
import { getDocumentForUpdate, getUncheckedDocument } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { announceCopiedOf } from './copied-rows.ts';
import { followAclChange } from './permission-notices.ts';
import { changeBelow } from './subtree-change.ts';

/** Returns the new ACLs of the document, given the present ones. */
type AclEdit = (present: readonly Acl[]) => readonly Acl[] | Promise<readonly Acl[]>;

/**
 * Replaces the document's own ACLs; ACLs without entries are dropped, `local` comes last.
 * Everything below the document is updated in the same transaction.
 *
 * @throws AppError permission.denied, acl.invalid, document.version-immutable
 */
export function setOwnAcls(
  unit: WriteUnit,
  { id, acls }: { id: DocumentId; acls: readonly Acl[] },
): Promise<Document> {
  return editOwnAcls(unit, { id, edit: () => acls });
}

/**
 * As `setOwnAcls`, from the ACLs as they are under the lock: no concurrent change is lost. An edit
 * that returns the same list changes nothing.
 *
 * @throws AppError as `setOwnAcls`, and what `edit` throws; only callers with the right run it
 */
export async function editOwnAcls(
  unit: WriteUnit,
  { id, edit }: { id: DocumentId; edit: AclEdit },
): Promise<Document> {
  await unit.handle.lockTree('exclusive');
  const document = await getDocumentForUpdate(unit, id);
  await requirePermission(unit, { document, permission: 'WriteSecurity' });
  refuseVersion(document);
  const acls = await edit(document.ownAcls);
  if (acls === document.ownAcls) return document;
  const own = requireOwnAcls(acls, document.ownAcls);
  const saved = await storeOwnAcls(unit, { document, own });
  const change = { documentId: id, before: document.ownAcls, after: own };
  await followExternalUsers(unit, change);
  await followAclChange(unit, change);
  await announce(unit, { eventId: 'documentSecurityUpdated', documents: [saved] });
  return saved;
}

/**
 * The ACLs as they are stored, in place of the present ones.
 *
 * @throws AppError acl.invalid
 */
export function requireOwnAcls(acls: readonly Acl[], present: readonly Acl[] = []): readonly Acl[] {
  const names = new Set(present.map(({ name }) => name));
  for (const acl of acls) validateAcl(acl, names);
  refuseMoreAces(acls, present);
  return orderAcls(acls);
}

async function storeOwnAcls(
  unit: WriteUnit,
  { document, own }: { document: Document; own: readonly Acl[] },
): Promise<Document> {
  await announceCopiedOf(unit, [document.id]);
  const parentAclId = await aclIdOfParent(unit, document);
  const aclId = await internAcl(unit.handle, parentAclId, own);
  const path = present(document.path, 'a live document has a path');
  await changeBelow(unit, {
    kind: 'security',
    document,
    path,
    aclId,
    isTrashed: null,
    removesProxies: false,
  });
  await freePlaces(unit.handle, [{ parent_id: document.parentId, name: document.name, path }]);
  await unit.handle.execute(storeAcl, {
    id: document.id,
    own: own.length === 0 ? null : stringifyJson(own),
    aclId,
    path,
    trashed: Number(document.isTrashed),
    treeSeq: unit.handle.tree.seq,
  });
  return getDocumentForUpdate(unit, document.id);
}

/**
 * Lists that show what tasks allow cannot be set; one of such a name that is stored, by an import, stays.
 *
 * @throws AppError acl.invalid also for values that cannot be stored
 */
function validateAcl({ name, aces }: Acl, present: ReadonlySet<string>): void {
  if (name === '') throw new AppError('acl.invalid', 'ACL: the name is empty');
  const isOfTask = isNameOfTaskGrants(name) && !present.has(name);
  if (name === inheritedAclName || isOfTask) {
    throw new AppError('acl.invalid', `ACL: ${name} is computed and cannot be set`);
  }
  checkAclText('ACL: its name', name);
  for (const ace of aces) {
    validateAce(ace);
    checkAclText('ACE: username', ace.username);
    checkAclText('ACE: permission', ace.permission);
    checkAclText('ACE: creator', ace.creator ?? '');
    checkComment('ACE: comment', ace.comment ?? null, 'acl.invalid');
    if (![ace.begin, ace.end].every(isInstantOrNull)) {
      throw new AppError('acl.invalid', 'ACE: begin and end must be instants of the calendar');
    }
  }
}

/** Lists that are already too long may still be made shorter. */
function refuseMoreAces(acls: readonly Acl[], before: readonly Acl[]): void {
  const countOf = (lists: readonly Acl[]) => lists.reduce((sum, { aces }) => sum + aces.length, 0);
  const count = countOf(acls);
  if (count <= limits.acesMax || count <= countOf(before)) return;
  throw new AppError(
    'acl.invalid',
    `ACL: the document would have ${count} entries; use at most ${limits.acesMax}, with groups in the place of many users`,
  );
}

function checkAclText(what: string, text: string): void {
  if (!isStorableText(text)) {
    throw new AppError('acl.invalid', `${what} has characters that cannot be stored`);
  }
  if (text.length > limits.aceNameLengthMax) {
    throw new AppError(
      'acl.invalid',
      `${what} has ${text.length} characters; use at most ${limits.aceNameLengthMax}`,
    );
  }
}

/** The range of the Date type. */
const instantMax = 8_640_000_000_000_000;

function isInstantOrNull(value: number | null): boolean {
  return value === null || (Number.isSafeInteger(value) && Math.abs(value) <= instantMax);
}

/** Versions follow the permissions of their live document. */
function refuseVersion(document: Document): void {
  if (!document.isVersion) return;
  throw new AppError(
    'document.version-immutable',
    'A version has no ACL of its own; change that of its live document',
  );
}

function orderAcls(acls: readonly Acl[]): readonly Acl[] {
  const used = acls.filter((acl) => acl.aces.length > 0);
  return [
    ...used.filter((acl) => acl.name !== localAclName),
    ...used.filter((acl) => acl.name === localAclName),
  ];
}

async function aclIdOfParent(unit: WriteUnit, document: Document): Promise<AclKey | null> {
  if (document.parentId === null) return null;
  return (await getUncheckedDocument(unit, { id: document.parentId })).aclId;
}
