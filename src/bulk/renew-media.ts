import type { Document } from '../model/document.ts';
import { hasMediaValues, mediaContentOf } from '../repository/renditions/media-content.ts';
import { requestMedia } from '../repository/renditions/media-work.ts';
import type { WriteUnit } from '../repository/unit/unit.ts';

interface Renewal {
  /** Values that are there stay as they are. */
  readonly isOnlyMissing: boolean;
}

/** Has what documents show of their files computed again; returns for how many documents. */
export async function renewMedia(
  { handle }: WriteUnit,
  documents: readonly Document[],
  { isOnlyMissing }: Renewal,
): Promise<number> {
  const contents = documents.flatMap((document) => {
    const media = mediaContentOf(document);
    return media ? [{ document, media }] : [];
  });
  const wanted = contents.filter(
    ({ document, media }) => !isOnlyMissing || !hasMediaValues(document, media.kind),
  );
  await requestMedia(
    handle,
    wanted.map(({ document, media }) => ({ documentId: document.id, ...media })),
  );
  return contents.length;
}
