import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { AuditedRow } from '../audit/audit-events.ts';
import { announceRemovals } from '../changes/announcements.ts';
import { placeColumns, placeNow, type StoredPlace } from '../changes/tree-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { removeBatch } from './remove-batch.ts';

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
  const authors = new Map<string | undefined, StoredProxy[]>();
  for (const proxy of proxies) {
    const author = await authorOf(handle, proxy);
    authors.set(author, [...(authors.get(author) ?? []), proxy]);
  }
  for (const [author, rows] of authors) {
    const acting = author === undefined ? unit : { ...unit, actingFor: author };
    await removeBatch(
      acting,
      rows.map(({ id }) => id),
      () => announceRemovals(acting, { eventId: 'proxyRemoved', rows }),
    );
  }
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

async function authorOf(handle: WriteHandle, proxy: StoredProxy): Promise<string | undefined> {
  const seqs = handle.tree.ruleFor(proxy)?.seqs ?? [];
  if (seqs.length === 0) return undefined;
  const change = await handle.first(
    handle.rows
      .selectFrom('pending_change')
      .select('principal_name')
      .where('seq', 'in', seqs)
      .where('removes', '=', 'proxies')
      .orderBy('seq')
      .limit(1),
  );
  return change?.principal_name;
}
