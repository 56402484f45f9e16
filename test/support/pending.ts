import type { PendingChange } from '../../src/model/pending-tree.ts';
import { settleable } from '../../src/repository/changes/settling-order.ts';
import { settleSlice } from '../../src/repository/editing/settle-slice.ts';
import { createSystemUnit, type RepositoryContext } from '../../src/repository/unit/unit.ts';
import type { Database } from '../../src/storage/database.ts';

/** A store with pending changes that no worker writes to the rows: the test does. */
export interface PendingStore {
  readonly database: Database;
  readonly context: RepositoryContext;
}

export function pendingChanges({ database }: PendingStore): Promise<readonly PendingChange[]> {
  return database.read(async ({ tree }) => tree.changes);
}

interface SomeSlice {
  /** Of the changes that can be written now, the oldest first. */
  readonly pick?: (changes: readonly PendingChange[]) => PendingChange | undefined;
  readonly rowsMax: number;
}

/** Writes one slice; false when nothing is pending. */
export function settleSome(
  { database, context }: PendingStore,
  { pick = ([first]) => first, rowsMax }: SomeSlice,
): Promise<boolean> {
  return database.write(async (handle) => {
    const change = pick(settleable(handle.tree.changes));
    if (!change) return false;
    await settleSlice(createSystemUnit(handle, context), { seq: change.seq, rowsMax });
    return true;
  });
}

/** Writes all pending changes, and calls `between` after each slice. */
export async function settleAll(
  store: PendingStore,
  { rowsMax = 100, between }: { rowsMax?: number; between?: () => Promise<void> } = {},
): Promise<void> {
  while (await settleSome(store, { rowsMax })) await between?.();
}

/** The path in the row itself, without pending changes. */
export async function storedPath({ database }: PendingStore, id: string): Promise<string | null> {
  const row = await database.read((handle) =>
    handle.first(handle.rows.selectFrom('document').select('path').where('id', '=', id)),
  );
  return row?.path ?? null;
}
