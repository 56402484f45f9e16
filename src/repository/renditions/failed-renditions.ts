import type { ReadHandle } from '../../storage/database.ts';

/** A place in a document with a file of which a rendition could not be made. */
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
  return handle.all(
    failedPlaces(handle)
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
      ])
      .orderBy('rendition.failed_at', 'desc')
      .orderBy('rendition.blob_key')
      .orderBy('rendition.name')
      .orderBy('document.id')
      .orderBy('blob_reference.xpath')
      .limit(limit)
      .offset(offset),
  );
}

export async function countFailedRenditions(handle: ReadHandle): Promise<number> {
  const query = failedPlaces(handle).select((e) => e.fn.countAll<number>().as('count'));
  return (await handle.first(query))?.count ?? 0;
}

function failedPlaces({ builder }: ReadHandle) {
  return builder
    .selectFrom('rendition')
    .innerJoin('blob_reference', 'blob_reference.blob_key', 'rendition.blob_key')
    .where('rendition.state', '=', 'failed');
}
