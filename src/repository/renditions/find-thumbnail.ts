import type { Document } from '../../model/document.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findRendition } from './find-rendition.ts';
import { type ThumbnailSource, thumbnailSource } from './thumbnail-source.ts';

interface FoundThumbnail {
  readonly blob: BlobValue | undefined;
  /** Not requested yet: the file is older than the making of thumbnails. */
  readonly missing: ThumbnailSource | undefined;
}

/** That of the document itself, or what was made of its main file. */
export async function findThumbnail(
  handle: ReadHandle,
  document: Document,
): Promise<FoundThumbnail> {
  const own = document.properties['thumb:thumbnail'];
  if (isBlobValue(own)) return { blob: own, missing: undefined };
  const source = thumbnailSource(document);
  const found = source && (await findRendition(handle, source));
  return { blob: found?.result, missing: found ? undefined : source };
}
