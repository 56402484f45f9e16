import type { Document } from '../../model/document.ts';
import type { VersionIncrement } from '../../model/version-numbers.ts';
import { requirePermission } from '../access/permissions.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { findLastVersion } from '../versions/version-history.ts';
import { checkIn, requireVersionable, versionedOf } from '../versions/versions.ts';
import {
  type AcceptedUpdate,
  acceptUpdate,
  type DocumentUpdate,
  saveUpdate,
} from './update-document.ts';

/**
 * Saves and then checks in; returns the version. For a document that is already checked in and does
 * not change no new version is made: returns its last one. For a proxy of a live document that one
 * is checked in, which needs the permission there.
 *
 * @throws AppError version.not-allowed, permission.denied and what updateDocument throws
 */
export async function saveAndCheckIn(
  unit: WriteUnit,
  { update, by }: { update: DocumentUpdate | AcceptedUpdate; by: VersionIncrement },
): Promise<Document> {
  const present = await getDocumentForUpdate(unit, update.id);
  const live = versionedOf(present);
  if (live !== present) {
    await requirePermission(unit, { document: live, permission: 'WriteVersion' });
  }
  requireVersionable(live);
  const accepted = 'changed' in update ? update : await acceptUpdate(unit, update);
  await saveUpdate(unit, { ...accepted, isCheckedInNext: true });
  const saved = await getDocumentForUpdate(unit, live.id);
  if (!saved.isCheckedOut) {
    const last = await findLastVersion(unit, saved.seriesId);
    if (last) return last;
  }
  return (await checkIn(unit, { document: saved, by })).version;
}
