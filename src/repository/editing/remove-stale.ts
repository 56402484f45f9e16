import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { AuditedRow } from '../audit/audit-events.ts';
import { placeColumns, placeNow, type StoredPlace } from '../changes/tree-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { removeRemoved } from './removers.ts';

type StoredProxy = StoredPlace & AuditedRow;

/**
 * Removes rows of proxies that pending changes have removed in effect, and that still refer to
 * documents which are about to be removed. They are recorded as removed by the author of the change.
 */
export async function removeStaleProxies(unit: WriteUnit, ids: readonly string[]): Promise<void> {
  const { handle } = unit;
  if (handle.tree.isEmpty) return;
  const proxies = (await proxiesAt(handle, ids)).filter(
    (row) => placeNow(handle, row) === undefined,
  );
  await removeRemoved(unit, proxies);
}

/** Proxies in one of the documents, or of one of them. */
function proxiesAt(handle: WriteHandle, ids: readonly string[]): Promise<StoredProxy[]> {
  const doomed = keyList(handle.dialect, ids);
  return handle.all(
    handle.rows
      .selectFrom('document')
      .select([...placeColumns, 'primary_type', 'lifecycle_state', 'instance_facets'])
      .where('proxy_target_id', 'is not', null)
      .where('id', 'not in', doomed)
      .where((e) => e.or([e('parent_id', 'in', doomed), e('proxy_target_id', 'in', doomed)])),
  );
}
