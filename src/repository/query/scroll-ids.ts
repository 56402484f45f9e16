import { type SqlBool, sql } from 'kysely';
import type { DocumentId } from '../../base/ids.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { prepareQuery } from './checked-query.ts';
import { compileBranches } from './compile-branches.ts';
import { statement, unionOf } from './select-sql.ts';
import { rowColumn } from './sql-context.ts';
import type { ParsedQuery } from './syntax-tree.ts';

interface ScrollRequest {
  readonly query: ParsedQuery;
  /** The last id of the batch before; undefined for the first. */
  readonly after: DocumentId | undefined;
  readonly limit: number;
}

/**
 * The next ids of matches that the caller may browse, in the order of ids: ORDER BY is ignored. The
 * cost of a batch does not depend on its offset, and documents created meanwhile do not shift it.
 *
 * @throws AppError request.invalid when names of the query do not exist or types do not compare
 */
export async function scrollIds(
  unit: ReadUnit,
  { query, after, limit }: ScrollRequest,
): Promise<readonly DocumentId[]> {
  const checked = await prepareQuery(unit, query);
  const compiled = await compileBranches(unit, {
    query: checked,
    ...(after !== undefined && { and: sql<SqlBool>`${rowColumn('id')} > ${after}` }),
  });
  if (compiled.length === 0) return [];
  const ids = unionOf(compiled, () => sql`${rowColumn('id')} as ${sql.ref('id')}`);
  const text = sql`${ids} order by ${sql.ref('id')} limit ${limit}`;
  const rows = await unit.handle.all(statement<{ id: DocumentId }>(unit.handle.builder, text));
  return rows.map((row) => row.id);
}
