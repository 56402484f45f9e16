import type { ReadHandle } from '../../storage/database.ts';

export async function hasPendingChanges(handle: ReadHandle): Promise<boolean> {
  return !handle.tree.isEmpty;
}

/** Rows written so far, by the number of the change. */
export async function countPending(handle: ReadHandle): Promise<ReadonlyMap<number, number>> {
  const rows = await handle.all(
    handle.rows.selectFrom('pending_change').select(['seq', 'rewritten']),
  );
  return new Map(rows.map(({ seq, rewritten }) => [seq, rewritten]));
}
