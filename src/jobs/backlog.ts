import { isInTime } from '../repository/sql/time-check.ts';
import type { ReadHandle } from '../storage/database.ts';

/** Jobs of each kind that wait or run, of all processes; kinds without any are left out. */
export async function countBacklog(handle: ReadHandle): Promise<ReadonlyMap<string, number>> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('job')
      .select((e) => ['kind', e.fn.countAll<number>().as('count')])
      .where('due_at', 'is not', null)
      .where(isInTime(handle, 'job'))
      .groupBy('kind'),
  );
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
}
