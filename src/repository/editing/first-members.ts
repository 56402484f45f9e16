import { isUuid } from '../../base/ids.ts';
import { isCollection, membersKey, notMemberFacet } from '../../model/collection-names.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { hasPermission } from '../access/permissions.ts';
import { appendMembers } from '../changes/member-list.ts';
import { findDocumentsById, loadAcls } from '../documents/find-many.ts';
import { lockPresent } from '../documents/row-locks.ts';
import { type WriteUnit, withoutLargeValues } from '../unit/unit.ts';

/**
 * The members that a new collection is created with: those of the given ids that exist, that the caller may
 * read and that may be members. Others are left out, as in a list that a client sends back.
 */
export async function addFirstMembers(
  unit: WriteUnit,
  collection: Document,
  given: Properties,
): Promise<void> {
  const ids = given[membersKey];
  if (!Array.isArray(ids) || ids.length === 0 || !isCollection(collection)) return;
  const distinct = [
    ...new Set(ids.filter((id) => typeof id === 'string' && isUuid(id))),
  ] as string[];
  const documents = await findDocumentsById(withoutLargeValues(unit), distinct);
  await loadAcls(unit, documents);
  const fitting: string[] = [];
  for (const document of documents) {
    if (document.id === collection.id || hasFacet(document, notMemberFacet)) continue;
    if (await hasPermission(unit, { document, permission: 'Read' })) fitting.push(document.id);
  }
  const present = await lockPresent(unit.handle, fitting);
  const members = fitting.filter((id) => present.has(id));
  if (members.length === 0) return;
  await appendMembers(unit.handle, { collectionId: collection.id, ids: members });
}
