import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { hasPermission } from '../access/permissions.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { findDocument } from './documents.ts';

/** Stands in messages for a document that the caller may not read. */
export const unreadable = '(not readable)';

/**
 * What a message to the caller calls a document: its id. Who may not read it is told neither its id
 * nor its path, also where the other of the two was sent.
 */
export async function shownId(unit: ReadUnit, document: Document): Promise<string> {
  const isShown = await hasPermission(unit, { document, permission: 'Read' });
  return isShown ? document.id : unreadable;
}

/** As `shownId` for a document that only its id is known of; one that is gone has no name either. */
export async function shownIdOf(unit: ReadUnit, id: string | null): Promise<string> {
  const document = id === null ? undefined : await findDocument(unit, { id: id as DocumentId });
  return document ? shownId(unit, document) : unreadable;
}

/** Where a document is; the id of one without a place. As `shownId` for who may not read it. */
export async function shownPath(unit: ReadUnit, document: Document): Promise<string> {
  const isShown = await hasPermission(unit, { document, permission: 'Read' });
  return isShown ? (document.path ?? document.id) : unreadable;
}
