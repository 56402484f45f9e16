import { type Document, hasFacet } from './document.ts';
import type { Properties } from './value.ts';

export const collectionFacet = 'Collection';
export const memberFacet = 'CollectionMember';
export const notMemberFacet = 'NotCollectionMember';

/** The members of a collection, in their order. */
export const membersKey = 'collection:documentIds';
/** The collections of a document. */
export const collectionsKey = 'collectionMember:collectionIds';

/** Properties that are not in the JSON of documents: they are read from rows of other tables. */
const rowKeys: readonly string[] = [membersKey, collectionsKey];

/** The properties that are stored with the document itself. */
export function withoutRowProperties(properties: Properties): Properties {
  if (!rowKeys.some((key) => key in properties)) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !rowKeys.includes(key)));
}

export function isCollection(document: Document): boolean {
  return hasFacet(document, collectionFacet);
}

/** In messages. The title of a proxy is that of another document, which the caller may not know. */
export function nameInMessages({ id, name, properties, proxyTarget }: Document): string {
  const title = proxyTarget ? undefined : properties['dc:title'];
  return typeof title === 'string' && title !== '' ? title : name || id;
}
