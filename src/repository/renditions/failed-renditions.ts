import type { Expression, ExpressionBuilder } from 'kysely';
import { mainBlobXpath } from '../../model/property-access.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

/** A place in a document with a file or text of which a rendition could not be made. */
interface FailedRendition {
  readonly documentId: string;
  readonly path: string | null;
  readonly xpath: string;
  readonly rendition: string;
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly failure: string | null;
  readonly failedAtMs: number | null;
}

/** A page of them, the latest failure first; for administrators, as no permissions are checked. */
export async function listFailedRenditions(
  handle: ReadHandle,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly FailedRendition[]> {
  const files = failedPlaces(handle)
    .innerJoin('document', 'document.id', 'blob_reference.document_id')
    .select([
      'document.id as documentId',
      'document.path',
      'blob_reference.xpath',
      'rendition.name as rendition',
      'rendition.file_name as name',
      'rendition.mime_type as mimeType',
      'rendition.failure',
      'rendition.failed_at as failedAtMs',
    ]);
  const media = failedMedia(handle)
    .innerJoin('document', 'document.id', 'media_work.document_id')
    .select((e) => [
      'document.id as documentId',
      'document.path',
      ofNote(e, 'note:note', e.val(mainBlobXpath)).as('xpath'),
      ofNote(e, 'thumbnail', e.ref('media_work.kind')).as('rendition'),
      'media_work.file_name as name',
      'media_work.mime_type as mimeType',
      'media_work.failure',
      'media_work.failed_at as failedAtMs',
    ]);
  return handle.all(
    files
      .unionAll(media)
      .orderBy('failedAtMs', 'desc')
      .orderBy('documentId')
      .orderBy('rendition')
      .orderBy('xpath')
      .limit(limit)
      .offset(offset),
  );
}

export async function countFailedRenditions(handle: ReadHandle): Promise<number> {
  const files = failedPlaces(handle).select((e) => e.fn.countAll<number>().as('count'));
  const media = failedMedia(handle).select((e) => e.fn.countAll<number>().as('count'));
  const counts = [await handle.first(files), await handle.first(media)];
  return counts.reduce((sum, row) => sum + Number(row?.count ?? 0), 0);
}

function failedPlaces({ builder }: ReadHandle) {
  return builder
    .selectFrom('rendition')
    .innerJoin('blob_reference', 'blob_reference.blob_key', 'rendition.blob_key')
    .where('rendition.state', '=', 'failed');
}

function failedMedia({ builder }: ReadHandle) {
  return builder.selectFrom('media_work').where('media_work.state', '=', 'failed');
}

/** The text of a note is drawn for its thumbnail; other work is known by its kind. */
function ofNote(
  e: ExpressionBuilder<Tables, 'media_work'>,
  value: string,
  otherwise: Expression<string>,
) {
  return e.case().when('media_work.kind', '=', 'note').then(value).else(otherwise).end();
}
