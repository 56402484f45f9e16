import { keyList } from '../../storage/sql-dialect.ts';
import type { ReadUnit } from '../unit/unit.ts';

/**
 * The versions among the documents whose live document is gone, and of whose history no proxy shows a
 * version. With two queries for the whole list.
 */
export async function findOrphanedVersions(
  { handle }: ReadUnit,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const lonely = await handle.all(
    handle.builder
      .selectFrom('document as version')
      .leftJoin('document as live', 'live.id', 'version.series_id')
      .select(['version.id', 'version.series_id'])
      .where('version.id', 'in', keyList(handle.dialect, ids))
      .where('version.is_version', '=', 1)
      .where('live.id', 'is', null),
  );
  if (lonely.length === 0) return new Set();
  const series = [...new Set(lonely.map(({ series_id }) => series_id))];
  const shown = await handle.all(
    handle.builder
      .selectFrom('document as target')
      .innerJoin('document as proxy', 'proxy.proxy_target_id', 'target.id')
      .select('target.series_id')
      .distinct()
      .where('target.series_id', 'in', keyList(handle.dialect, series)),
  );
  const kept = new Set(shown.map(({ series_id }) => series_id));
  return new Set(lonely.filter(({ series_id }) => !kept.has(series_id)).map(({ id }) => id));
}
