import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';

export const storeLock = defineStatement<
  { id: string; owner: string | null; createdAt: number | null },
  unknown
>((b, p) =>
  b
    .updateTable('document')
    .set((e) => ({
      lock_owner: p.owner,
      lock_created_at: p.createdAt,
      system_token: e('system_token', '+', 1),
    }))
    .where('id', '=', p.id),
);

/** Ends the locks of documents. */
export async function removeLocks(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await handle.run(
    handle.rows
      .updateTable('document')
      .set((e) => ({
        lock_owner: null,
        lock_created_at: null,
        system_token: e('system_token', '+', 1),
      }))
      .where('id', 'in', keyList(handle.dialect, ids)),
  );
}

/** Puts documents in another state. */
export async function storeStateOf(
  handle: WriteHandle,
  { ids, state }: { readonly ids: readonly string[]; readonly state: string },
): Promise<void> {
  if (ids.length === 0) return;
  await handle.run(
    handle.rows
      .updateTable('document')
      .set((e) => ({
        lifecycle_state: state,
        is_checked_out: 1,
        system_token: e('system_token', '+', 1),
      }))
      .where('id', 'in', keyList(handle.dialect, ids)),
  );
}
