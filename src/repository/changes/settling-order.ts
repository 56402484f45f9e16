import { isSelfOrBelow } from '../../model/document-path.ts';
import type { PendingChange } from '../../model/pending-tree.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { isHeldBack } from './subtree-failures.ts';

/**
 * The changes that can be written now. A change looks for its documents where rows are stored below its
 * path: it waits for older changes that move rows there, or above or below. Older changes of the same
 * rows that leave their paths, or move them away, are written along with it, as a row always gets all
 * its changes.
 */
export function settleable(changes: readonly PendingChange[]): readonly PendingChange[] {
  return changes.filter((change, at) =>
    changes.slice(0, at).every((older) => !bringsRowsTo(older, change.path)),
  );
}

function bringsRowsTo({ newPath }: PendingChange, path: string): boolean {
  return newPath !== null && (isSelfOrBelow(path, newPath) || isSelfOrBelow(newPath, path));
}

/** The numbers of the changes that a job can write now: those of `settleable` that are not held back. */
export async function openChanges(handle: ReadHandle): Promise<ReadonlySet<number>> {
  const changes = settleable(handle.tree.changes.filter(({ removes }) => removes !== 'hidden'));
  if (changes.length === 0) return new Set();
  const rows = await handle.all(
    handle.rows.selectFrom('pending_change').select(['seq', isHeldBack(handle).as('is_held_back')]),
  );
  const heldBack = new Set(rows.flatMap((row) => (row.is_held_back === 1 ? row.seq : [])));
  return new Set(changes.map(({ seq }) => seq).filter((seq) => !heldBack.has(seq)));
}
