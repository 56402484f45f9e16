import type { ReadHandle } from '../../storage/database.ts';

/** An xpath of a document with a file whose text could not be read. */
export interface FailedText {
  readonly documentId: string;
  readonly path: string | null;
  readonly isVersion: boolean;
  readonly xpath: string;
  readonly key: string;
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly failure: string | null;
  readonly failedAtMs: number | null;
}

/** A page of them, the latest failure first; for administrators, as no permissions are checked. */
export async function listFailedTexts(
  handle: ReadHandle,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly FailedText[]> {
  const rows = await handle.all(
    failedPlaces(handle)
      .innerJoin('document', 'document.id', 'blob_reference.document_id')
      .select([
        'document.id as documentId',
        'document.path',
        'document.is_version',
        'blob_reference.xpath',
        'blob_text.blob_key as key',
        'blob_text.name',
        'blob_text.mime_type as mimeType',
        'blob_text.failure',
        'blob_text.failed_at as failedAtMs',
      ])
      .orderBy('blob_text.failed_at', 'desc')
      .orderBy('blob_text.blob_key')
      .orderBy('document.id')
      .orderBy('blob_reference.xpath')
      .limit(limit)
      .offset(offset),
  );
  return rows.map(({ is_version, ...row }) => ({ ...row, isVersion: is_version === 1 }));
}

export async function countFailedTexts(handle: ReadHandle): Promise<number> {
  const query = failedPlaces(handle).select((e) => e.fn.countAll<number>().as('count'));
  return (await handle.first(query))?.count ?? 0;
}

function failedPlaces({ builder }: ReadHandle) {
  return builder
    .selectFrom('blob_text')
    .innerJoin('blob_reference', 'blob_reference.blob_key', 'blob_text.blob_key')
    .where('blob_text.state', '=', 'failed');
}
