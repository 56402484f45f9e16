import type { Document } from '../../model/document.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findRendition } from './find-rendition.ts';
import { hasMediaValues, hasViews, mediaContentOf } from './media-content.ts';
import { isMediaRequested, type RequestedMedia } from './media-work.ts';
import { findNoteThumbnail, requestedNoteOf } from './note-thumbnails.ts';
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
  readonly media?: RequestedMedia;
}

/** That of the document itself, one of its views, or what was made of its main file or text. */
export async function findThumbnail(
  handle: ReadHandle,
  document: Document,
): Promise<FoundThumbnail> {
  const own = document.properties['thumb:thumbnail'];
  const present = isBlobValue(own) ? own : thumbnailView(document);
  if (present) return { blob: present, missing: {} };
  const note = requestedNoteOf(document);
  if (note) return drawnNote(handle, note);
  const source = contentThumbnail(document);
  const found = source && (await findRendition(handle, source));
  const missing = found?.result ? {} : await missingOf(handle, document, found !== undefined);
  return { blob: found?.result, missing };
}

async function drawnNote(handle: ReadHandle, note: RequestedMedia): Promise<FoundThumbnail> {
  const blob = await findNoteThumbnail(handle, note);
  const isKnown = blob !== undefined || (await isMediaRequested(handle, note.documentId));
  return { blob, missing: isKnown ? {} : { media: note } };
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
    const isKnown = isDone || (await isMediaRequested(handle, document.id));
    return isKnown ? {} : { media: { documentId: document.id, ...media } };
  }
  const source = thumbnailSource(document);
  return source && !isRequested ? { source } : {};
}
