import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import type { CommentKind, CommentReplies } from '../../model/comment.ts';
import type { CommentEntryTable } from '../../storage/comment-tables.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';

/** The place of a comment in its thread. */
export type CommentEntry = CommentEntryTable;

const entryById = defineStatement<{ id: string }, CommentEntry>((b, p) =>
  b.selectFrom('comment_entry').selectAll().where('id', '=', p.id),
);

type ThreadAuthor = Pick<CommentEntry, 'document_id' | 'author'>;

interface ThreadFlags {
  readonly has_comments: number;
  readonly has_own: number;
}

const threadFlags = defineStatement<ThreadAuthor, ThreadFlags>((builder, p) => {
  const has = (and: RawBuilder<unknown>) => sql`case when exists (select 1 from comment_entry
    where document_id = ${p.document_id} ${and}) then 1 else 0 end`;
  const query = sql<ThreadFlags>`select ${has(sql``)} as has_comments,
    ${has(sql`and author = ${p.author}`)} as has_own`;
  return compilable(builder, query);
});

const insertEntry = defineStatement<CommentEntry, unknown>((b, p) =>
  b.insertInto('comment_entry').values({
    id: p.id,
    parent_id: p.parent_id,
    document_id: p.document_id,
    author: p.author,
    is_annotation: p.is_annotation,
    created_at: p.created_at,
    xpath: p.xpath,
    entity_id: p.entity_id,
  }),
);

export function findEntry(handle: ReadHandle, id: string): Promise<CommentEntry | undefined> {
  return handle.fetchFirst(entryById, { id });
}

export async function storeEntry(handle: WriteHandle, entry: CommentEntry): Promise<void> {
  await handle.execute(insertEntry, entry);
}

/** Whether a document has comments or replies, and whether the user has written any of them. */
export async function readThreadFlags(
  handle: ReadHandle,
  thread: ThreadAuthor,
): Promise<{ readonly hasComments: boolean; readonly hasOwn: boolean }> {
  const row = await handle.fetchFirst(threadFlags, thread);
  return { hasComments: row?.has_comments === 1, hasOwn: row?.has_own === 1 };
}

/** Other systems may use a name twice: the oldest ones first. */
export function findExternal(
  handle: ReadHandle,
  { documentId, entityId }: { readonly documentId: string; readonly entityId: string },
): Promise<readonly CommentEntry[]> {
  return handle.all(
    handle.builder
      .selectFrom('comment_entry')
      .selectAll()
      .where('document_id', '=', documentId)
      .where('entity_id', '=', entityId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limits.pageSizeMax),
  );
}

interface Thread {
  readonly parentId: string;
  readonly kind: CommentKind;
  /** Of annotations: only those of this property. */
  readonly xpath?: string | undefined;
}

/**
 * The direct replies. Rows of comments that a pending change has removed are still there: their
 * documents have no place.
 */
function repliesIn({ builder, tree }: ReadHandle, { parentId, kind, xpath }: Thread) {
  return builder
    .selectFrom('comment_entry as c')
    .where('c.parent_id', '=', parentId)
    .where('c.is_annotation', '=', kind === 'annotation' ? 1 : 0)
    .$if(xpath !== undefined, (q) => q.where('c.xpath', '=', xpath ?? ''))
    .$if(!tree.isEmpty, (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('document')
            .select('document.id')
            .whereRef('document.id', '=', 'c.id')
            .where('document.path', 'is not', null),
        ),
      ),
    );
}

/** The newest first. */
export async function listReplyIds(
  handle: ReadHandle,
  thread: Thread,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await handle.all(
    repliesIn(handle, thread)
      .select('c.id')
      .orderBy('c.created_at', 'desc')
      .orderBy('c.id', 'desc')
      .offset(offset)
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

export async function countReplies(handle: ReadHandle, thread: Thread): Promise<number> {
  const row = await handle.first(
    repliesIn(handle, thread).select((e) => e.fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}

/** Of each comment that has any, with one query. */
export async function summarizeReplies(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CommentReplies>> {
  if (ids.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('comment_entry')
      .select((e) => [
        'parent_id',
        e.fn.countAll<number>().as('count'),
        e.fn.max<number>('created_at').as('last'),
      ])
      .where('parent_id', 'in', keyList(handle.dialect, ids))
      .where('is_annotation', '=', 0)
      .groupBy('parent_id'),
  );
  return new Map(rows.map((row) => [row.parent_id, { count: row.count, lastMs: row.last }]));
}

/** Replies to any of the annotations of a document, and replies to those, the newest first. */
export async function listRepliesBelow(
  handle: ReadHandle,
  {
    documentId,
    annotationIds,
    limit,
  }: {
    readonly documentId: string;
    readonly annotationIds: readonly string[];
    readonly limit: number;
  },
): Promise<readonly string[]> {
  const rows = await handle.all(
    compilable<{ id: string }>(
      handle.rows,
      sql`with recursive thread (id, created_at, is_annotation) as (
        select id, created_at, is_annotation from comment_entry
          where id in ${keyList(handle.dialect, annotationIds)}
          and document_id = ${documentId} and is_annotation = 1
        union all
        select c.id, c.created_at, c.is_annotation
          from thread join comment_entry as c on c.parent_id = thread.id
      ) select id from thread where is_annotation = 0
      order by created_at desc, id desc limit ${limit}`,
    ),
  );
  return rows.map(({ id }) => id);
}
