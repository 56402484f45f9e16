import type { ContentModel, DocumentShape } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { getDocument } from '../../repository/documents/documents.ts';
import { findDocumentsById, loadAcls } from '../../repository/documents/find-many.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import { withFacet } from '../unsaved-facets.ts';
import { isInStore, type WorkingDocument } from '../values.ts';
import { withUnsaved } from '../working-documents.ts';

/**
 * A document of a result, until a client reads it. A stored document is kept by id and read again,
 * with the operation's unsaved changes; any other is kept whole.
 */
export type StoredDocument = PlacedDocument | DetachedDocument;

interface PlacedDocument {
  readonly id: string;
  readonly unsaved?: Properties;
  /** Added (true) and removed (false), in their order. */
  readonly facets?: readonly (readonly [string, boolean])[];
}

interface DetachedDocument {
  readonly detached: Omit<Document, 'shape'>;
  readonly shape: Pick<DocumentShape, 'type' | 'facets' | 'schemas'>;
}

export function storedDocument(document: WorkingDocument): StoredDocument {
  if (!isInStore(document)) {
    const { shape, ...detached } = document;
    const { type, facets, schemas } = shape;
    return { detached, shape: { type, facets, schemas } };
  }
  const { id, unsaved, unsavedFacets } = document;
  return { id, ...(unsaved && { unsaved }), ...(unsavedFacets && { facets: [...unsavedFacets] }) };
}

/** @throws AppError as `getDocument` */
export async function readDocument(
  unit: ReadUnit,
  stored: StoredDocument,
): Promise<WorkingDocument> {
  if ('detached' in stored) return restored(stored);
  const document = await getDocument(unit, { id: stored.id });
  return withPending(unit.model, document, stored);
}

/** In order, without those that are removed or that the reader may not find any more. */
export async function readDocuments(
  unit: ReadUnit,
  list: readonly StoredDocument[],
): Promise<readonly WorkingDocument[]> {
  const ids = list.flatMap((stored) => ('detached' in stored ? [] : stored.id));
  const found = await findDocumentsById(unit, ids);
  await loadAcls(unit, found);
  const visible = new Map<string, Document>();
  for (const document of found) {
    // As in queries: to find a document, permission to browse is enough.
    const isVisible = await hasPermission(unit, { document, permission: 'Browse' });
    if (isVisible) visible.set(document.id, document);
  }
  return list.flatMap((stored) => {
    if ('detached' in stored) return restored(stored);
    const document = visible.get(stored.id);
    return document ? withPending(unit.model, document, stored) : [];
  });
}

function withPending(
  model: ContentModel,
  document: WorkingDocument,
  { unsaved, facets = [] }: PlacedDocument,
): WorkingDocument {
  const shaped = facets.reduce(
    (present, [facet, isPresent]) => withFacet(model, present, { facet, isPresent }),
    document,
  );
  return unsaved ? withUnsaved(shaped, unsaved) : shaped;
}

function restored({ detached, shape }: DetachedDocument): WorkingDocument {
  const definitions = shape.schemas.flatMap((schema) =>
    schema.fields.map((field) => {
      const key = `${schema.prefix}:${field.name}`;
      return [key, { key, schema, field }] as const;
    }),
  );
  return { ...detached, shape: { ...shape, properties: new Map(definitions) } };
}
