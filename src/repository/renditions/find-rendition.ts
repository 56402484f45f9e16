import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { resultColumns, resultName, resultOf } from './made-result.ts';
import type { RenditionSource } from './thumbnail-source.ts';

/** What is known of a rendition that was requested. */
interface FoundRendition {
  /** The result, under the name of the file that it was made of; undefined while there is none. */
  readonly result?: BlobValue;
  /** Why there is none, when it was tried. */
  readonly failure?: string;
}

/** Undefined when it was never requested. */
export async function findRendition(
  handle: ReadHandle,
  source: RenditionSource,
): Promise<FoundRendition | undefined> {
  const row = await handle.first(
    rowOf(handle, source)
      .leftJoin('blob', 'blob.key', 'rendition.result_key')
      .select([...resultColumns, 'failure']),
  );
  if (!row) return undefined;
  const { key, size, digest, digest_algorithm, result_type, failure } = row;
  if (key === null || size === null || digest === null || digest_algorithm === null) {
    return failure === null ? {} : { failure };
  }
  const name = resultName(source.blob.name, result_type);
  return { result: resultOf({ key, size, digest, digest_algorithm, result_type }, name) };
}

/** A result that was stored under a name of its own; undefined when it was never made. */
export async function findNamedResult(
  handle: ReadHandle,
  source: RenditionSource,
): Promise<BlobValue | undefined> {
  const row = await handle.first(
    rowOf(handle, source)
      .innerJoin('blob', 'blob.key', 'rendition.result_key')
      .select([...resultColumns, 'file_name']),
  );
  return row && resultOf(row, row.file_name);
}

function rowOf({ builder }: ReadHandle, { blob, name }: RenditionSource) {
  return builder
    .selectFrom('rendition')
    .where('blob_key', '=', blob.key)
    .where('rendition.name', '=', name);
}
