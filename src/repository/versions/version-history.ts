import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { isCollection } from '../../model/collection-names.ts';
import type { Document } from '../../model/document.ts';
import { isStoredRendition } from '../../model/stored-rendition.ts';
import { requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { restoreMembers } from '../changes/member-copies.ts';
import { saveContent } from '../changes/save-content.ts';
import {
  getDocumentForUpdate,
  getUncheckedDocument,
  hydrateDocuments,
} from '../documents/documents.ts';
import { selectListed } from '../documents/listed-rows.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { changeOfCheckOut, makeVersion } from './versions.ts';

/** The versions of a live document, oldest first, without stored renditions. Needs ReadVersion. */
export async function listVersions(unit: ReadUnit, live: Document): Promise<Document[]> {
  await requirePermission(unit, { document: live, permission: 'ReadVersion' });
  const rows = await unit.handle.all(
    selectListed(unit.handle)
      .where('series_id', '=', live.seriesId)
      .where('is_version', '=', 1)
      .orderBy('version_created_at')
      .orderBy('id'),
  );
  const versions = await hydrateDocuments(unit, rows);
  return versions.filter((version) => !isStoredRendition(version));
}

export async function findLastVersion(
  unit: ReadUnit,
  seriesId: DocumentId,
): Promise<Document | undefined> {
  const rows = await unit.handle.all(
    selectListed(unit.handle)
      .where('series_id', '=', seriesId)
      .where('is_version', '=', 1)
      .where('is_latest_version', '=', 1),
  );
  return (await hydrateDocuments(unit, rows))[0];
}

interface Restoration {
  readonly liveId: DocumentId;
  readonly versionId: DocumentId;
  /** First makes a version of changes since the last check-in, which would be lost. */
  readonly createsVersion?: boolean;
  /** The document is editable at once; otherwise it is checked in as the version. */
  readonly checksOut?: boolean;
}

/**
 * Gives the live document the content and facets of one of its versions.
 *
 * @throws AppError document.not-found, permission.denied, request.invalid for another's version
 */
export async function restoreVersion(
  unit: WriteUnit,
  { liveId, versionId, createsVersion = false, checksOut = false }: Restoration,
): Promise<Document> {
  // With the live document's row locked, no unit can remove the version: that locks the same row.
  const live = await getDocumentForUpdate(unit, liveId);
  await requirePermission(unit, { document: live, permission: 'WriteProperties' });
  const version = await getUncheckedDocument(unit, { id: versionId });
  if (!version.isVersion || version.seriesId !== live.id || isStoredRendition(version)) {
    throw new AppError('request.invalid', `${versionId} is not a version of ${live.id}`);
  }
  const kept =
    createsVersion && live.isCheckedOut
      ? (await makeVersion(unit, { document: live, by: 'MINOR' })).live
      : live;
  const restored = await saveContent(unit, {
    document: kept,
    change: {
      instanceFacets: version.instanceFacets,
      properties: version.properties,
      isCheckedOut: false,
      baseVersionId: version.id,
    },
  });
  if (isCollection(version)) {
    const versionAt = version.versionCreatedMs ?? 0;
    await restoreMembers(unit.handle, { collectionId: live.id, versionAt });
  }
  await announce(unit, { eventId: 'documentRestored', documents: [restored] });
  if (!checksOut) return restored;
  const checkOut = await changeOfCheckOut(unit, restored);
  return saveContent(unit, { document: restored, change: checkOut });
}
