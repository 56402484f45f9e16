import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { isCollection, nameInMessages, notMemberFacet } from '../../model/collection-names.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { appendMembers, endMembers, findMembers } from '../changes/member-list.ts';
import { documentNotFound, getDocumentForUpdate } from '../documents/documents.ts';
import { lockPresent } from '../documents/row-locks.ts';
import { saveAuthorChange } from '../editing/author-changes.ts';
import type { WriteUnit } from '../unit/unit.ts';

interface MembersChange {
  readonly collectionId: DocumentId;
  /** Documents that the caller may read. */
  readonly documents: readonly Document[];
}

/**
 * Adds documents to a collection, behind its members; those that it has already stay where they are.
 * Changes the dates of the collection and nothing of the documents. For any number of them the number of
 * statements grows with hundreds of them only.
 *
 * @throws AppError permission.denied without WriteProperties on the collection, request.invalid when it is
 *   no collection or a document must not be in one, document.not-found, document.version-immutable
 */
export async function addToCollection(
  unit: WriteUnit,
  { collectionId, documents }: MembersChange,
): Promise<void> {
  // Units that remove documents wait: none of these is removed before this unit ends.
  await unit.handle.lockTree('shared');
  const collection = await lockCollection(unit, collectionId);
  for (const document of documents) requireCollectable(collection, document);
  const distinct = [...new Map(documents.map((each) => [each.id, each])).values()];
  const present = await findMembers(unit.handle, {
    collectionId: collection.id,
    ids: distinct.map(({ id }) => id),
  });
  const added = distinct.filter(({ id }) => !present.has(id));
  if (added.length === 0) return;
  await requirePresent(unit, added);
  await appendMembers(unit.handle, {
    collectionId: collection.id,
    ids: added.map(({ id }) => id),
  });
  await touch(unit, collection);
  await announce(unit, { eventId: 'addedToCollection', documents: added });
}

/**
 * Removes documents from a collection; those that it does not have are ignored.
 *
 * @throws AppError as `addToCollection`
 */
export async function removeFromCollection(
  unit: WriteUnit,
  { collectionId, documents }: MembersChange,
): Promise<void> {
  const collection = await lockCollection(unit, collectionId);
  const ids = documents.map(({ id }) => id);
  const present = await findMembers(unit.handle, { collectionId: collection.id, ids });
  if (present.size === 0) return;
  await endMembers(unit.handle, { collectionId: collection.id, ids: [...present.keys()] });
  await touch(unit, collection);
  const removed = documents.filter(({ id }) => present.has(id));
  const distinct = [...new Map(removed.map((each) => [each.id, each])).values()];
  await announce(unit, { eventId: 'removedFromCollection', documents: distinct });
}

/**
 * The collection with its row locked, so that its members change in one unit at a time. Of a proxy the
 * collection that it shows.
 */
export async function lockCollection(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const found = await getDocumentForUpdate(unit, id);
  if (!isCollection(found)) {
    throw new AppError('request.invalid', `Document ${nameInMessages(found)} is not a collection`);
  }
  await requirePermission(unit, { document: found, permission: 'WriteProperties' });
  const { proxyTarget } = found;
  if (found.isVersion || proxyTarget?.isVersion) {
    throw new AppError(
      'document.version-immutable',
      `The members of a version do not change: change those of the collection ${found.seriesId}`,
    );
  }
  return proxyTarget ? lockCollection(unit, proxyTarget.id) : found;
}

/** They were read before the locks, and may have been removed meanwhile. */
async function requirePresent(unit: WriteUnit, documents: readonly Document[]): Promise<void> {
  const present = await lockPresent(
    unit.handle,
    documents.map(({ id }) => id),
  );
  const missing = documents.find(({ id }) => !present.has(id));
  if (missing) throw documentNotFound({ id: missing.id });
}

function requireCollectable(collection: Document, document: Document): void {
  if (!hasFacet(document, notMemberFacet) && document.id !== collection.id) return;
  throw new AppError('request.invalid', `Document ${nameInMessages(document)} is not collectable`);
}

/** Who changed the collection and when. No version is made of it. */
export function touch(unit: WriteUnit, collection: Document): Promise<Document> {
  return saveAuthorChange(unit, { document: collection, isUnversioned: true });
}
