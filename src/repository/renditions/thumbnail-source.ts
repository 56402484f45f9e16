import { thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';

/** The longer side of what is made of contents, by the name of the rendition. */
export const renditionSides = { Small: 560, thumbnail: 1_000 } as const;

type RenditionName = keyof typeof renditionSides;

/** What a rendition is made of, and its name. */
export interface RenditionSource {
  readonly blob: BlobValue;
  readonly name: string;
}

/** What the thumbnail of a document is made of, and the rendition of that content. */
export interface ThumbnailSource extends RenditionSource {
  readonly name: RenditionName;
}

/** Undefined for documents without a main file of which a picture can be made. */
export function thumbnailSource(document: Document): ThumbnailSource | undefined {
  const blob = document.properties[mainBlobXpath];
  if (!isBlobValue(blob) || thumbnailFormatOf(blob) === undefined) return undefined;
  return { blob, name: hasFacet(document, 'Picture') ? 'Small' : 'thumbnail' };
}
