import type { DocumentId } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
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

const keysPerQuery = 250;

/** Those of the documents that exist, and keep existing until the unit ends; others may change them. */
export async function lockPresent(
  handle: WriteHandle,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (const some of slicesOf([...ids].sort(), keysPerQuery)) {
    const query = handle.builder
      .selectFrom('document')
      .select('id')
      .where('id', 'in', keyList(handle.dialect, some))
      .where((e) => e.or([e('path', 'is not', null), e('is_version', '=', 1)]))
      .orderBy('id');
    const rows = await handle.all(handle.dialect.locking(query, 'keyShare'));
    for (const { id } of rows) present.add(id);
  }
  return present;
}

/** The row of one document, if there is one. */
export async function lockDocumentRow(handle: WriteHandle, id: DocumentId): Promise<void> {
  if (!handle.dialect.hasRowLocks) return;
  const row = handle.builder.selectFrom('document').select('id').where('id', '=', id);
  await handle.first(row.forNoKeyUpdate());
}
