import { AppError } from '../base/errors/app-error.ts';
import type { DocumentId } from '../base/ids.ts';
import type { DocumentShape } from '../model/content-model.ts';
import { type Document, hasFacet } from '../model/document.ts';
import { collectBlobs } from '../model/property-access.ts';
import type { Properties } from '../model/value.ts';
import type { WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import { recordDocumentEvent } from './audit-events.ts';
import { versionAfterSave, versionBeforeSave } from './automatic-versioning.ts';
import { syncBlobReferences } from './blobs.ts';
import { type ContentChange, saveContent } from './document-record.ts';
import { getDocumentForUpdate } from './documents.ts';
import { stampModification } from './dublincore.ts';
import { indexDocument } from './fulltext/write-index.ts';
import { requirePermission } from './permissions.ts';
import type { Session } from './session.ts';
import { changeOfCheckOut } from './versions.ts';

const storeFacets = defineStatement<{ id: string; facets: string | null }, unknown>((b, p) =>
  b.updateTable('document').set({ instance_facets: p.facets }).where('id', '=', p.id),
);

export interface FacetChange {
  readonly id: DocumentId;
  readonly facet: string;
}

/**
 * Gives this one document a facet and its schemas; nothing happens when it has it. It counts as a
 * change of the document. Of a proxy its target is changed.
 *
 * @throws AppError document.not-found, permission.denied, document.version-immutable,
 *   request.invalid for a facet that is not defined
 */
export async function addFacet(
  handle: WriteHandle,
  session: Session,
  { id, facet }: FacetChange,
): Promise<Document> {
  requireFacet(session, facet);
  const document = await getDocumentToChange(handle, session, id);
  if (document.proxyTarget) {
    return throughProxy(handle, session, { proxy: document, facet, change: addFacet });
  }
  if (hasFacet(document, facet)) return document;
  refuseVersion(document);
  return saveAsChange(handle, session, { document, facets: [...document.instanceFacets, facet] });
}

/**
 * Takes a facet away that this one document was given, with the properties that only it brought.
 * Facets of the type stay. Nothing happens when it does not have the facet, also when nobody knows it.
 *
 * @throws AppError document.not-found, permission.denied, document.version-immutable
 */
export async function removeFacet(
  handle: WriteHandle,
  session: Session,
  { id, facet }: FacetChange,
): Promise<Document> {
  const document = await getDocumentToChange(handle, session, id);
  if (document.proxyTarget) {
    return throughProxy(handle, session, { proxy: document, facet, change: removeFacet });
  }
  if (!document.instanceFacets.includes(facet)) return document;
  refuseVersion(document);
  const facets = document.instanceFacets.filter((name) => name !== facet);
  return saveAsChange(handle, session, { document, facets });
}

function requireFacet(session: Session, facet: string): void {
  if (session.model.findFacet(facet)) return;
  throw new AppError(
    'request.invalid',
    `facet: ${facet} is not defined; use a facet of the content model`,
  );
}

async function getDocumentToChange(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<Document> {
  const document = await getDocumentForUpdate(handle, session, id);
  await requirePermission(handle, session, { document, permission: 'WriteProperties' });
  return document;
}

function refuseVersion(document: Document): void {
  if (!document.isVersion) return;
  throw new AppError(
    'document.version-immutable',
    'The facets of a version cannot be changed; change its live document',
  );
}

async function throughProxy(
  handle: WriteHandle,
  session: Session,
  {
    proxy,
    facet,
    change,
  }: { proxy: Document; facet: string; change: typeof addFacet | typeof removeFacet },
): Promise<Document> {
  await change(handle, session, { id: (proxy.proxyTarget ?? proxy).id, facet });
  return getDocumentForUpdate(handle, session, proxy.id);
}

async function saveAsChange(
  handle: WriteHandle,
  session: Session,
  { document, facets }: { document: Document; facets: readonly string[] },
): Promise<Document> {
  const before = await versionBeforeSave(handle, session, document);
  const checkOut: ContentChange = before.isCheckedOut
    ? {}
    : await changeOfCheckOut(handle, session, before);
  const content = { ...before.properties, ...checkOut.properties };
  const properties = stampModification(before.shape, session, content);
  const change = { ...checkOut, properties };
  const saved = await saveWithFacets(handle, session, { document: before, facets, change });
  recordDocumentEvent(handle, session, { eventId: 'documentModified', document: saved });
  return versionAfterSave(handle, session, saved);
}

/**
 * Stores other instance facets together with other content. Properties of schemas that the document
 * then does not have go, and their blobs are let go of. Leaves the dates alone.
 */
export async function saveWithFacets(
  handle: WriteHandle,
  session: Session,
  {
    document,
    facets,
    change,
  }: { document: Document; facets: readonly string[]; change: ContentChange },
): Promise<Document> {
  const shape = session.model.shapeOf(document.type, facets);
  const properties = propertiesOf(session, shape, change.properties ?? document.properties);
  await syncBlobReferences(handle, document.id, {
    before: collectBlobs(document.properties),
    after: collectBlobs(properties),
  });
  await handle.execute(storeFacets, {
    id: document.id,
    facets: facets.length === 0 ? null : JSON.stringify(facets),
  });
  const reshaped = { ...document, shape, instanceFacets: facets };
  const saved = await saveContent(handle, session, {
    document: reshaped,
    change: { ...change, properties },
  });
  await indexDocument(handle, session, saved);
  return saved;
}

/** What the content model does not know at all stays: it may come to know it again. */
function propertiesOf(session: Session, shape: DocumentShape, properties: Properties): Properties {
  const entries = Object.entries(properties).filter(
    ([key]) => shape.properties.has(key) || !session.model.hasProperty(key),
  );
  return Object.fromEntries(entries);
}
