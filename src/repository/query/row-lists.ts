import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { collectionsKey, membersKey } from '../../model/collection-names.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { LiteralValue } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import { isMemberAt, isVisible, isVisibleCollection } from '../documents/visible-members.ts';
import { lookedUpMax } from './query-limits.ts';
import type { ListReference } from './resolved.ts';
import { contentColumn, rowColumn, type SqlContext } from './sql-context.ts';

// Lists that are not in the JSON of documents. Neither tells of documents that the caller may not read.

const memberTable = sql.table('collection_member');

function column(alias: string, name: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${name}`);
}

/** The row belongs to the list of collections of the document. */
function isCollectionOf(context: SqlContext, alias: string): RawBuilder<SqlBool> {
  return sql`${column(alias, 'member_id')} = ${rowColumn('id')} and ${isMemberAt(alias, null)}
    and ${isVisibleCollection(context, column(alias, 'collection_id'))}`;
}

/** The row belongs to the list of members of the collection, or of the version of one. */
function isMemberOf(context: SqlContext, alias: string): RawBuilder<SqlBool> {
  const isOfIt = sql`${column(alias, 'collection_id')} = ${contentColumn(context, 'series_id')}
    and ${isVisible(context, column(alias, 'member_id'))}`;
  const now = isMemberAt(alias, null);
  const versionAt = contentColumn(context, 'version_created_at');
  if (context.branch === 'live') return sql`${isOfIt} and ${now}`;
  if (context.branch === 'version') return sql`${isOfIt} and ${isMemberAt(alias, versionAt)}`;
  return sql`${isOfIt} and case when ${contentColumn(context, 'is_version')} = 1
    then ${isMemberAt(alias, versionAt)} else ${now} end`;
}

interface RowList {
  readonly isItem: (context: SqlContext, alias: string) => RawBuilder<SqlBool>;
  readonly item: string;
  readonly order: string;
  readonly amongKeys: NonNullable<ListReference['amongKeys']>;
}

function listOf({ isItem, item, order, amongKeys }: RowList): ListReference {
  return {
    kind: 'list',
    itemType: 'string',
    source: {
      rows: (context, alias) => [
        { from: sql`${memberTable} as ${sql.ref(alias)}`, on: isItem(context, alias) },
      ],
      order: (_context, alias) => column(alias, order),
    },
    item: (_context, alias) => column(alias, item),
    isSet: (context) => sql<SqlBool>`exists (select 1 from ${memberTable} as any_item
      where ${isItem(context, 'any_item')})`,
    amongKeys,
    variables: [],
  };
}

/** The documents that have one of some visible collections. */
function isInCollections(
  context: SqlContext,
  ids: readonly LiteralValue[],
): RawBuilder<SqlBool> | undefined {
  const found = sql`select shown_list.id from ${sql.table('document')} as shown_list
    where shown_list.id in ${context.dialect.list('string', ids)}
    and ${isVisibleCollection(context, sql.ref('shown_list.id'))}`;
  return sql`${rowColumn('id')} in (select key_item.member_id from ${memberTable} as key_item
    where key_item.collection_id in (${found}) and ${isMemberAt('key_item', null)})`;
}

async function haveManyMembers(handle: ReadHandle, ids: readonly LiteralValue[]): Promise<boolean> {
  const query = sql<object>`select 1 as one from ${memberTable} as key_item
    where key_item.collection_id in ${handle.dialect.list('string', ids)}
    and ${isMemberAt('key_item', null)} limit 1 offset ${sql.lit(lookedUpMax)}`;
  return (await handle.first(compilable(handle.builder, query))) !== undefined;
}

/** Of live documents; versions and proxies have the members of other rows. */
function hasMembers(
  context: SqlContext,
  ids: readonly LiteralValue[],
): RawBuilder<SqlBool> | undefined {
  if (context.branch !== 'live') return undefined;
  return sql`${rowColumn('id')} in (select key_item.collection_id from ${memberTable} as key_item
    where key_item.member_id in ${context.dialect.list('string', ids)}
    and ${isMemberAt('key_item', null)} and ${isVisible(context, sql.ref('key_item.member_id'))})`;
}

/** By the keys of the properties. */
export const rowLists: ReadonlyMap<string, ListReference> = new Map([
  [
    collectionsKey,
    listOf({
      isItem: isCollectionOf,
      item: 'collection_id',
      order: 'collection_id',
      amongKeys: { condition: isInCollections, isCommon: haveManyMembers },
    }),
  ],
  [
    membersKey,
    listOf({
      isItem: isMemberOf,
      item: 'member_id',
      order: 'position',
      amongKeys: { condition: hasMembers, isCommon: async () => false },
    }),
  ],
]);

/** Whether the document is a member of a collection that the caller may read. */
export function isMember(context: SqlContext): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from ${memberTable} as any_item
    where ${isCollectionOf(context, 'any_item')})`;
}
