import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { keyList } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import type { Readable } from '../access/readable.ts';
import { hasAclAmong } from '../access/readable-acls.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type Checked, isOfVersions } from './checked.ts';
import { lookedUpMax } from './query-limits.ts';
import { rowColumn } from './sql-context.ts';

/**
 * For a query of versions by a caller who may see few documents: a condition that finds these versions
 * through them, instead of reading all versions that others may see. Undefined for other queries.
 */
export async function fewVersions(
  { handle }: ReadUnit,
  { where, readable }: { where: Checked | undefined; readable: Readable | undefined },
): Promise<RawBuilder<SqlBool> | undefined> {
  if (!readable || readable.granted || handle.tree.replacesAcls) return undefined;
  if (!isOfVersions(where)) return undefined;
  const hasAcl = hasAclAmong(handle.dialect, readable.aclIds, sql.ref('acl_id'));
  // Versions are among them, with the ACLs that they had last: those without a live document have no others.
  const query = sql<{ series: string }>`select series_id as series from document
    where ${hasAcl} limit ${sql.lit(lookedUpMax + 1)}`;
  const rows = await handle.all(compilable(handle.rows, query));
  if (rows.length > lookedUpMax) return undefined;
  const series = [...new Set(rows.map((row) => row.series))];
  return sql`${rowColumn('series_id')} in ${keyList(handle.dialect, series)}`;
}
