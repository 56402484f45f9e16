import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { type Document, isRoot } from '../../model/document.ts';
import { isStoredRendition } from '../../model/stored-rendition.ts';
import { versionNumbers } from '../../model/version-numbers.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { isGrantedRow, loadGrantedDocuments } from '../access/granted-documents.ts';
import { findGrantingAcls, hasPermission } from '../access/permissions.ts';
import { hasAclAmong } from '../access/readable-acls.ts';
import { announceRemoval } from '../changes/announcements.ts';
import { removeRows } from '../changes/remove-rows.ts';
import { clearBaseVersion, flagLatest } from '../changes/version-rows.ts';
import { findDocument, getUncheckedDocument } from '../documents/documents.ts';
import { lockDocumentRow } from '../documents/row-locks.ts';
import { shownId, shownIdOf, shownPath } from '../documents/shown-names.ts';
import { documentFromRow } from '../sql/document-row.ts';
import { isFewBelowPath } from '../sql/tree-conditions.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { announceRejection } from './publication-requests.ts';
import { removeStaleProxies } from './remove-stale.ts';
import { removeTree } from './remove-tree.ts';

/** Why the caller may not remove a document; the same rules hold for trashing it. */
export async function removalRefusal(
  unit: ReadUnit,
  document: Document,
): Promise<string | undefined> {
  if (document.isVersion) return versionRemovalRefusal(unit, document);
  if (!(await hasPermission(unit, { document, permission: 'Remove' }))) {
    const shown = await shownId(unit, document);
    return `${cannotRemove(shown)}, Missing permission 'Remove' on document ${shown}`;
  }
  const parent = document.parentId && (await findDocument(unit, { id: document.parentId }));
  if (parent && !(await hasPermission(unit, { document: parent, permission: 'RemoveChildren' }))) {
    const refused = cannotRemove(await shownId(unit, document));
    const shown = await shownId(unit, parent);
    return `${refused}, Missing permission 'RemoveChildren' on parent document ${shown}`;
  }
  const blocked = await findBlockedDescendant(unit, document);
  if (blocked === undefined) return undefined;
  const { username } = unit.principal;
  const shown = await shownIdOf(unit, blocked);
  return `Cannot remove descendant ${shown}, permissions are blocked for ${username}`;
}

function cannotRemove(shown: string): string {
  return `Permission denied: cannot remove document ${shown}`;
}

async function versionRemovalRefusal(
  unit: ReadUnit,
  document: Document,
): Promise<string | undefined> {
  const live = await findDocument(unit, { id: document.seriesId });
  const shown = await shownId(unit, document);
  if (!live) {
    if (unit.principal.isAdministrator) return undefined;
    return `${cannotRemove(shown)}, No working copy and not an Administrator`;
  }
  const shownLive = await shownId(unit, live);
  if (!(await hasPermission(unit, { document: live, permission: 'WriteVersion' }))) {
    return `${cannotRemove(shown)}, Missing permission 'WriteVersion' on working copy ${shownLive}`;
  }
  if (!live.isCheckedOut && live.baseVersionId === document.id) {
    return `${cannotRemove(shown)}, Working copy ${shownLive} is checked in with base version ${shown}`;
  }
  const proxyId = await findProxyOf(unit.handle, document.id);
  if (proxyId === undefined) return undefined;
  return `${await shownIdOf(unit, proxyId)} targets version ${shown}`;
}

