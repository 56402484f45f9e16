import { subtreeRange } from '../../model/document-path.ts';
import type { PendingKind } from '../../model/subtree-work.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { openChanges } from '../changes/settling-order.ts';

/** Whether a change can be written to rows now, or a copy was left incomplete. */
export async function hasPendingChanges(handle: ReadHandle): Promise<boolean> {
  if (handle.tree.isEmpty) return false;
  if ((await openChanges(handle)).size > 0) return true;
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

export interface PendingProgress {
  readonly seq: number;
  readonly kind: PendingKind;
  readonly path: string;
  readonly newPath: string | null;
  readonly sinceMs: number;
  /** Rows done so far. */
  readonly rewritten: number;
  /** Rows to write, once they are counted. */
  readonly total: number | null;
  /** Attempts that failed since the last success. */
  readonly failures: number;
}

export async function readProgress(handle: ReadHandle): Promise<readonly PendingProgress[]> {
  const rows = await handle.all(
    handle.rows
      .selectFrom('pending_change')
      .select(['seq', 'kind', 'path', 'new_path', 'created_at', 'rewritten', 'total', 'failures']),
  );
  return rows.map(({ kind, new_path: newPath, created_at: sinceMs, ...row }) => ({
    ...row,
    kind: kind as PendingKind,
    newPath,
    sinceMs,
  }));
}

export interface CountedPage {
  readonly count: number;
  /** The path of the last counted row; null after the last page. */
  readonly after: string | null;
}

/**
 * Counts the next rows that are stored below a path, in their order. Reads entries of the index of paths
 * only, and no more than `rowsMax` of them.
 */
export async function countBelow(
  handle: ReadHandle,
  { path, after, rowsMax }: { path: string; after: string | null; rowsMax: number },
): Promise<CountedPage> {
  const { from, to } = subtreeRange(path);
  const next = handle.rows
    .selectFrom('document')
    .select('path')
    .where('path', '<', to)
    .where('path', after === null ? '>=' : '>', after ?? from)
    .orderBy('path');
  const last = await handle.first(next.offset(rowsMax - 1).limit(1));
  if (last) return { count: rowsMax, after: last.path };
  const rest = await handle.first(
    handle.rows
      .selectFrom(next.limit(rowsMax).as('rest'))
      .select((e) => e.fn.countAll<number>().as('count')),
  );
  return { count: rest?.count ?? 0, after: null };
}

/** The first count stays. */
export async function storeTotal(handle: WriteHandle, seq: number, total: number): Promise<void> {
  await handle.run(
    handle.rows
      .updateTable('pending_change')
      .set({ total })
      .where('seq', '=', seq)
      .where('total', 'is', null),
  );
}
