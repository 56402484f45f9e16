import { type NamedContent, storedMimeType } from '../../content/mime-types.ts';
import { isMediaType } from '../../model/media-type.ts';

/**
 * The type a document keeps of a blob. Whatever was said of the blob before, by scripts and by earlier
 * versions of the program too, only a media type stays: all others say nothing.
 */
export function documentMimeType({ name, mimeType }: NamedContent): string {
  const type = storedMimeType({ name, mimeType });
  return isMediaType(type) ? type : storedMimeType({ name, mimeType: null });
}
