import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { RenditionSource } from './thumbnail-source.ts';

/** What is known of a rendition that was requested. */
interface FoundRendition {
  /** The result, under the name of the file that it was made of; undefined while there is none. */
  readonly result?: BlobValue;
  /** Why there is none, when it was tried. */
  readonly failure?: string;
}

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Undefined when it was never requested. */
export async function findRendition(
  handle: ReadHandle,
  { blob, name }: RenditionSource,
): Promise<FoundRendition | undefined> {
  const row = await handle.first(
    handle.builder
      .selectFrom('rendition')
      .leftJoin('blob', 'blob.key', 'rendition.result_key')
      .select(['result_type', 'failure', 'blob.key', 'size', 'digest', 'digest_algorithm'])
      .where('blob_key', '=', blob.key)
      .where('rendition.name', '=', name),
  );
  if (!row) return undefined;
  const { key, result_type: mimeType, size, digest, digest_algorithm: digestAlgorithm } = row;
  if (key === null || digest === null || digestAlgorithm === null) {
    return row.failure === null ? {} : { failure: row.failure };
  }
  const result = { key, mimeType, encoding: null, digest, digestAlgorithm, length: Number(size) };
  return { result: { ...result, name: resultName(blob.name, mimeType) } };
}

/** `plan.pdf` becomes `plan.jpg`. */
function resultName(name: string | null, mimeType: string | null): string {
  const base = (name ?? 'thumbnail').replace(/\.[^./\\]{1,10}$/, '');
  return `${base}.${extensions[mimeType ?? ''] ?? 'bin'}`;
}
