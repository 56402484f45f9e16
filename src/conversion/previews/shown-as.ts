import { type PreviewKind, previewKindOf } from '../../content/preview-kind.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue, type Properties } from '../../model/value.ts';
import { isConvertible } from '../converters/choose.ts';

export const pdfType = 'application/pdf';

/** How this machine, with the programs that it has, shows a file; undefined when it cannot. */
export async function shownAs(
  blob: Pick<BlobValue, 'mimeType' | 'name'>,
): Promise<PreviewKind | undefined> {
  const kind = previewKindOf(blob) ?? 'office';
  if (kind !== 'office') return kind;
  return (await isConvertible(blob.mimeType, pdfType)) ? kind : undefined;
}

/** Whether a document with these properties has a preview on this machine. */
export async function hasPreview(properties: Properties): Promise<boolean> {
  if (typeof properties['note:note'] === 'string') return true;
  const blob = properties[mainBlobXpath];
  return isBlobValue(blob) && (await shownAs(blob)) !== undefined;
}
