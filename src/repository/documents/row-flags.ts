import { sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { RowFlags } from '../unit/recent-documents.ts';
import type { ReadUnit } from '../unit/unit.ts';

const inCollection = sql<number>`case when exists (select 1 from collection_member as item
  where item.member_id = document.id and item.removed_after is null) then 1 else 0 end`;
const hasSubscribers = sql<number>`case when exists (select 1 from subscription as item
  where item.document_id = document.id) then 1 else 0 end`;

/** Whether the document has rows of each kind: columns of a statement on `document`. */
export const flags = [
  inCollection.as('in_collection'),
  hasSubscribers.as('has_subscribers'),
] as const;

const flagsById = defineStatement<{ id: string }, RowFlags>((b, p) =>
  b.selectFrom('document').select(flags).where('id', '=', p.id),
);

/** Documents that were in no collection when they were read. */
const inNone = new WeakSet<Document>();
/** Documents that had no subscribers when they were read. */
const unsubscribed = new WeakSet<Document>();

export function note(document: Document, row: RowFlags): void {
  if (row.in_collection === 0) inNone.add(document);
  if (row.has_subscribers === 0) unsubscribed.add(document);
}

/** Finds out, in the unit that changes a document, which rows it has: as of when it was locked, if that is still true. */
export async function noteRows({ handle, known }: ReadUnit, document: Document): Promise<void> {
  const { id } = document;
  const row = known.findRowFlags(id, handle) ?? (await handle.fetchFirst(flagsById, { id }));
  if (row) note(document, row);
}

/** For a document that was just created. */
export function noteNew(document: Document): void {
  note(document, { in_collection: 0, has_subscribers: 0 });
}

/** False for documents of which it is known that they are in no collection. */
export function mayBeMember(document: Document): boolean {
  return !inNone.has(document);
}

/** False for documents of which it is known that they have no subscribers. */
export function mayHaveSubscribers(document: Document): boolean {
  return !unsubscribed.has(document);
}
