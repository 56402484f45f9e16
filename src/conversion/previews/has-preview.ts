import { previewKindOf } from '../../content/preview-kind.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue, type Properties } from '../../model/value.ts';

/** Whether a document with these properties has a preview on this machine. */
export async function hasPreview(properties: Properties): Promise<boolean> {
  if (typeof properties['note:note'] === 'string') return true;
  const blob = properties[mainBlobXpath];
  const kind = isBlobValue(blob) ? previewKindOf(blob) : undefined;
  return kind !== undefined;
}
