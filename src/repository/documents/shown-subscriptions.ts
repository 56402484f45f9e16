import { type RawBuilder, sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import { joinFirstRows } from '../sql/first-rows.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type RowValue, shareOf } from './row-values.ts';

/** Subscribers of one notification that are shown with a document. */
const shownMax = 1_000;

/**
 * The subscribers of documents, of each notification the first ones. Those of notifications that the server
 * does not have any more are left out, as they have no effect.
 */
export async function selectSubscriptions(
  { handle: { dialect }, notifications }: ReadUnit,
  documents: readonly Document[],
): Promise<RawBuilder<RowValue>> {
  const names = notifications.all.map(({ name }) => ({ name }));
  const ids = dialect.rowsOf(
    documents.map(({ id }) => ({ id })),
    { id: 'text' },
  );
  const given = sql`(select each.id as id, kind.name as name
    from ${ids} as each cross join ${dialect.rowsOf(names, { name: 'text' })} as kind
    where exists (select 1 from ${sql.table('subscription')} as any_item
      where any_item.document_id = each.id))`;
  const items = joinFirstRows(dialect, {
    table: 'subscription',
    key: ['document_id', 'subscriber', 'name'],
    where: (alias) =>
      sql`${sql.ref(`${alias}.document_id`)} = given.id and ${sql.ref(`${alias}.name`)} = given.name`,
    orderBy: ['subscriber'],
    limit: shareOf(documents.length * names.length, shownMax),
  });
  return sql<RowValue>`select given.id as id, given.name as name, 0 as place, item.subscriber as found
    from ${given} as given ${items}`;
}
