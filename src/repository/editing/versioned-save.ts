import type { Document } from '../../model/document.ts';
import type { VersionIncrement } from '../../model/version-numbers.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { requirePermission } from '../access/permissions.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import type { Session } from '../unit/session.ts';
import { findLastVersion } from '../versions/version-history.ts';
import { checkIn, requireVersionable, versionedOf } from '../versions/versions.ts';
import { type DocumentUpdate, updateDocument } from './update-document.ts';

/**
 * Saves and then checks in; the answer is the version. A document that is already checked in and does
 * not change makes no new version: its last one is the answer. Of a proxy that shows a live document
 * that one is checked in, which needs the permission there.
 *
 * @throws AppError version.not-allowed, permission.denied and what updateDocument throws
 */
export async function saveAndCheckIn(
  handle: WriteHandle,
  session: Session,
  { update, by }: { update: DocumentUpdate; by: VersionIncrement },
): Promise<Document> {
  const present = await getDocumentForUpdate(handle, session, update.id);
  const live = versionedOf(present);
  if (live !== present) {
    await requirePermission(handle, session, { document: live, permission: 'WriteVersion' });
  }
  requireVersionable(live);
  await updateDocument(handle, session, { ...update, isCheckedInNext: true });
  const saved = await getDocumentForUpdate(handle, session, live.id);
  if (!saved.isCheckedOut) {
    const last = await findLastVersion(handle, session, saved.seriesId);
    if (last) return last;
  }
  return (await checkIn(handle, session, { document: saved, by })).version;
}
