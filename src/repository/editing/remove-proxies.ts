import type { Document } from '../../model/document.ts';
import { announceRemovals } from '../changes/announcements.ts';
import { isFewBelowPath } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { removeBatch } from './remove-batch.ts';

/**
 * Removes the proxies below a document, and versions that no other proxy shows. Without checks.
 * Must be called with the tree locked.
 */
export async function removeProxiesBelow(unit: WriteUnit, document: Document): Promise<void> {
  const proxies = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .select(['id', 'primary_type', 'path', 'lifecycle_state', 'instance_facets'])
      .where(isFewBelowPath(unit.handle, document.path ?? ''))
      .where('proxy_target_id', 'is not', null),
  );
  if (proxies.length === 0) return;
  const ids = proxies.map(({ id }) => id);
  await removeBatch(unit, ids, () =>
    announceRemovals(unit, { eventId: 'proxyRemoved', rows: proxies }),
  );
}
