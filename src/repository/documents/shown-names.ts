import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { hasPermission } from '../access/permissions.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { findDocument } from './documents.ts';

/** Replaces in messages a document that the caller may not read. */
export const unreadable = '(not readable)';

/**
 * The name of a document in messages: its id. A caller who may not read it sees neither its id nor
 * its path, also if it sent the other of the two.
 */
export async function shownId(unit: ReadUnit, document: Document): Promise<string> {
  const isShown = await hasPermission(unit, { document, permission: 'Read' });
  return isShown ? document.id : unreadable;
}

/** As `shownId` for a document of which only the id is known; a missing one is not named either. */
export async function shownIdOf(unit: ReadUnit, id: string | null): Promise<string> {
  const document = id === null ? undefined : await findDocument(unit, { id: id as DocumentId });
  return document ? shownId(unit, document) : unreadable;
}

/** The path of a document, or the id of one without a path. As `shownId` if not readable. */
export async function shownPath(unit: ReadUnit, document: Document): Promise<string> {
  const isShown = await hasPermission(unit, { document, permission: 'Read' });
  return isShown ? (document.path ?? document.id) : unreadable;
}
