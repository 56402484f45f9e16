import { slicesOf } from '../../base/slices.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { ThumbnailSource } from './thumbnail-source.ts';

/** Of six parameters each; below the limits of both engines. */
const rowsPerInsert = 2_000;

/** Those that have not been requested before, whatever became of them. */
export async function requestRenditions(
  handle: WriteHandle,
  sources: readonly ThumbnailSource[],
): Promise<void> {
  const rows = sorted(sources).map(({ blob, name }) => ({
    blob_key: blob.key,
    name,
    state: 'waiting',
    file_name: blob.name,
    mime_type: blob.mimeType,
    encoding: blob.encoding,
    attempts: 0,
  }));
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await handle.run(
      handle.builder
        .insertInto('rendition')
        .values(some)
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
  if (rows.length > 0) announceWaitingRenditions(handle);
}

/**
 * Has them made again; of `failed` ones only if `isAll` is false. What was made before stays until
 * then.
 */
export async function renewRenditions(
  handle: WriteHandle,
  sources: readonly ThumbnailSource[],
  { isAll }: { readonly isAll: boolean },
): Promise<void> {
  const states = isAll ? ['done', 'failed'] : ['failed'];
  for (const { blob, name } of sorted(sources)) {
    await handle.run(
      handle.builder
        .updateTable('rendition')
        .set({ state: 'waiting', attempts: 0, failure: null, failed_at: null })
        .where('blob_key', '=', blob.key)
        .where('name', '=', name)
        .where('state', 'in', states),
    );
  }
  await requestRenditions(handle, sources);
}

/** Each once and in the order of the keys, as otherwise two units could deadlock. */
function sorted(sources: readonly ThumbnailSource[]): readonly ThumbnailSource[] {
  const byKey = new Map(sources.map((source) => [`${source.blob.key} ${source.name}`, source]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source);
}

/** Wakes the job that makes them, once the unit is durable. */
function announceWaitingRenditions(handle: WriteHandle): void {
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
}
