import { type PreviewKind, previewKindOf } from '../../content/preview-kind.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue, type Properties } from '../../model/value.ts';
import { isConvertible } from '../converters/choose.ts';

export const pdfType = 'application/pdf';

type FileFacts = Pick<BlobValue, 'mimeType' | 'name'>;

/** How this machine, with the programs that it has, shows a file; undefined when it cannot. */
export async function shownAs(
  file: FileFacts,
  canBePdf: (mimeType: string | null) => Promise<boolean> = isConvertibleToPdf,
): Promise<PreviewKind | undefined> {
  const kind = previewKindOf(file) ?? 'office';
  return kind !== 'office' || (await canBePdf(file.mimeType)) ? kind : undefined;
}

function isConvertibleToPdf(mimeType: string | null): Promise<boolean> {
  return isConvertible(mimeType, pdfType);
}

/**
 * Whether documents with these properties have previews on this machine. The files of a page are of few
 * types, and converters are looked for once for each type.
 */
export function havePreviews(documents: readonly Properties[]): Promise<readonly boolean[]> {
  const found = new Map<string | null, Promise<boolean>>();
  const canBePdf = (mimeType: string | null): Promise<boolean> => {
    const known = found.get(mimeType) ?? isConvertibleToPdf(mimeType);
    found.set(mimeType, known);
    return known;
  };
  return Promise.all(
    documents.map(async (properties) => {
      // Lists do not read long texts that they do not show; their type is there.
      const note = properties['note:note'] ?? properties['note:mime_type'];
      if (typeof note === 'string') return true;
      const blob = properties[mainBlobXpath];
      return isBlobValue(blob) && (await shownAs(blob, canBePdf)) !== undefined;
    }),
  );
}
