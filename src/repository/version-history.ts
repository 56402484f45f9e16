import { AppError } from '../base/errors/app-error.ts';
import type { DocumentId } from '../base/ids.ts';
import type { Document } from '../model/document.ts';
import { collectBlobs } from '../model/property-access.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { syncBlobReferences } from './blobs.ts';
import { saveContent } from './document-record.ts';
import { getDocumentForUpdate, getUncheckedDocument, hydrateDocuments } from './documents.ts';
import { requirePermission } from './permissions.ts';
import type { Session } from './session.ts';

/** The versions of a live document, oldest first. Needs ReadVersion. */
export async function listVersions(
  handle: ReadHandle,
  session: Session,
  live: Document,
): Promise<Document[]> {
  await requirePermission(handle, session, { document: live, permission: 'ReadVersion' });
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .selectAll()
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
    handle.builder
      .selectFrom('document')
      .selectAll()
      .where('series_id', '=', seriesId)
      .where('is_version', '=', 1)
      .where('is_latest_version', '=', 1),
  );
  return (await hydrateDocuments(handle, session, rows))[0];
}

/**
 * Gives the live document the content of one of its versions; it is checked in as that version.
 *
 * @throws AppError document.not-found, permission.denied, request.invalid for another's version
 */
export async function restoreVersion(
  handle: WriteHandle,
  session: Session,
  { liveId, versionId }: { liveId: DocumentId; versionId: DocumentId },
): Promise<Document> {
  // With the live document's row held, nobody can remove the version: that takes the same row.
  const live = await getDocumentForUpdate(handle, session, liveId);
  await requirePermission(handle, session, { document: live, permission: 'WriteProperties' });
  const version = await getUncheckedDocument(handle, session, { id: versionId });
  if (!version.isVersion || version.seriesId !== live.id) {
    throw new AppError('request.invalid', `${versionId} is not a version of ${live.id}`);
  }
  await syncBlobReferences(handle, live.id, {
    before: collectBlobs(live.properties),
    after: collectBlobs(version.properties),
  });
  return saveContent(handle, live, {
    properties: version.properties,
    isCheckedOut: false,
    baseVersionId: version.id,
  });
}
