import { sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import { hasAclAmong, readableAclIds } from '../access/readable-acls.ts';
import type { ReadUnit } from '../unit/unit.ts';

const membersKey = 'collection:documentIds';

/** The id of the document with the content: for a proxy its target. */
function contentIdOf(document: Document): string {
  return document.proxyTarget?.id ?? document.id;
}

/**
 * The collections among the documents that have a member the caller may read, without hidden,
 * trashed and removed ones. One query for any number of collections and members.
 */
export async function findCollectionsWithMembers(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<ReadonlySet<string>> {
  // By its schema: the members of a large document in a list are not read.
  const collections = documents.filter(({ shape }) => shape.properties.has(membersKey));
  if (collections.length === 0) return new Set();
  const { dialect } = unit.handle;
  const readable = await readableAclIds(unit);
  const hidden = unit.model.typesWithFacet('HiddenInNavigation');
  const json = dialect.json;
  const column = sql.ref('collection.properties');
  const items = json.items({ base: { kind: 'column', column }, keys: [membersKey] }, 'item');
  const memberId = json.scalar({ base: { kind: 'item', alias: 'item' }, keys: [] }, 'string');
  // A version has the permissions of its live document.
  const aclId = sql`coalesce(live.acl_id, member.acl_id)`;
  const isVisible = [
    sql`member.is_trashed = 0`,
    ...(hidden.length > 0 ? [sql`member.primary_type not in (${sql.join(hidden)})`] : []),
    ...(readable === undefined ? [] : [hasAclAmong(dialect, readable, aclId)]),
  ];
  const ids = dialect.list('string', [...new Set(collections.map(contentIdOf))]);
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document as collection')
      .select('collection.id')
      .where(sql<boolean>`collection.id in ${ids}`)
      .where(
        sql<boolean>`exists (
          select 1 from ${items.from}
          join ${sql.table('document')} as member on member.id = ${memberId}
          left join ${sql.table('document')} as live on live.id = member.series_id and member.is_version = 1
          where ${items.on} and ${sql.join(isVisible, sql` and `)}
        )`,
      ),
  );
  const found = new Set(rows.map(({ id }) => id));
  return new Set(collections.filter((each) => found.has(contentIdOf(each))).map(({ id }) => id));
}
