import type { Document } from '../model/document.ts';
import type { VersionIncrement } from '../model/version-numbers.ts';
import type { WriteHandle } from '../storage/database.ts';
import { getDocumentForUpdate } from './documents.ts';
import type { Session } from './session.ts';
import { type DocumentUpdate, updateDocument } from './update-document.ts';
import { findLastVersion } from './version-history.ts';
import { checkIn, requireVersionable } from './versions.ts';

/**
 * Saves and then checks in; the answer is the version. A document that is already checked in and does
 * not change makes no new version: its last one is the answer.
 *
 * @throws AppError version.not-allowed and what updateDocument throws
 */
export async function saveAndCheckIn(
  handle: WriteHandle,
  session: Session,
  { update, by }: { update: DocumentUpdate; by: VersionIncrement },
): Promise<Document> {
  requireVersionable(await getDocumentForUpdate(handle, session, update.id));
  const saved = await updateDocument(handle, session, { ...update, isCheckedInNext: true });
  if (!saved.isCheckedOut) {
    const last = await findLastVersion(handle, session, saved.seriesId);
    if (last) return last;
  }
  return (await checkIn(handle, session, { document: saved, by })).version;
}
