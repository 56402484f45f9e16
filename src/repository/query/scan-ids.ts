import { sql } from 'kysely';
import type { DocumentId } from '../../base/ids.ts';
import type { Compilable } from '../../storage/statement.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { prepareQuery } from './checked-query.ts';
import { compileBranches } from './compile-branches.ts';
import { statement, unionOf } from './select-sql.ts';
import { rowColumn } from './sql-context.ts';
import type { ParsedQuery } from './syntax-tree.ts';

/**
 * The statement for the ids of all matches that the caller may browse, for `Database.scan`. In no
 * order: sorting would hold all of them. Undefined when nothing can match.
 *
 * @throws AppError request.invalid when names of the query do not exist or types do not compare
 */
export async function compileIdScan(
  unit: ReadUnit,
  query: ParsedQuery,
): Promise<Compilable<{ id: DocumentId }> | undefined> {
  const compiled = await compileBranches(unit, { query: await prepareQuery(unit, query) });
  if (compiled.length === 0) return undefined;
  const ids = unionOf(compiled, () => sql`${rowColumn('id')} as ${sql.ref('id')}`);
  const text = statement<{ id: DocumentId }>(unit.handle.builder, ids).compile();
  return { compile: () => text };
}
