import { sql } from 'kysely';
import { slicesOf } from '../../base/slices.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { RenditionSource } from './thumbnail-source.ts';
import type { RenditionId } from './waiting-renditions.ts';

/** Of six parameters each; below the limits of both engines. */
const rowsPerInsert = 2_000;
const rowsPerUpdate = 2_000;

/** Those that have not been requested before, whatever became of them. */
export async function requestRenditions(
  handle: WriteHandle,
  sources: readonly RenditionSource[],
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
  sources: readonly RenditionSource[],
  { isAll }: { readonly isAll: boolean },
): Promise<void> {
  const states = isAll ? ['done', 'failed', 'empty'] : ['failed'];
  const ids = sorted(sources).map(({ blob, name }) => ({ blob_key: blob.key, name }));
  for (const some of slicesOf(ids, rowsPerUpdate)) await renew(handle, some, states);
  await requestRenditions(handle, sources);
}

/** Rows are locked in their order first: an update takes them in any. */
async function renew(
  handle: WriteHandle,
  ids: readonly RenditionId[],
  states: readonly string[],
): Promise<void> {
  const isOne = sql<boolean>`(blob_key, name) in (values ${sql.join(
    ids.map(({ blob_key, name }) => sql`(${blob_key}, ${name})`),
  )})`;
  const rows = handle.builder.selectFrom('rendition').select('blob_key').where(isOne);
  const ordered = rows.where('state', 'in', states).orderBy('blob_key').orderBy('name');
  await handle.all(handle.dialect.locking(ordered, 'update'));
  await handle.run(
    handle.builder
      .updateTable('rendition')
      .set({ state: 'waiting', attempts: 0, failure: null, failed_at: null })
      .where(isOne)
      .where('state', 'in', states),
  );
}

/** Each once and in the order of the keys, as otherwise two units could deadlock. */
function sorted(sources: readonly RenditionSource[]): readonly RenditionSource[] {
  const byKey = new Map(sources.map((source) => [`${source.blob.key} ${source.name}`, source]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source);
}

/** Wakes the job that makes them, once the unit is durable. */
function announceWaitingRenditions(handle: WriteHandle): void {
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
}
