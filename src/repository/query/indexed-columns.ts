import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { LiteralValue } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import { lookedUpMax } from './query-limits.ts';
import type { ScalarReference } from './resolved.ts';
import { contentColumn, rowColumn, type SqlContext } from './sql-context.ts';

type IndexedColumn = 'name' | 'creator';

/**
 * A column with an index that finds the documents with one of some values. Where very many have them,
 * and in all other conditions, SQLite must not use it, as it has no statistics.
 */
export function indexedColumn(
  column: IndexedColumn,
  { isOfContent }: { isOfContent: boolean },
): Pick<ScalarReference, 'value' | 'amongKeys'> {
  const own = (context: SqlContext): RawBuilder<unknown> =>
    isOfContent ? contentColumn(context, column) : rowColumn(column);
  return {
    value: (context) => context.dialect.withoutIndex(own(context)),
    amongKeys: {
      condition: (context, values) =>
        context.branch === 'proxy' && isOfContent
          ? undefined
          : sql`${rowColumn(column)} in ${context.dialect.list('string', values)}`,
      isCommon: (handle, values) => haveManyDocuments(handle, column, values),
    },
  };
}

/** As stored: a pending change has neither names nor creators. */
async function haveManyDocuments(
  handle: ReadHandle,
  column: IndexedColumn,
  values: readonly LiteralValue[],
): Promise<boolean> {
  const query = sql<object>`select 1 as one from document
    where ${sql.ref(column)} in ${handle.dialect.list('string', values)}
    limit 1 offset ${sql.lit(lookedUpMax)}`;
  return (await handle.first(compilable(handle.rows, query))) !== undefined;
}
