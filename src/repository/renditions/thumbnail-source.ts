import { thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue, isComplexValue } from '../../model/value.ts';
import { hasViews, mediaContentOf } from './media-content.ts';

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

/** In the order in which they are shown where there are several. */
const viewTitles = ['Small', 'Thumbnail'];

/** A view of a picture that serves as its thumbnail. */
export function thumbnailView({ properties }: Document): BlobValue | undefined {
  const views = properties['picture:views'];
  if (!Array.isArray(views)) return undefined;
  for (const title of viewTitles) {
    const view = views.find((each) => isComplexValue(each) && each.title === title);
    const content = isComplexValue(view) ? view.content : undefined;
    if (isBlobValue(content)) return content;
  }
  return undefined;
}

/**
 * Undefined for documents without a main file of which a picture can be made, and for those that have views of
 * their own instead, see `mediaContentOf`.
 */
export function thumbnailSource(document: Document): ThumbnailSource | undefined {
  const media = mediaContentOf(document);
  return media && hasViews(media.kind) ? undefined : contentThumbnail(document);
}

/** The same also for documents that have views, whose thumbnail may have been made before these. */
export function contentThumbnail(document: Document): ThumbnailSource | undefined {
  const blob = document.properties[mainBlobXpath];
  if (!isBlobValue(blob) || thumbnailFormatOf(blob) === undefined) return undefined;
  return { blob, name: hasFacet(document, 'Picture') ? 'Small' : 'thumbnail' };
}
