import { type SqlBool, sql } from 'kysely';
import type { DocumentId } from '../../base/ids.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { Session } from '../unit/session.ts';
import { checkQuery } from './checked-query.ts';
import { compileBranches } from './compile-branches.ts';
import { statement, unionOf } from './select-sql.ts';
import { rowColumn } from './sql-context.ts';
import type { ParsedQuery } from './syntax-tree.ts';

export interface ScrollRequest {
  readonly query: ParsedQuery;
  /** The last id of the batch before; undefined for the first. */
  readonly after: DocumentId | undefined;
  readonly limit: number;
}

/**
 * The next ids of what matches and the caller may browse, in the order of ids: ORDER BY does not
 * count. However far it is, a batch costs the same, and documents made meanwhile do not shift it.
 *
 * @throws AppError request.invalid when names of the query do not exist or types do not compare
 */
export async function scrollIds(
  handle: ReadHandle,
  session: Session,
  { query, after, limit }: ScrollRequest,
): Promise<readonly DocumentId[]> {
  const checked = checkQuery(session, query);
  const compiled = await compileBranches(handle, session, {
    query: checked,
    ...(after !== undefined && { and: sql<SqlBool>`${rowColumn('id')} > ${after}` }),
  });
  if (compiled.length === 0) return [];
  const ids = unionOf(compiled, () => sql`${rowColumn('id')} as ${sql.ref('id')}`);
  const text = sql`${ids} order by ${sql.ref('id')} limit ${limit}`;
  const rows = await handle.all(statement<{ id: DocumentId }>(handle.builder, text));
  return rows.map((row) => row.id);
}
