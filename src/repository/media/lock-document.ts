import { isAppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import type { WantedMedia } from '../renditions/media-work.ts';
import type { WriteUnit } from '../unit/unit.ts';

/** The document of the work, locked; undefined when it is gone. */
export async function lockDocument(
  unit: WriteUnit,
  { document_id: id }: WantedMedia,
): Promise<Document | undefined> {
  try {
    return await getDocumentForUpdate(unit, id as DocumentId);
  } catch (error) {
    if (isAppError(error, 'document.not-found')) return undefined;
    throw error;
  }
}
