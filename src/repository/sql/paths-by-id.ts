import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';

/** The present paths of documents, without a check of permissions; null for those without a place. */
export async function pathsById(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'path'])
      .where('id', 'in', keyList(handle.dialect, [...new Set(ids)])),
  );
  return new Map(rows.map(({ id, path }) => [id, path]));
}
