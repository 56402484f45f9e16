import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';
import { isGrantedItself } from '../access/granted-documents.ts';
import { isNothing, isReadable, type Readable, readableDocuments } from '../access/readable.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type FulltextSearch, matchingIds } from './condition.ts';

const anyComment = defineStatement<object, { id: string }>((b) =>
  b.selectFrom('comment_entry').select('id').limit(1),
);

/**
 * Finds the documents with a comment that matches, and no matching words of their own, and stores
 * their ids in the searches. They are few, and statements on the words of documents stay as they are.
 * In a store without comments this reads one entry of an index.
 */
export async function findCommented(
  unit: ReadUnit,
  searches: readonly FulltextSearch[],
): Promise<void> {
  const wanted = searches.filter(
    ({ index, query }) => index === 'default' && query.groups.length > 0,
  );
  if (wanted.length === 0) return;
  if ((await unit.handle.fetchFirst(anyComment, {})) === undefined) return;
  const readable = await readableDocuments(unit);
  for (const search of wanted)
    search.commented = await commentedOnly(unit.handle, search, readable);
}

async function commentedOnly(
  handle: ReadHandle,
  search: FulltextSearch,
  readable: Readable | undefined,
): Promise<readonly string[]> {
  if (isNothing(readable)) return [];
  const { deadlineMs } = handle;
  const matching = matchingIds(handle.dialect, { ...search, deadlineMs });
  const found = await handle.all(
    compilable<{ document_id: string }>(
      handle.builder,
      sql`with hit as materialized (${matching})
        select distinct c.document_id from hit
        join comment_entry as c on c.id = hit.document_id
        join ${sql.table('document')} as d on d.id = c.id
        where ${isReadableComment(handle, readable)} limit ${limits.countDefault}`,
    ),
  );
  const ids = found.map((row) => row.document_id);
  if (ids.length === 0) return [];
  const own = await handle.all(
    compilable<{ document_id: string }>(
      handle.builder,
      sql`${matching} and document_id in ${keyList(handle.dialect, ids)}`,
    ),
  );
  const others = new Set(own.map((row) => row.document_id));
  return ids.filter((id) => !others.has(id));
}

/**
 * Comments have the rights of their document, except for those of proxies, which only
 * administrators may read: the query checks the rights on the proxy. Those of a version are next to its
 * live document, and a task may allow the version alone. A removed comment has no place.
 */
function isReadableComment(
  handle: ReadHandle,
  readable: Readable | undefined,
): RawBuilder<SqlBool> {
  const isThere = sql<SqlBool>`d.path is not null`;
  if (!readable) return isThere;
  const ofProxy = sql`exists (select 1 from ${sql.table('document')} as p
    where p.id = c.document_id and p.proxy_target_id is not null)`;
  const ofOther = readable.granted
    ? sql`(${ofProxy} or ${isGrantedItself(handle, readable.granted, sql.ref('c.document_id'))})`
    : ofProxy;
  return sql`${isThere} and (${isReadable(handle, readable, 'd')} or ${ofOther})`;
}
