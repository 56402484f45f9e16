import type { ContentModel, DocumentShape } from '../model/content-model.ts';
import { changeTokenOf } from '../model/document.ts';
import type { Properties } from '../model/value.ts';
import { getDocumentForUpdate } from '../repository/documents/documents.ts';
import { addFacet, removeFacet } from '../repository/editing/instance-facets.ts';
import { updateDocument } from '../repository/editing/update-document.ts';
import type { WriteUnit } from '../repository/unit/unit.ts';
import { operationFailed } from './operation-error.ts';
import type { WorkingDocument } from './values.ts';

/**
 * The document with or without a facet, which the next save stores. Properties that it then does
 * not have are dropped at once. Removing a facet that it does not have has no effect.
 *
 * @throws AppError operation.failed for a facet that is not defined
 */
export function withFacet(
  model: ContentModel,
  document: WorkingDocument,
  { facet, isPresent }: { readonly facet: string; readonly isPresent: boolean },
): WorkingDocument {
  if (!isPresent && !facetsOf(document, document.unsavedFacets).has(facet)) return document;
  if (!model.findFacet(facet)) {
    throw operationFailed(`facet: ${facet.slice(0, 200)} is not defined`);
  }
  const unsavedFacets = new Map(document.unsavedFacets).set(facet, isPresent);
  const facets = facetsOf(document, unsavedFacets);
  const shape = model.shapeOf(document.type, [...facets]);
  const { unsaved } = document;
  return {
    ...document,
    shape,
    properties: propertiesOf(shape, document.properties, model),
    ...(unsaved && { unsaved: propertiesOf(shape, unsaved, model) }),
    unsavedFacets,
  };
}

/** The instance facets, with changes that are not stored yet. */
function facetsOf(
  document: WorkingDocument,
  changes: WorkingDocument['unsavedFacets'],
): ReadonlySet<string> {
  const facets = new Set((document.proxyTarget ?? document).instanceFacets);
  for (const [name, isAdded] of changes ?? []) {
    if (isAdded) facets.add(name);
    else facets.delete(name);
  }
  return facets;
}

function propertiesOf(shape: DocumentShape, properties: Properties, model: ContentModel) {
  const entries = Object.entries(properties).filter(
    ([key]) => shape.properties.has(key) || !model.hasProperty(key),
  );
  return Object.fromEntries(entries);
}

/**
 * Stores the document's unsaved facets; returns the change token with which its properties are to
 * be saved.
 *
 * @throws AppError as `addFacet` and `updateDocument`
 */
export async function saveFacets(
  unit: WriteUnit,
  { document, changeToken }: { document: WorkingDocument; changeToken: string | null },
): Promise<string | null> {
  const { id, unsavedFacets } = document;
  if (!unsavedFacets) return changeToken;
  // Checked before the facets, which are a change as well.
  if (changeToken !== null) {
    await updateDocument(unit, { id, properties: {}, changeToken });
  }
  for (const [facet, isPresent] of unsavedFacets) {
    await (isPresent ? addFacet : removeFacet)(unit, { id, facet });
  }
  if (changeToken === null) return null;
  return changeTokenOf(await getDocumentForUpdate(unit, id));
}
