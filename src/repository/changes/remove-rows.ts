import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';

/** Dependent rows, such as references to blobs and words, are removed with them. */
export async function removeRows(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  const doomed = keyList(handle.dialect, ids);
  await handle.run(handle.rows.deleteFrom('document').where('id', 'in', doomed));
}
