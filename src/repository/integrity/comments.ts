import { type RawBuilder, sql } from 'kysely';
import { commentKeys } from '../../model/comment.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';
import { isJson } from './stored-json.ts';

/** A comment with what its document, its parent and the folder of its thread say. */
interface CommentRow {
  readonly id: string;
  readonly parent_id: string;
  readonly document_id: string;
  readonly created_at: number;
  readonly stored_parent: string | null;
  readonly stored_ancestors: string | null;
  readonly stored_created: string | null;
  /** The parent, if it exists. */
  readonly parent: string | null;
  readonly parent_ancestors: string | null;
  /** Of a parent that is a comment. */
  readonly parent_top: string | null;
  /** Where the document of the comment is. */
  readonly place: string | null;
  /** The document whose comments are in that folder. */
  readonly folder_of: string | null;
  readonly folder: string | null;
}

const pageSize = 200;

/** Each comment is in the thread of an existing document, in the place that its properties say. */
export const comments = defineCheck({
  name: 'comments',
  async *run({ database }) {
    const pages = pagesOf<CommentRow>(database, pageSize, readPage);
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

function member(alias: string, key: string): RawBuilder<string | null> {
  return sql`cast(${sql.ref(`${alias}.properties`)} -> ${sql.lit(key)} as text)`;
}

function readPage(handle: ReadHandle, after: CommentRow | undefined): Promise<CommentRow[]> {
  const query = sql<CommentRow>`
    select c.id, c.parent_id, c.document_id, c.created_at,
      d.properties ->> ${sql.lit(commentKeys.parentId)} as stored_parent,
      ${member('d', commentKeys.ancestorIds)} as stored_ancestors,
      ${member('d', commentKeys.created)} as stored_created,
      p.id as parent, ${member('p', commentKeys.ancestorIds)} as parent_ancestors,
      e.document_id as parent_top, d.parent_id as place,
      f.folder_id as folder, f.document_id as folder_of
    from comment_entry as c
      join document as d on d.id = c.id
      left join document as p on p.id = c.parent_id
      left join comment_entry as e on e.id = c.parent_id
      left join comment_folder as f on f.folder_id = d.parent_id
    where c.id > ${after?.id ?? ''} order by c.id limit ${sql.lit(pageSize)}`;
  return handle.all(compilable(handle.rows, query));
}

function* inspect(row: CommentRow): Generator<Finding> {
  const { id } = row;
  // A job is about to remove it.
  if (row.folder !== null && row.folder_of === null) return;
  for (const text of problemsOf(row)) {
    yield { severity: 'error', table: 'comment_entry', id, text };
  }
}

function* problemsOf(row: CommentRow): Generator<string> {
  const { parent_id: parentId, document_id: documentId } = row;
  if (row.parent === null) {
    yield `is about ${parentId}, which does not exist`;
    return;
  }
  const isReply = row.parent_top !== null;
  if (documentId !== (row.parent_top ?? parentId)) {
    yield `is in the thread of ${documentId}, and its parent ${parentId} is not`;
  }
  if (row.stored_parent !== parentId) {
    yield `has the parent ${row.stored_parent} in its properties, and ${parentId} here`;
  }
  const above = isReply ? listOf(row.parent_ancestors) : [];
  const expected = [parentId, ...above];
  if (listOf(row.stored_ancestors).join(' ') !== expected.join(' ')) {
    yield `has other ancestors in its properties than ${expected.join(', ')}`;
  }
  if (Number(row.stored_created ?? 0) !== row.created_at) {
    yield 'has another date in its properties than the one its thread is sorted by';
  }
  // Rows that were removed and are not deleted yet have no place.
  if (row.place !== null && (isReply ? row.place : row.folder_of) !== parentId) {
    yield `is below ${row.place}, which is not the place of comments on ${parentId}`;
  }
}

function listOf(json: string | null): readonly string[] {
  if (json === null || !isJson(json)) return [];
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(String) : [];
}
