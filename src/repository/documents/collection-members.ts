import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isCollection } from '../../model/collection-names.ts';
import type { Document } from '../../model/document.ts';
import { type Readable, readableDocuments } from '../access/readable.ts';
import { joinFirstRows } from '../sql/first-rows.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type RowValue, shareOf } from './row-values.ts';
import { isMemberAt, isVisible } from './visible-members.ts';

/** Members of one collection that are shown with it. */
const shownMax = 1_000;

/**
 * The members of collections and of versions of them, without those that the caller may not read. Of very
 * many members only the first ones are looked at.
 */
export async function selectMemberIds(
  unit: ReadUnit,
  collections: readonly Document[],
): Promise<RawBuilder<RowValue>> {
  const { dialect, tree } = unit.handle;
  const readable = await readableDocuments(unit);
  const items = firstMembers(unit, shareOf(collections.length, shownMax));
  return sql<RowValue>`select given.id as id, '' as name, item.position as place, item.member_id as found
    from ${givenLists(unit, collections)} as given ${items}
    where ${isVisible({ dialect, tree, readable }, sql.ref('item.member_id'))}`;
}

/** The lists of collections: their own, or that of the live document at the time of a version. */
function givenLists(unit: ReadUnit, collections: readonly Document[]): RawBuilder<unknown> {
  const lists = collections.map((document) => {
    const content = document.proxyTarget ?? document;
    return { id: document.id, list_id: content.seriesId, version_at: content.versionCreatedMs };
  });
  return unit.handle.dialect.rowsOf(lists, { id: 'text', list_id: 'text', version_at: 'integer' });
}

function firstMembers(unit: ReadUnit, limit: number): RawBuilder<unknown> {
  return joinFirstRows(unit.handle.dialect, {
    table: 'collection_member',
    key: ['collection_id', 'member_id', 'added_after'],
    where: (alias) => {
      const at = isMemberAt(alias, sql.ref('given.version_at'));
      const now = isMemberAt(alias, null);
      return sql`${sql.ref(`${alias}.collection_id`)} = given.list_id
        and case when given.version_at is null then ${now} else ${at} end`;
    },
    orderBy: ['position', 'member_id'],
    limit,
  });
}

/** Members of one collection among which one is searched that the caller can see. */
const examinedMax = 10_000;

/**
 * The collections among the documents that have a member the caller may read, without hidden, trashed and
 * removed ones, as rows of `id`; undefined if there are no collections.
 */
export function selectCollectionsWithMembers(
  unit: ReadUnit,
  documents: readonly Document[],
  readable: Readable | undefined,
): RawBuilder<{ id: string }> | undefined {
  const collections = documents.filter(isCollection);
  if (collections.length === 0) return undefined;
  const { dialect, tree } = unit.handle;
  const hidden = unit.model.typesWithFacet('HiddenInNavigation');
  const shown = [
    sql`shown.is_trashed = 0`,
    ...(hidden.length > 0 ? [sql`shown.primary_type not in (${sql.join(hidden)})`] : []),
  ];
  const and = sql<SqlBool>`${sql.join(shown, sql` and `)}`;
  const items = firstMembers(unit, shareOf(collections.length, examinedMax));
  return sql<{ id: string }>`select distinct given.id as id
    from ${givenLists(unit, collections)} as given ${items}
    where ${isVisible({ dialect, tree, readable }, sql.ref('item.member_id'), and)}`;
}
