import {
  collectionsKey,
  isCollection,
  memberFacet,
  membersKey,
} from '../../model/collection-names.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { findCollectionIds, findMemberIds } from './collection-members.ts';
import { mayBeMember, noteMembership } from './shown-document.ts';

/** What documents are shown as, of those that were completed by `completeInUnit`. */
const shownAs = new WeakMap<Document, Document>();

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

/** Whether `withRowProperties` could add anything. */
export function lacksRowProperties(document: Document): boolean {
  return !shownAs.has(document) && (isCollection(document) || mayBeMember(document));
}

/** The document as `completeInUnit` completed it; else itself. */
export function shownDocument(document: Document): Document {
  return shownAs.get(document) ?? document;
}

/**
 * Reads these properties in the unit that has changed the documents, so that their response needs no later
 * query: one that fails after the commit would make a change that is stored look refused.
 */
export async function completeInUnit(
  unit: ReadUnit,
  documents: readonly Document[],
  schemas: '*' | readonly string[],
): Promise<void> {
  const [only, ...others] = documents;
  if (only && others.length === 0 && mayBeMember(only)) await noteMembership(unit, only);
  const lacking = documents.filter(lacksRowProperties);
  if (lacking.length === 0) return;
  const complete = await withRowProperties(unit, lacking, schemas);
  for (const [at, document] of lacking.entries()) shownAs.set(document, complete[at] ?? document);
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
