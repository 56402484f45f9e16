import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { isGrantedByAcl, requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { storeLock } from '../changes/state-rows.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import { shownId, unreadable } from '../documents/shown-names.ts';
import type { Session } from '../unit/session.ts';

/**
 * Locks the document for the caller; the owner locking again keeps the old lock.
 *
 * @throws AppError document.locked (409) when another user holds it, permission.denied
 */
export async function lockDocument(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<Document> {
  const document = await getDocumentForUpdate(handle, session, id);
  if (document.lock?.owner === session.principal.username) return document;
  // Who may not lock it anyway is not told who has.
  const unlocked = { ...document, lock: null };
  await requirePermission(handle, session, { document: unlocked, permission: 'WriteProperties' });
  await refuseForeignLock(handle, session, document);
  await handle.execute(storeLock, {
    id,
    owner: session.principal.username,
    createdAt: session.nowMs,
  });
  await announce(handle, session, { eventId: 'documentLocked', documents: [document] });
  return getDocumentForUpdate(handle, session, id);
}

/** The owner, or whoever has permission Unlock, may unlock. */
export async function unlockDocument(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<Document> {
  const document = await getDocumentForUpdate(handle, session, id);
  if (document.lock === null) return document;
  const isOwner = document.lock.owner === session.principal.username;
  const mayUnlock =
    isOwner ||
    (await isGrantedByAcl(handle, session, { aclId: document.aclId, permission: 'Unlock' }));
  if (!mayUnlock) {
    await requirePermission(handle, session, { document, permission: 'Read' });
    await refuseForeignLock(handle, session, document);
  }
  await handle.execute(storeLock, { id, owner: null, createdAt: null });
  await announce(handle, session, { eventId: 'documentUnlocked', documents: [document] });
  return getDocumentForUpdate(handle, session, id);
}

async function refuseForeignLock(
  handle: ReadHandle,
  session: Session,
  document: Document,
): Promise<void> {
  if (document.lock === null) return;
  const shown = await shownId(handle, session, document);
  const owner = shown === unreadable ? 'somebody else' : document.lock.owner;
  throw new AppError('document.locked', `Document already locked by ${owner}: ${shown}`);
}
