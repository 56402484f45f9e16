import { mapInTurns } from '../../base/turns.ts';
import type { Document } from '../../model/document.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { readDocument } from '../sql/document-row.ts';
import type { WriteUnit } from '../unit/unit.ts';

/**
 * The documents of the ids, without missing ones and proxies, in the order of their ids and with their
 * rows locked: for changes of content that the server makes itself. Versions are as they are stored,
 * without the place of their live document.
 */
export async function lockStoredDocuments(
  unit: WriteUnit,
  ids: readonly string[],
): Promise<readonly Document[]> {
  if (ids.length === 0) return [];
  const { handle, model } = unit;
  const query = handle.builder
    .selectFrom('document')
    .selectAll()
    .where('id', 'in', keyList(handle.dialect, ids))
    .where('proxy_target_id', 'is', null)
    .orderBy('id');
  const rows = await handle.all(handle.dialect.locking(query, 'noKeyUpdate'));
  return mapInTurns(rows, (row) => readDocument(model, row));
}
