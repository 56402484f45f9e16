import { type DocumentId, newDocumentId } from '../base/ids.ts';
import { parseJson } from '../base/json.ts';
import type { ContentModel } from '../model/content-model.ts';
import { noLifecycleState } from '../model/lifecycle.ts';
import { collectBlobs } from '../model/property-access.ts';
import type { Properties } from '../model/value.ts';
import { initialVersionNumbers } from '../model/version-numbers.ts';
import type { WriteHandle } from '../storage/database.ts';
import type { BlobReferenceTable } from '../storage/tables.ts';
import { auditedRow, recordDocumentEvents } from './audit-events.ts';
import { blankRow, storedProperties } from './document-record.ts';
import { type DocumentRow, documentFromRow } from './document-row.ts';
import { indexDocuments } from './fulltext/write-index.ts';
import type { Session } from './session.ts';

/** Where a copy is put. */
export interface CopyPlace {
  readonly parentId: string;
  readonly name: string;
  readonly path: string;
  readonly aclId: number;
  readonly position: number | null;
  readonly resetsLifecycle: boolean;
}

export interface CopiedDocument {
  readonly row: DocumentRow;
  readonly references: readonly BlobReferenceTable[];
}

/**
 * A live, unlocked document of version 0.0 with the content of `source`, which may be a version. Blobs
 * are taken from the properties that were read, so that both are of one state of the source.
 */
export function copyOf(session: Session, source: DocumentRow, place: CopyPlace): CopiedDocument {
  const id = newDocumentId();
  const { row, properties } = withFreshHistory(session, source, id);
  const isReset = place.resetsLifecycle && source.proxy_target_id === null;
  return {
    row: {
      ...row,
      id,
      parent_id: place.parentId,
      name: place.name,
      path: place.path,
      position: place.position,
      acl_id: place.aclId,
      lifecycle_state: isReset ? initialState(session.model, row) : row.lifecycle_state,
    },
    references: collectBlobs(properties).map(({ xpath, blob }) => ({
      document_id: id,
      xpath,
      blob_key: blob.key,
    })),
  };
}

function initialState(model: ContentModel, row: DocumentRow): string {
  return model.lifecycleOf(model.getType(row.primary_type))?.initialState ?? noLifecycleState;
}

/** The content without what tells about locks, versions and changes. A proxy stays one. */
function withFreshHistory(
  session: Session,
  source: DocumentRow,
  id: DocumentId,
): { row: DocumentRow; properties: Properties } {
  const content = {
    primary_type: source.primary_type,
    instance_facets: source.instance_facets,
    lifecycle_state: source.lifecycle_state,
    title_key: source.title_key,
    creator: source.creator,
    created_at: source.created_at,
    modified_at: source.modified_at,
    own_acl: source.own_acl,
  };
  const row = { ...source, ...blankRow, ...content };
  if (source.proxy_target_id !== null) {
    const { proxy_target_id, series_id } = source;
    const properties = parseJson(source.properties) as Properties;
    return { row: { ...row, proxy_target_id, series_id }, properties };
  }
  const { shape, properties: stored } = documentFromRow(session.model, source);
  const properties = { ...stored, ...initialVersionNumbers(shape.properties, {}) };
  return {
    row: { ...row, series_id: id, properties: storedProperties(properties) },
    properties,
  };
}

/** Makes copies that are stored be found by their words. Proxies have none of their own. */
export async function indexCopies(
  handle: WriteHandle,
  session: Session,
  rows: readonly DocumentRow[],
): Promise<void> {
  const documents = rows.filter((row) => row.proxy_target_id === null);
  await indexDocuments(
    handle,
    session,
    documents.map((row) => documentFromRow(session.model, row)),
  );
}

/** Tells the audit of copies that are stored. */
export function recordCopies(
  handle: WriteHandle,
  session: Session,
  rows: readonly DocumentRow[],
): Promise<void> {
  const documents = rows.map((row) => auditedRow(session, row));
  return recordDocumentEvents(handle, session, { eventId: 'documentCreatedByCopy', documents });
}

/** Three parameters each; below the limits of both engines. */
const referencesPerInsert = 5_000;

export async function storeBlobReferences(
  handle: WriteHandle,
  references: readonly BlobReferenceTable[],
): Promise<void> {
  for (let start = 0; start < references.length; start += referencesPerInsert) {
    const some = references.slice(start, start + referencesPerInsert);
    await handle.run(handle.builder.insertInto('blob_reference').values(some));
  }
}
