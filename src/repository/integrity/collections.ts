import { sql } from 'kysely';
import { collectionFacet, notMemberFacet } from '../../model/collection-names.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { CollectionMemberTable } from '../../storage/collection-tables.ts';
import { compilable } from '../../storage/statement.ts';
import { defineCheck, type Finding, type IntegrityContext } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 500;

/** Collections and their members; `row-references` checks that the documents exist. */
export const collections = defineCheck({
  name: 'collections',
  async *run(context) {
    yield* brokenLists(context);
    yield* brokenMembers(context);
  },
});

interface ListRow {
  readonly id: string;
  readonly document_id: string | null;
  readonly primary_type: string | null;
  readonly instance_facets: string | null;
  readonly is_version: number | null;
  readonly proxy_target_id: string | null;
}

async function* brokenLists({ database, model }: IntegrityContext): AsyncGenerator<Finding> {
  const pages = pagesOf<ListRow>(database, pageSize, (handle, after) =>
    handle.all(
      handle.rows
        .selectFrom('collection_list as list')
        .leftJoin('document', 'document.id', 'list.document_id')
        .select([
          'list.id',
          'list.document_id',
          'document.primary_type',
          'document.instance_facets',
          'document.is_version',
          'document.proxy_target_id',
        ])
        .where('list.id', '>', after?.id ?? '')
        .orderBy('list.id')
        .limit(pageSize),
    ),
  );
  for await (const page of pages) {
    for (const row of page) {
      const text = problemOfList(model, row);
      if (text) yield { severity: 'error', table: 'collection_list', id: row.id, text };
    }
  }
}

function problemOfList(model: ContentModel, row: ListRow): string | undefined {
  if (row.document_id === null || row.primary_type === null) return undefined;
  if (row.document_id !== row.id) return `is of another document, ${row.document_id}`;
  const isLive = row.is_version === 0 && row.proxy_target_id === null;
  // An unknown type is a finding of its own.
  const hasFacet =
    !model.findType(row.primary_type) ||
    model.shapeOf(row.primary_type).facets.includes(collectionFacet) ||
    row.instance_facets?.includes(`"${collectionFacet}"`);
  return isLive && hasFacet ? undefined : 'has members and is no collection';
}

interface MemberRow extends CollectionMemberTable {
  readonly primary_type: string | null;
  /** Present rows of the same member in the same collection. */
  readonly present: number;
}

async function* brokenMembers({ database, model }: IntegrityContext): AsyncGenerator<Finding> {
  const forbidden = new Set(model.typesWithFacet(notMemberFacet));
  const pages = pagesOf<MemberRow>(database, pageSize, (handle, after) => {
    const follows = after
      ? sql`(item.collection_id, item.member_id, item.added_after)
          > (${after.collection_id}, ${after.member_id}, ${sql.lit(after.added_after)})`
      : sql`1 = 1`;
    const query = sql<MemberRow>`select item.*, document.primary_type,
        (select count(*) from collection_member as other
          where other.collection_id = item.collection_id and other.member_id = item.member_id
          and other.removed_after is null) as present
      from collection_member as item
      left join document on document.id = item.member_id where ${follows}
      order by item.collection_id, item.member_id, item.added_after limit ${sql.lit(pageSize)}`;
    return handle.all(compilable(handle.rows, query));
  });
  for await (const page of pages) {
    for (const row of page) {
      const id = `${row.collection_id}/${row.member_id}/${row.added_after}`;
      const text = problemOfMember(row, forbidden);
      if (text) yield { severity: 'error', table: 'collection_member', id, text };
    }
  }
}

function problemOfMember(row: MemberRow, forbidden: ReadonlySet<string>): string | undefined {
  if (row.collection_id === row.member_id) return 'a collection is a member of itself';
  if (forbidden.has(row.primary_type ?? '')) {
    return `a document of the type ${row.primary_type} must not be a member`;
  }
  if (row.removed_after !== null && row.removed_after <= row.added_after) {
    return 'was removed before it was added';
  }
  return row.removed_after === null && row.present > 1 ? 'is a member more than once' : undefined;
}
