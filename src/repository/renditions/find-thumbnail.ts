import type { Document } from '../../model/document.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findRendition } from './find-rendition.ts';
import { hasMediaValues, hasViews, type MediaContent, mediaContentOf } from './media-content.ts';
import { isMediaRequested } from './media-work.ts';
import {
  contentThumbnail,
  type ThumbnailSource,
  thumbnailSource,
  thumbnailView,
} from './thumbnail-source.ts';

interface FoundThumbnail {
  readonly blob: BlobValue | undefined;
  readonly missing: MissingThumbnail;
}

/** What was not requested yet, as the file is older than the making of thumbnails. */
export interface MissingThumbnail {
  readonly source?: ThumbnailSource;
  readonly media?: MediaContent;
}

/** That of the document itself, one of its views, or what was made of its main file. */
export async function findThumbnail(
  handle: ReadHandle,
  document: Document,
): Promise<FoundThumbnail> {
  const own = document.properties['thumb:thumbnail'];
  const present = isBlobValue(own) ? own : thumbnailView(document);
  if (present) return { blob: present, missing: {} };
  const source = contentThumbnail(document);
  const found = source && (await findRendition(handle, source));
  const missing = found?.result ? {} : await missingOf(handle, document, found !== undefined);
  return { blob: found?.result, missing };
}

async function missingOf(
  handle: ReadHandle,
  document: Document,
  isRequested: boolean,
): Promise<MissingThumbnail> {
  const media = mediaContentOf(document);
  if (media && hasViews(media.kind)) {
    // A video may have been read without finding a picture in it.
    const isDone = hasMediaValues(document, media.kind);
    return isDone || (await isMediaRequested(handle, document.id)) ? {} : { media };
  }
  const source = thumbnailSource(document);
  return source && !isRequested ? { source } : {};
}
