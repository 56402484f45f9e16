import type { Document } from '../../model/document.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { isReadable, type Readable, readableDocuments } from '../access/readable.ts';
import { isInTime } from '../sql/time-check.ts';
import type { ReadUnit } from '../unit/unit.ts';

/**
 * How many proxies that the caller may browse the documents and their versions have, by the id of
 * their series. One query for all.
 */
export async function countPublications(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<ReadonlyMap<string, number>> {
  const series = [...new Set(documents.map(({ seriesId }) => seriesId))];
  if (series.length === 0) return new Map();
  const readable = await readableDocuments(unit);
  const { dialect, builder } = unit.handle;
  const rows = await unit.handle.all(
    builder
      .selectFrom('document')
      .select((e) => ['series_id', e.fn.countAll<number>().as('count')])
      .where('series_id', 'in', keyList(dialect, series))
      .where('proxy_target_id', 'is not', null)
      .where(isInTime(unit.handle, 'document'))
      .$if(readable !== undefined, (q) => q.where(isReadable(unit.handle, readable as Readable)))
      .groupBy('series_id'),
  );
  return new Map(rows.map(({ series_id, count }) => [series_id, Number(count)]));
}
