import type { ReadHandle } from '../../storage/database.ts';

/** Whether a change is to be written to rows, or a copy was left incomplete. */
export async function hasPendingChanges(handle: ReadHandle): Promise<boolean> {
  if (handle.tree.isEmpty) return false;
  if (handle.tree.changes.some(({ removes }) => removes !== 'hidden')) return true;
  return (await findStale(handle)) !== undefined;
}

function findStale(handle: ReadHandle): Promise<{ seq: number } | undefined> {
  const { clock } = handle.dialect;
  return handle.first(
    handle.rows
      .selectFrom('pending_change')
      .select('seq')
      .where('removes', '=', 'hidden')
      .where('expires_at', '<', clock.instant(clock.offset(0)))
      .limit(1),
  );
}

interface PendingProgress {
  readonly seq: number;
  readonly path: string;
  /** Rows written so far. */
  readonly rewritten: number;
  /** Rows to write, once they are counted. */
  readonly total: number | null;
}

export async function readProgress(handle: ReadHandle): Promise<readonly PendingProgress[]> {
  return handle.all(
    handle.rows.selectFrom('pending_change').select(['seq', 'path', 'rewritten', 'total']),
  );
}