/** Looks at documents with own entries and at locked ones, which an index has. */
async function findBlockedDescendant(
  unit: ReadUnit,
  document: Document,
): Promise<string | undefined> {
  if (unit.principal.isAdministrator || document.path === null) return undefined;
  const below = unit.handle.builder
    .selectFrom('document')
    .where(isFewBelowPath(unit.handle, document.path));
  // Documents without own entries have the ACL of one above them.
  const secured = below.where('own_acl', 'is not', null);
  const rows = await unit.handle.all(
    secured
      .select('acl_id')
      // Otherwise SQLite would read all documents of the store by ACL.
      .groupBy(unit.handle.dialect.withoutIndex(sql.ref('acl_id'))),
  );
  const aclIds = rows.map((row) => row.acl_id);
  const granting = new Set(await findGrantingAcls(unit, { aclIds, permission: 'Remove' }));
  const refusing = aclIds.filter((aclId) => !granting.has(aclId));
  if (refusing.length > 0) {
    const granted = await loadGrantedDocuments(unit, 'Remove');
    const blocked = await unit.handle.first(
      secured
        .select((e) => e.fn.min('id').as('id'))
        .where(hasAclAmong(unit.handle.dialect, refusing))
        .where(sql<boolean>`not ${isGrantedRow(unit.handle, granted, 'document')}`),
    );
    if (blocked?.id) return blocked.id;
  }
  const locked = await unit.handle.first(
    below
      .select('id')
      .where('lock_owner', 'is not', null)
      .where('lock_owner', '!=', unit.principal.username)
      .limit(1),
  );
  return locked?.id;
}

async function findProxyOf(handle: ReadHandle, targetId: string): Promise<string | undefined> {
  const proxy = await handle.first(
    handle.builder
      .selectFrom('document')
      .select('id')
      .where('proxy_target_id', '=', targetId)
      .limit(1),
  );
  return proxy?.id;
}

/**
 * Removes a document for good, with its descendants and all versions that no other needs.
 *
 * @throws AppError document.not-found, document.root-immutable, permission.denied,
 *   document.has-proxy
 */
export async function removeDocument(unit: WriteUnit, id: DocumentId): Promise<void> {
  await unit.handle.lockTree('exclusive');
  const document = await getDoomedDocument(unit, id);
  const context = `Failed to delete document ${await shownPath(unit, document)}`;
  if (isRoot(document)) throw new AppError('document.root-immutable', `${context}, it is the root`);
  const refusal = await removalRefusal(unit, document);
  if (refusal !== undefined) throw new AppError('permission.denied', `${context}, ${refusal}`);
  if (document.isVersion) {
    await removeVersion(unit, document);
  } else {
    await removeTree(unit, document, context);
  }
  await announceRemoval(unit, document);
  await announceRejection(unit, document);
}

/**
 * A version is read while its live document's row is locked, which check-ins and restores lock
 * first too. The rows of a tree are locked once it is certain that it is removed.
 */
async function getDoomedDocument(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getUncheckedDocument(unit, { id });
  if (!document.isVersion) return document;
  await lockDocumentRow(unit.handle, document.seriesId);
  return getUncheckedDocument(unit, { id });
}

async function removeVersion(unit: WriteUnit, version: Document): Promise<void> {
  await removeStaleProxies(unit, [version.id]);
  await removeRows(unit.handle, [version.id]);
  await clearBaseVersion(unit.handle, { liveId: version.seriesId, versionId: version.id });
  if (!version.isLatestVersion && !version.isLatestMajorVersion) return;
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .selectAll()
      .where('series_id', '=', version.seriesId)
      .where('is_version', '=', 1)
      .orderBy('version_created_at', 'desc'),
  );
  const all = rows.map((row) => documentFromRow(unit.model, row));
  const left = all.filter((each) => !isStoredRendition(each));
  const latest = left[0];
  const latestMajor = left.find(isMajor);
  if (version.isLatestVersion && latest) {
    await flagLatest(unit.handle, { id: latest.id, flag: 'is_latest_version' });
  }
  if (version.isLatestMajorVersion && latestMajor) {
    await flagLatest(unit.handle, { id: latestMajor.id, flag: 'is_latest_major_version' });
  }
}

function isMajor(version: Document): boolean {
  const { major, minor } = versionNumbers(version.properties);
  return major > 0 && minor === 0;
}
