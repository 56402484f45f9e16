import type { ReadHandle } from '../../storage/database.ts';
import type { Checked } from './checked.ts';
import type { CheckedQuery } from './checked-query.ts';

/**
 * For the planner of SQLite, which has no statistics: the query with conditions by keys as plain conditions
 * where very many documents have the keys. A page in an order with an index then reads that index until the
 * page is full, and not all of these documents.
 */
export async function withoutCommonKeys(
  handle: ReadHandle,
  query: CheckedQuery,
): Promise<CheckedQuery> {
  if (handle.dialect.choosesIndexes || !query.where) return query;
  const hasOrder = query.orderBy.length > 0;
  return { ...query, where: await plainWhereCommon(handle, query.where, hasOrder) };
}

async function plainWhereCommon(
  handle: ReadHandle,
  node: Checked,
  hasOrder: boolean,
): Promise<Checked> {
  if (node.kind !== 'leaf') {
    const items: Checked[] = [];
    for (const item of node.items) items.push(await plainWhereCommon(handle, item, hasOrder));
    return { ...node, items };
  }
  const { byKeys, isSelective: _isSelective, ...plain } = node;
  if (!byKeys || node.isNegated || (byKeys.isSortedAlways && !hasOrder)) return node;
  return (await byKeys.isCommon(handle)) ? plain : node;
}
