import { sql } from 'kysely';
import { isUuid } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { defineStatement } from '../../storage/statement.ts';
import { requirePermission } from '../access/permissions.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type DocumentReference, getDocument, hydrateDocument } from './documents.ts';

interface ShownRow extends DocumentRow {
  readonly in_collection: number;
}

const inCollection = sql<number>`case when exists (select 1 from collection_member as item
  where item.member_id = document.id and item.removed_after is null) then 1 else 0 end`;

const shownById = defineStatement<{ id: string }, ShownRow>((b, p) =>
  b
    .selectFrom('document')
    .selectAll()
    .select(inCollection.as('in_collection'))
    .where('id', '=', p.id),
);

const shownByPath = defineStatement<{ path: string }, ShownRow>((b, p) =>
  b
    .selectFrom('document')
    .selectAll()
    .select(inCollection.as('in_collection'))
    .where('path', '=', p.path),
);

const membershipById = defineStatement<{ id: string }, Pick<ShownRow, 'in_collection'>>((b, p) =>
  b.selectFrom('document').select(inCollection.as('in_collection')).where('id', '=', p.id),
);

/** Documents that were in no collection when they were read. */
const inNone = new WeakSet<Document>();

/** Finds out, in the unit that changes a document, whether it is in a collection: then `mayBeMember` knows. */
export async function noteMembership(unit: ReadUnit, document: Document): Promise<void> {
  const row = await unit.handle.fetchFirst(membershipById, { id: document.id });
  if (row?.in_collection === 0) inNone.add(document);
}

/** For a document that was just created. */
export function noteUncollected(document: Document): void {
  inNone.add(document);
}

/**
 * As `getDocument`, for a document that is shown as it is now. Most documents are in no collection, and are
 * complete with this one query.
 */
export async function getShownDocument(
  unit: ReadUnit,
  reference: DocumentReference,
): Promise<Document> {
  const { handle } = unit;
  if (!handle.tree.isEmpty || ('id' in reference && !isUuid(reference.id))) {
    return getDocument(unit, reference);
  }
  const row =
    'id' in reference
      ? await handle.fetchFirst(shownById, { id: reference.id })
      : await handle.fetchFirst(shownByPath, { path: reference.path });
  // A change of the tree may have been noticed with this statement.
  if (!row || !handle.tree.isEmpty || (row.path === null && row.is_version === 0)) {
    return getDocument(unit, reference);
  }
  const document = await hydrateDocument(unit, row);
  await requirePermission(unit, { document, permission: 'Read' });
  if (row.in_collection === 0) inNone.add(document);
  return document;
}

/** False for documents of which it is known that they are in no collection. */
export function mayBeMember(document: Document): boolean {
  return !inNone.has(document);
}
