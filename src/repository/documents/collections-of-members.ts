import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { readableDocuments } from '../access/readable.ts';
import { joinFirstRows } from '../sql/first-rows.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { ListBudget } from './complete-rows.ts';
import { hydrateDocuments } from './documents.ts';
import { findDocumentsById } from './find-many.ts';
import { type ListedRow, listedColumns } from './listed-rows.ts';
import { type RowValue, shareOf } from './row-values.ts';
import { isMemberAt, isVisibleCollection } from './visible-members.ts';

/** Collections of one document that are shown with it. */
const shownMax = 1_000;

/**
 * The collections of documents that the caller may read. Of a document in very many collections only the
 * first ones are looked at.
 */
export async function selectCollectionIds(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<RawBuilder<RowValue>> {
  const { dialect, tree } = unit.handle;
  const readable = await readableDocuments(unit);
  return sql<RowValue>`select given.id as id, '' as name, 0 as place, item.collection_id as found
    from ${memberships(dialect, documents, shownMax)}
    where ${isVisibleCollection({ dialect, tree, readable }, sql.ref('item.collection_id'))}`;
}

/** The documents (`given`) with the rows of their first collections (`item`). */
function memberships(
  dialect: SqlDialect,
  documents: readonly Document[],
  most: number,
): RawBuilder<unknown> {
  const ids = [...new Set(documents.map(({ id }) => id))];
  const given = dialect.rowsOf(
    ids.map((id) => ({ id })),
    { id: 'text' },
  );
  const items = joinFirstRows(dialect, {
    table: 'collection_member',
    key: ['collection_id', 'member_id', 'added_after'],
    where: (alias) =>
      sql`${sql.ref(`${alias}.member_id`)} = given.id and ${isMemberAt(alias, null)}`,
    orderBy: ['collection_id'],
    limit: shareOf(documents.length, most),
  });
  return sql`${given} as given ${items}`;
}

/** Collections that are read with the statement that finds them: SQLite reads so many in some milliseconds. */
const collectionsAtOnce = 250;

interface CollectionRow extends Partial<ListedRow> {
  readonly found: string;
  /** A JSON array of the ids of its members among the documents. */
  readonly members: string;
}

/**
 * The collections themselves that the caller may read, without those in the trash, sorted by their ids; at
 * most `most` of one document. One query, and further ones if there are very many collections.
 */
export async function findCollections(
  unit: ReadUnit,
  documents: readonly Document[],
  most: number,
): Promise<ReadonlyMap<string, readonly Document[]>> {
  if (documents.length === 0) return new Map();
  const { dialect, builder, tree } = unit.handle;
  const readable = await readableDocuments(unit);
  const isLive = sql<SqlBool>`shown.is_trashed = 0`;
  const found = sql<{ found: string; members: unknown; place: number }>`(
    select item.collection_id as found, ${dialect.jsonArray(sql.ref('given.id'))} as members,
      row_number() over (order by item.collection_id) as place
    from ${memberships(dialect, documents, most)}
    where ${isVisibleCollection({ dialect, tree, readable }, sql.ref('item.collection_id'), isLive)}
    group by item.collection_id)`;
  const rows = await unit.handle.all(
    builder
      .selectFrom(found.as('found'))
      .leftJoin('document', (join) =>
        join
          .onRef('document.id', '=', 'found.found')
          .on('found.place', '<=', sql.lit(collectionsAtOnce)),
      )
      .select(['found.found', sql<string>`cast(found.members as text)`.as('members')])
      .select(listedColumns(dialect))
      .orderBy('found.found'),
  );
  return collectionsByMember(unit, rows as readonly CollectionRow[]);
}
async function collectionsByMember(
  unit: ReadUnit,
  rows: readonly CollectionRow[],
): Promise<ReadonlyMap<string, readonly Document[]>> {
  const listed = rows.filter((row): row is CollectionRow & ListedRow => typeof row.id === 'string');
  const others = rows.flatMap(({ id, found }) => (typeof id === 'string' ? [] : [found]));
  const budget = new ListBudget(unit);
  const collections = [
    ...(await hydrateDocuments(unit, listed, budget)),
    ...(others.length > 0 ? await findDocumentsById(unit, others, budget) : []),
  ];
  const byId = new Map(collections.map((each) => [each.id as string, each]));
  const byMember = new Map<string, Document[]>();
  for (const { found, members } of rows) {
    const collection = byId.get(found);
    if (!collection) continue;
    for (const id of JSON.parse(members) as readonly string[]) {
      const known = byMember.get(id);
      if (known) known.push(collection);
      else byMember.set(id, [collection]);
    }
  }
  return byMember;
}
