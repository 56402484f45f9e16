import { sql } from 'kysely';
import { isUuid } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { defineStatement } from '../../storage/statement.ts';
import { requirePermission } from '../access/permissions.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type DocumentReference, getDocument, hydrateDocument } from './documents.ts';

/** Whether the document has rows of each kind. */
interface RowFlags {
  readonly in_collection: number;
  readonly has_subscribers: number;
}

interface ShownRow extends DocumentRow, RowFlags {}

const inCollection = sql<number>`case when exists (select 1 from collection_member as item
  where item.member_id = document.id and item.removed_after is null) then 1 else 0 end`;
const hasSubscribers = sql<number>`case when exists (select 1 from subscription as item
  where item.document_id = document.id) then 1 else 0 end`;
const flags = [inCollection.as('in_collection'), hasSubscribers.as('has_subscribers')] as const;

const shownById = defineStatement<{ id: string }, ShownRow>((b, p) =>
  b.selectFrom('document').selectAll().select(flags).where('id', '=', p.id),
);

const shownByPath = defineStatement<{ path: string }, ShownRow>((b, p) =>
  b.selectFrom('document').selectAll().select(flags).where('path', '=', p.path),
);

const flagsById = defineStatement<{ id: string }, RowFlags>((b, p) =>
  b.selectFrom('document').select(flags).where('id', '=', p.id),
);

/** Documents that were in no collection when they were read. */
const inNone = new WeakSet<Document>();
/** Documents that had no subscribers when they were read. */
const unsubscribed = new WeakSet<Document>();

function note(document: Document, row: RowFlags): void {
  if (row.in_collection === 0) inNone.add(document);
  if (row.has_subscribers === 0) unsubscribed.add(document);
}

/** Finds out, in the unit that changes a document, which rows it has. */
export async function noteRows(unit: ReadUnit, document: Document): Promise<void> {
  const row = await unit.handle.fetchFirst(flagsById, { id: document.id });
  if (row) note(document, row);
}

/** For a document that was just created. */
export function noteNew(document: Document): void {
  note(document, { in_collection: 0, has_subscribers: 0 });
}

/**
 * As `getDocument`, for a document that is shown as it is now. Most documents are in no collection and have
 * no subscribers, and are complete with this one query.
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
  note(document, row);
  return document;
}

/** False for documents of which it is known that they are in no collection. */
export function mayBeMember(document: Document): boolean {
  return !inNone.has(document);
}

/** False for documents of which it is known that they have no subscribers. */
export function mayHaveSubscribers(document: Document): boolean {
  return !unsubscribed.has(document);
}
