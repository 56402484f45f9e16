import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { collectionFacet } from '../../model/collection-names.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { compilable } from '../../storage/statement.ts';
import { readableAclIds } from '../access/readable-acls.ts';
import { joinFirstRows } from '../sql/first-rows.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { isMemberAt, isVisible, isVisibleCollection } from './visible-members.ts';

/** Ids by the id of a document. */
type IdsByDocument = ReadonlyMap<string, readonly string[]>;

interface FoundId {
  readonly id: string;
  readonly found: string;
}

/** Of rows for one response. */
const rowsMax = 50_000;

/** How many rows are read for each of some documents, so that a response has a bounded size. */
function shareOf(count: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(rowsMax / count)));
}

/** Members of one collection that are shown with it, and collections of one document. */
const shownMax = 1_000;

interface MembershipOptions {
  /** Collections of one document. */
  readonly most?: number;
  /** Without collections in the trash. */
  readonly areLive?: boolean;
}

/**
 * The collections of documents that the caller may read, by the ids of the documents, with one query. Of a
 * document in very many collections only the first ones are looked at.
 */
export async function findCollectionIds(
  unit: ReadUnit,
  documents: readonly Document[],
  { most = shownMax, areLive = false }: MembershipOptions = {},
): Promise<IdsByDocument> {
  if (documents.length === 0) return new Map();
  const { dialect } = unit.handle;
  const readable = await readableAclIds(unit);
  const and = areLive ? sql<SqlBool>`shown.is_trashed = 0` : sql<SqlBool>`1 = 1`;
  const given = dialect.rowsOf(
    documents.map(({ id }) => ({ id })),
    { id: 'text' },
  );
  const items = joinFirstRows(dialect, {
    table: 'collection_member',
    key: ['collection_id', 'added_after'],
    where: (alias) =>
      sql`${sql.ref(`${alias}.member_id`)} = given.id and ${isMemberAt(alias, null)}`,
    orderBy: ['collection_id'],
    limit: shareOf(documents.length, most),
  });
  const collectionId = sql.ref('item.collection_id');
  const query = sql<FoundId>`select given.id as id, item.collection_id as found
    from ${given} as given ${items}
    where ${isVisibleCollection({ dialect, readable }, collectionId, and)}
    order by given.id, item.collection_id`;
  return byDocument(await unit.handle.all(compilable(unit.handle.builder, query)));
}

/**
 * The members of collections and of versions of them, in their order and without those that the caller may
 * not read, by the ids of the documents; one query. Of very many members only the first ones are looked at.
 */
export async function findMemberIds(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<IdsByDocument> {
  const collections = documents.filter((each) => hasFacet(each, collectionFacet));
  if (collections.length === 0) return new Map();
  const { dialect } = unit.handle;
  const readable = await readableAclIds(unit);
  const items = firstMembers(unit, shareOf(collections.length, shownMax));
  const query = sql<FoundId>`select given.id as id, item.member_id as found
    from ${givenLists(unit, collections)} as given ${items}
    where ${isVisible({ dialect, readable }, sql.ref('item.member_id'))}
    order by given.id, item.position, item.member_id`;
  return byDocument(await unit.handle.all(compilable(unit.handle.builder, query)));
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
    key: ['member_id', 'added_after'],
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

function byDocument(rows: readonly FoundId[]): IdsByDocument {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const ids = found.get(row.id);
    if (ids) ids.push(row.found);
    else found.set(row.id, [row.found]);
  }
  return found;
}

/** Members of one collection among which one is searched that the caller can see. */
const examinedMax = 10_000;

/**
 * The collections among the documents that have a member the caller may read, without hidden,
 * trashed and removed ones. One query for any number of collections and members.
 */
export async function findCollectionsWithMembers(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<ReadonlySet<string>> {
  const collections = documents.filter((each) => hasFacet(each, collectionFacet));
  if (collections.length === 0) return new Set();
  const { dialect } = unit.handle;
  const readable = await readableAclIds(unit);
  const hidden = unit.model.typesWithFacet('HiddenInNavigation');
  const shown = [
    sql`shown.is_trashed = 0`,
    ...(hidden.length > 0 ? [sql`shown.primary_type not in (${sql.join(hidden)})`] : []),
  ];
  const and = sql<SqlBool>`${sql.join(shown, sql` and `)}`;
  const items = firstMembers(unit, shareOf(collections.length, examinedMax));
  const query = sql<{ id: string }>`select distinct given.id as id
    from ${givenLists(unit, collections)} as given ${items}
    where ${isVisible({ dialect, readable }, sql.ref('item.member_id'), and)}`;
  const rows = await unit.handle.all(compilable(unit.handle.builder, query));
  return new Set(rows.map(({ id }) => id));
}
