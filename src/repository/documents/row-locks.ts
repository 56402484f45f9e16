import type { DocumentId } from '../../base/ids.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { isBelowPath } from '../sql/tree-conditions.ts';

/**
 * Waits for units that change a document or its descendants, and blocks other ones, before paths
 * change or rows are removed. The deepest rows are locked first: a save holds its document's row
 * and may then lock the parent's, so the other order could deadlock. SQLite has one writer and
 * needs none.
 */
export async function lockSubtree(
  handle: WriteHandle,
  { id, path }: { id: DocumentId; path: string | null },
): Promise<void> {
  if (!handle.dialect.hasRowLocks) return;
  const rows = handle.builder
    .selectFrom('document')
    .select('id')
    .where((e) => e.or([e('id', '=', id), isBelowPath(handle, path ?? '')]))
    .orderBy('path', 'desc')
    .forUpdate();
  const locked = handle.builder.selectFrom(rows.as('locked'));
  await handle.first(locked.select((e) => e.fn.countAll().as('count')));
}

/** The row of one document, if there is one. */
export async function lockDocumentRow(handle: WriteHandle, id: DocumentId): Promise<void> {
  if (!handle.dialect.hasRowLocks) return;
  const row = handle.builder.selectFrom('document').select('id').where('id', '=', id);
  await handle.first(row.forNoKeyUpdate());
}
