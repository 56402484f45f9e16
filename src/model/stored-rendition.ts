import { type Document, hasFacet } from './document.ts';
import type { BlobValue } from './value.ts';

/** A rendition that is to be a document, to be published. */
export interface StoredRendition {
  readonly name: string;
  readonly blob: BlobValue;
  /** The change token of the document when the file was made. */
  readonly sourceToken: string;
}

export const renditionFacet = 'Rendition';

/** A version that has a rendition of another version of its history as its file. */
export function isStoredRendition(document: Document): boolean {
  return document.isVersion && hasFacet(document, renditionFacet);
}
