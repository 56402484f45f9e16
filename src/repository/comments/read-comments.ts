import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { slicesOf } from '../../base/slices.ts';
import { type Comment, type CommentKind, commentKeys } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import { listPermissions } from '../access/permissions.ts';
import { ListBudget } from '../documents/complete-rows.ts';
import { findDocument } from '../documents/documents.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { countReplies, listRepliesBelow, listReplyIds, summarizeReplies } from './comment-rows.ts';
import {
  type CommentQuestion,
  type FoundComment,
  getFound,
  getReadableTop,
  noAccess,
} from './comment-thread.ts';

interface Shown {
  /** Adds how many replies there are. */
  readonly withReplies?: boolean;
}

/** @throws AppError comment.not-found, permission.denied */
export async function getComment(
  unit: ReadUnit,
  question: CommentQuestion & Shown,
): Promise<Comment> {
  return showComment(unit, await getFound(unit, question), question);
}

/** A comment that was just read or written. */
export async function showComment(
  unit: ReadUnit,
  { document, entry, top }: FoundComment,
  { kind, withReplies = false }: Shown & { readonly kind: CommentKind },
): Promise<Comment> {
  const holder =
    kind === 'comment' || entry.parent_id === top.id
      ? top
      : ((await findDocument(unit, { id: entry.parent_id })) ?? top);
  const permissions = await listPermissions(unit, holder);
  const [comment] = await withSummaries(unit, [commentOf(document, permissions)], withReplies);
  return comment as Comment;
}

interface CommentList extends Shown {
  readonly target: Document;
  readonly offset: number;
  /** 0 for all. */
  readonly size: number;
}

interface ListedComments {
  readonly entries: readonly Comment[];
  readonly total: number;
}

/**
 * The direct replies to a document or comment, the newest first.
 *
 * @throws AppError permission.denied, request.answer-too-large
 */
export async function listComments(
  unit: ReadUnit,
  { target, offset, size, withReplies = false }: CommentList,
): Promise<ListedComments> {
  const { top } = await getReadableTop(unit, target, noAccess);
  const thread = { parentId: target.id, kind: 'comment' as const };
  const total = await countReplies(unit.handle, thread);
  const limit = size === 0 ? limits.commentsListedMax + 1 : size;
  const ids = await listReplyIds(unit.handle, thread, { offset, limit });
  const entries = await readAll(unit, { ids, holder: top });
  return { entries: await withSummaries(unit, entries, withReplies), total };
}

/** The annotations of a document, the newest first. @throws AppError as `listComments` */
export async function listAnnotations(
  unit: ReadUnit,
  { target, xpath }: { readonly target: Document; readonly xpath: string | undefined },
): Promise<readonly Comment[]> {
  await getReadableTop(unit, target, noAccess);
  const thread = { parentId: target.id, kind: 'annotation' as const, xpath };
  const page = { offset: 0, limit: limits.commentsListedMax + 1 };
  const ids = await listReplyIds(unit.handle, thread, page);
  return readAll(unit, { ids, holder: target });
}

/** All comments below annotations of a document; those of other documents are left out. */
export async function listCommentsOfAnnotations(
  unit: ReadUnit,
  {
    target,
    annotationIds,
    withReplies = false,
  }: Shown & { readonly target: Document; readonly annotationIds: readonly string[] },
): Promise<readonly Comment[]> {
  const { top } = await getReadableTop(unit, target, noAccess);
  if (annotationIds.length === 0) return [];
  const limit = limits.commentsListedMax + 1;
  const below = { documentId: top.id, annotationIds, limit };
  const ids = await listRepliesBelow(unit.handle, below);
  const entries = await readAll(unit, { ids, holder: top });
  return withSummaries(unit, entries, withReplies);
}

const documentsPerBatch = 500;

async function readAll(
  unit: ReadUnit,
  { ids, holder }: { readonly ids: readonly string[]; readonly holder: Document },
): Promise<readonly Comment[]> {
  if (ids.length > limits.commentsListedMax) throw tooMany();
  if (ids.length === 0) return [];
  const permissions = await listPermissions(unit, holder);
  const budget = new ListBudget(unit);
  const comments: Comment[] = [];
  for (const some of slicesOf(ids, documentsPerBatch)) {
    const documents = await findDocumentsById(unit, some, budget);
    for (const document of documents) {
      if (document.path !== null) comments.push(commentOf(document, permissions));
    }
  }
  return comments;
}

function tooMany(): AppError {
  return new AppError(
    'request.answer-too-large',
    `there are more than ${limits.commentsListedMax} comments: ask for pages (pageSize, currentPageIndex)`,
  );
}

async function withSummaries(
  unit: ReadUnit,
  comments: readonly Comment[],
  isWanted: boolean,
): Promise<readonly Comment[]> {
  if (!isWanted) return comments;
  const summaries = await summarizeReplies(
    unit.handle,
    comments.map(({ id }) => id),
  );
  const none = { count: 0, lastMs: null };
  return comments.map((comment) => ({ ...comment, replies: summaries.get(comment.id) ?? none }));
}

function commentOf({ id, properties }: Document, permissions: readonly string[]): Comment {
  const text = (key: string): string | null => {
    const value = properties[key];
    return typeof value === 'string' ? value : null;
  };
  const instant = (key: string): number | null => {
    const value = properties[key];
    return typeof value === 'number' ? value : null;
  };
  const ancestors = properties[commentKeys.ancestorIds];
  return {
    id,
    parentId: text(commentKeys.parentId) ?? '',
    ancestorIds: Array.isArray(ancestors) ? ancestors.map(String) : [],
    author: text(commentKeys.author),
    text: text(commentKeys.text),
    createdMs: instant(commentKeys.created),
    modifiedMs: instant(commentKeys.modified),
    entityId: text(commentKeys.entityId),
    origin: text(commentKeys.origin),
    entity: text(commentKeys.entity),
    xpath: text(commentKeys.xpath),
    permissions,
  };
}
