import { type Document, hasFacet } from './document.ts';

export const collectionFacet = 'Collection';
export const memberFacet = 'CollectionMember';
export const notMemberFacet = 'NotCollectionMember';

/** The members of a collection, in their order. */
export const membersKey = 'collection:documentIds';
/** The collections of a document. */
export const collectionsKey = 'collectionMember:collectionIds';

export function isCollection(document: Document): boolean {
  return hasFacet(document, collectionFacet);
}

/** In messages. The title of a proxy is that of another document, which the caller may not know. */
export function nameInMessages({ id, name, properties, proxyTarget }: Document): string {
  const title = proxyTarget ? undefined : properties['dc:title'];
  return typeof title === 'string' && title !== '' ? title : name || id;
}
