import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';

/** What was made of a content at the request of a user, and is kept for the next one. */
interface ResultId {
  readonly blob: BlobValue;
  /** Names all that the result depends on, apart from the content. */
  readonly name: string;
}

/** Undefined when it was never made. */
export async function findKeptResult(
  handle: ReadHandle,
  { blob, name }: ResultId,
): Promise<BlobValue | undefined> {
  const row = await handle.first(
    handle.builder
      .selectFrom('rendition')
      .innerJoin('blob', 'blob.key', 'rendition.result_key')
      .select(['blob.key', 'size', 'digest', 'digest_algorithm', 'result_type', 'file_name'])
      .where('blob_key', '=', blob.key)
      .where('rendition.name', '=', name),
  );
  if (!row) return undefined;
  const { key, digest, digest_algorithm: digestAlgorithm, result_type, file_name } = row;
  const length = Number(row.size);
  return {
    key,
    digest,
    digestAlgorithm,
    length,
    mimeType: result_type,
    name: file_name,
    encoding: null,
  };
}

/** Refers to the result, which is a content of its own. */
export async function keepResult(
  handle: WriteHandle,
  { blob, name }: ResultId,
  result: BlobValue,
): Promise<void> {
  const made = {
    state: 'done',
    file_name: result.name,
    result_key: result.key,
    result_type: result.mimeType,
  };
  await handle.run(
    handle.builder
      .insertInto('rendition')
      .values({ blob_key: blob.key, name, attempts: 1, ...made })
      .onConflict((conflict) => conflict.columns(['blob_key', 'name']).doUpdateSet(made)),
  );
}
