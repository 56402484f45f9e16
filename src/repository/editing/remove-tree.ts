import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { Document } from '../../model/document.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { addPendingChange } from '../changes/pending-changes.ts';
import { detachRows } from '../changes/place-rows.ts';
import { lockSubtree } from '../documents/row-locks.ts';
import { shownId, shownIdOf } from '../documents/shown-names.ts';
import { isBelowPath, isBelowPathUnindexed } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { announceCopiedOf } from './copied-rows.ts';
import { internDeniedAcl, removeBatch, removeVersionsOf } from './remove-batch.ts';
import { removeStaleProxies } from './remove-stale.ts';
import { hasManyBelow } from './subtree-change.ts';

/**
 * Removes a live document or proxy with everything below it: the rows themselves if they are few,
 * otherwise by a pending change. Must be called with the tree locked.
 *
 * @throws AppError document.has-proxy
 */
export async function removeTree(
  unit: WriteUnit,
  document: Document,
  context: string,
): Promise<void> {
  if (await hasManyBelow(unit, document)) await removeLarge(unit, document, context);
  else await removeSmall(unit, document, context);
}

async function removeSmall(unit: WriteUnit, document: Document, context: string): Promise<void> {
  const { handle } = unit;
  const below = await handle.all(
    handle.builder
      .selectFrom('document')
      .select('id')
      .where(isBelowPath(handle, document.path ?? '')),
  );
  const ids = [document.id, ...below.map(({ id }) => id)];
  const doomed = keyList(handle.dialect, ids);
  const target = await handle.first(
    handle.builder
      .selectFrom('document')
      .select(['id', 'proxy_target_id'])
      .where('proxy_target_id', 'in', doomed)
      .where('id', 'not in', doomed)
      .limit(1),
  );
  if (target) throw await hasProxy(unit, { document, context, target });
  // Otherwise a concurrent check-in would leave a version that is not among these.
  await lockSubtree(handle, document);
  await announceCopiedOf(unit, ids);
  await removeStaleProxies(unit, ids);
  await removeBatch(unit, ids);
}

/** The document leaves the tree at once; its row is removed last, as others refer to it. */
async function removeLarge(unit: WriteUnit, document: Document, context: string): Promise<void> {
  const target = await findLiveProxy(unit, document);
  if (target) throw await hasProxy(unit, { document, context, target });
  await announceCopiedOf(unit, [document.id]);
  await addPendingChange(unit, {
    kind: 'removal',
    documentId: document.id,
    path: document.path ?? '',
    newPath: null,
    acl: { from: 0, to: await internDeniedAcl(unit.handle) },
    isTrashed: null,
    removes: 'all',
  });
  await removeVersionsOf(unit, document.id);
  await detachRows(unit.handle, [document.id]);
}

interface ProxyRow {
  readonly id: string;
  readonly proxy_target_id: string | null;
}

/** Proxies of live documents are few, and have an index of their own. */
function findLiveProxy(unit: WriteUnit, document: Document): Promise<ProxyRow | undefined> {
  const { handle } = unit;
  const path = document.path ?? '';
  const isInside = (alias: string): RawBuilder<SqlBool> =>
    sql`(${sql.ref(`${alias}.id`)} = ${document.id} or ${isBelowPathUnindexed(handle, path, alias)})`;
  return handle.first(
    handle.builder
      .selectFrom('document as proxy')
      .innerJoin('document as target', 'target.id', 'proxy.proxy_target_id')
      .select(['proxy.id', 'proxy.proxy_target_id'])
      .whereRef('proxy.proxy_target_id', '=', 'proxy.series_id')
      .where(isInside('target'))
      .where(sql<SqlBool>`not ${isInside('proxy')}`)
      .limit(1),
  );
}

async function hasProxy(
  unit: WriteUnit,
  { document, context, target }: { document: Document; context: string; target: ProxyRow },
): Promise<AppError> {
  const [shown, shownTarget, shownProxy] = [
    await shownId(unit, document),
    await shownIdOf(unit, target.proxy_target_id),
    await shownIdOf(unit, target.id),
  ];
  return new AppError(
    'document.has-proxy',
    `${context}, Cannot remove ${shown}, subdocument ${shownTarget} is the target of proxy ${shownProxy}`,
  );
}
