import { collectionsKey, memberFacet, membersKey } from '../../model/collection-names.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { findCollectionIds, findMemberIds } from './collection-members.ts';
import { mayBeMember } from './shown-document.ts';

/**
 * A property that is not in the JSON of documents: its values are rows of another table, so that changing
 * one costs the same however many there are.
 */
interface RowProperty {
  readonly key: string;
  /** It is read where this schema is shown. */
  readonly schema: string;
  /** The facet that a document has while it has values; null: those of its type decide. */
  readonly facet: string | null;
  /** The values of the documents that have any, by their ids; one query for all documents. */
  find(
    unit: ReadUnit,
    documents: readonly Document[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
}

const rowProperties: readonly RowProperty[] = [
  { key: membersKey, schema: 'collection', facet: null, find: findMemberIds },
  {
    key: collectionsKey,
    schema: 'collectionMember',
    facet: memberFacet,
    find: (unit, documents) => findCollectionIds(unit, documents.filter(mayBeMember)),
  },
];

/**
 * The documents with the properties that are kept in rows, of the schemas that are shown (`*` for all), and
 * with the facets that follow from them. For documents that are shown: they must not be saved.
 */
export async function withRowProperties(
  unit: ReadUnit,
  documents: readonly Document[],
  schemas: '*' | readonly string[],
): Promise<readonly Document[]> {
  const shown = rowProperties.filter(
    ({ schema }) => schemas === '*' || schemas.includes('*') || schemas.includes(schema),
  );
  let complete = documents;
  for (const property of shown) {
    const found = await property.find(unit, documents);
    if (found.size === 0) continue;
    complete = complete.map((document) => {
      const values = found.get(document.id);
      return values ? withValues(unit.model, document, { property, values }) : document;
    });
  }
  return complete;
}

function withValues(
  model: ContentModel,
  document: Document,
  {
    property: { key, facet },
    values,
  }: { readonly property: RowProperty; readonly values: readonly string[] },
): Document {
  const properties = { ...document.properties, [key]: values };
  if (facet === null || document.shape.facets.includes(facet)) return { ...document, properties };
  const { instanceFacets } = document.proxyTarget ?? document;
  const shape = model.shapeOf(document.shape.type.name, [...instanceFacets, facet]);
  return { ...document, properties, shape };
}
