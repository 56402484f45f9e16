import { type NamedContent, storedMimeType } from '../../content/mime-types.ts';
import { isMediaType } from '../../model/media-type.ts';

/**
 * The type that a document stores of a blob. Of the types given before, also by scripts and earlier
 * versions of the program, only a media type is kept: all others are ignored.
 */
export function documentMimeType({ name, mimeType }: NamedContent): string {
  const type = storedMimeType({ name, mimeType });
  return isMediaType(type) ? type : storedMimeType({ name, mimeType: null });
}
