import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { isGranted, requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { storeLock } from '../changes/state-rows.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import { shownId, unreadable } from '../documents/shown-names.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

/**
 * Locks the document for the caller; the owner locking again keeps the old lock.
 *
 * @throws AppError document.locked (409) when another user holds it, permission.denied
 */
export async function lockDocument(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getDocumentForUpdate(unit, id);
  if (document.lock?.owner === unit.principal.username) return document;
  // Callers who may not lock it anyway do not see the owner of the lock.
  const unlocked = { ...document, lock: null };
  await requirePermission(unit, { document: unlocked, permission: 'WriteProperties' });
  await refuseForeignLock(unit, document);
  await unit.handle.execute(storeLock, {
    id,
    owner: unit.principal.username,
    createdAt: unit.nowMs,
  });
  await announce(unit, { eventId: 'documentLocked', documents: [document] });
  return getDocumentForUpdate(unit, id);
}

/** The owner, and users with the permission Unlock, may unlock. */
export async function unlockDocument(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getDocumentForUpdate(unit, id);
  if (document.lock === null) return document;
  const isOwner = document.lock.owner === unit.principal.username;
  const mayUnlock = isOwner || (await isGranted(unit, { target: document, permission: 'Unlock' }));
  if (!mayUnlock) {
    await requirePermission(unit, { document, permission: 'Read' });
    await refuseForeignLock(unit, document);
  }
  await unit.handle.execute(storeLock, { id, owner: null, createdAt: null });
  await announce(unit, { eventId: 'documentUnlocked', documents: [document] });
  return getDocumentForUpdate(unit, id);
}

async function refuseForeignLock(unit: ReadUnit, document: Document): Promise<void> {
  if (document.lock === null) return;
  const shown = await shownId(unit, document);
  const owner = shown === unreadable ? 'another user' : document.lock.owner;
  throw new AppError('document.locked', `Document already locked by ${owner}: ${shown}`);
}
