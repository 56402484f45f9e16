import { type Document, hasFacet } from '../../model/document.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { saveContent } from '../changes/save-content.ts';
import type { Session } from '../unit/session.ts';
import { makeVersion } from './versions.ts';

/**
 * The default policy of automatic versions: a Note is versioned at every save; a document with a
 * file is versioned before somebody else than its last contributor changes it.
 */
function isVersionedAtEverySave(session: Session, document: Document): boolean {
  return session.model.isSubtype(document.type, 'Note') && hasFacet(document, 'Versionable');
}

/** Also after creation. */
export async function versionAfterSave(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<Document> {
  if (!isVersionedAtEverySave(session, document)) return document;
  return (await makeVersion(handle, session, { document, by: 'MINOR' })).live;
}

/** Keeps what another user last saved; the document is checked out again for the change to come. */
export async function versionBeforeSave(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<Document> {
  if (!isVersionedBeforeSave(session, document)) return document;
  const { live } = await makeVersion(handle, session, { document, by: 'MINOR' });
  return saveContent(handle, session, { document: live, change: { isCheckedOut: true } });
}

function isVersionedBeforeSave(session: Session, document: Document): boolean {
  if (!document.isCheckedOut || !hasFacet(document, 'Versionable')) return false;
  if (hasFacet(document, 'SystemDocument') || document.type === 'Workspace') return false;
  if (isVersionedAtEverySave(session, document)) return false;
  if (!document.shape.properties.has('file:content')) return false;
  const lastContributor = document.properties['dc:lastContributor'];
  return typeof lastContributor === 'string' && lastContributor !== session.principal.username;
}
