import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { requirePermission } from '../access/permissions.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { saveAuthorChange } from './author-changes.ts';

interface FacetChange {
  readonly id: DocumentId;
  readonly facet: string;
}

/**
 * Gives this one document a facet and its schemas; no effect when it has it. This is a change of
 * the document; for a proxy, of its target.
 *
 * @throws AppError document.not-found, permission.denied, document.version-immutable,
 *   request.invalid for a facet that is not defined
 */
export async function addFacet(unit: WriteUnit, { id, facet }: FacetChange): Promise<Document> {
  requireFacet(unit, facet);
  const document = await getDocumentToChange(unit, id);
  if (document.proxyTarget) {
    return throughProxy(unit, { proxy: document, facet, change: addFacet });
  }
  if (hasFacet(document, facet)) return document;
  refuseVersion(document);
  const instanceFacets = [...document.instanceFacets, facet];
  return saveAuthorChange(unit, { document, instanceFacets });
}

/**
 * Removes an instance facet, with the properties that only this facet had. Facets of the type stay.
 * No effect when the document does not have the facet, also when it is not defined.
 *
 * @throws AppError document.not-found, permission.denied, document.version-immutable
 */
export async function removeFacet(unit: WriteUnit, { id, facet }: FacetChange): Promise<Document> {
  const document = await getDocumentToChange(unit, id);
  if (document.proxyTarget) {
    return throughProxy(unit, { proxy: document, facet, change: removeFacet });
  }
  if (!document.instanceFacets.includes(facet)) return document;
  refuseVersion(document);
  const instanceFacets = document.instanceFacets.filter((name) => name !== facet);
  return saveAuthorChange(unit, { document, instanceFacets });
}

function requireFacet(unit: UnitContext, facet: string): void {
  if (unit.model.findFacet(facet)) return;
  throw new AppError(
    'request.invalid',
    `facet: ${facet} is not defined; use a facet of the content model`,
  );
}

async function getDocumentToChange(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getDocumentForUpdate(unit, id);
  await requirePermission(unit, { document, permission: 'WriteProperties' });
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
  unit: WriteUnit,
  {
    proxy,
    facet,
    change,
  }: { proxy: Document; facet: string; change: typeof addFacet | typeof removeFacet },
): Promise<Document> {
  await change(unit, { id: (proxy.proxyTarget ?? proxy).id, facet });
  return getDocumentForUpdate(unit, proxy.id);
}
