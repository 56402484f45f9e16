import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import {
  getDocumentForUpdate,
  getUncheckedDocument,
  hydrateDocuments,
} from '../documents/documents.ts';
import { selectListed } from '../documents/listed-rows.ts';
import type { Session } from '../unit/session.ts';
import { changeOfCheckOut, makeVersion } from './versions.ts';

/** The versions of a live document, oldest first. Needs ReadVersion. */
export async function listVersions(
  handle: ReadHandle,
  session: Session,
  live: Document,
): Promise<Document[]> {
  await requirePermission(handle, session, { document: live, permission: 'ReadVersion' });
  const rows = await handle.all(
    selectListed(handle)
      .where('series_id', '=', live.seriesId)
      .where('is_version', '=', 1)
      .orderBy('version_created_at')
      .orderBy('id'),
  );
  return hydrateDocuments(handle, session, rows);
}

export async function findLastVersion(
  handle: ReadHandle,
  session: Session,
  seriesId: DocumentId,
): Promise<Document | undefined> {
  const rows = await handle.all(
    selectListed(handle)
      .where('series_id', '=', seriesId)
      .where('is_version', '=', 1)
      .where('is_latest_version', '=', 1),
  );
  return (await hydrateDocuments(handle, session, rows))[0];
}

export interface Restoration {
  readonly liveId: DocumentId;
  readonly versionId: DocumentId;
  /** What was changed since the last check-in becomes a version first instead of being lost. */
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
  handle: WriteHandle,
  session: Session,
  { liveId, versionId, createsVersion = false, checksOut = false }: Restoration,
): Promise<Document> {
  // With the live document's row held, nobody can remove the version: that takes the same row.
  const live = await getDocumentForUpdate(handle, session, liveId);
  await requirePermission(handle, session, { document: live, permission: 'WriteProperties' });
  const version = await getUncheckedDocument(handle, session, { id: versionId });
  if (!version.isVersion || version.seriesId !== live.id) {
    throw new AppError('request.invalid', `${versionId} is not a version of ${live.id}`);
  }
  const kept =
    createsVersion && live.isCheckedOut
      ? (await makeVersion(handle, session, { document: live, by: 'MINOR' })).live
      : live;
  const restored = await saveContent(handle, session, {
    document: kept,
    change: {
      instanceFacets: version.instanceFacets,
      properties: version.properties,
      isCheckedOut: false,
      baseVersionId: version.id,
    },
  });
  await announce(handle, session, { eventId: 'documentRestored', documents: [restored] });
  if (!checksOut) return restored;
  const checkOut = await changeOfCheckOut(handle, session, restored);
  return saveContent(handle, session, { document: restored, change: checkOut });
}
