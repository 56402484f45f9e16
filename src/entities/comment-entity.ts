import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import type { Comment, CommentContent, CommentKind } from '../model/comment.ts';
import { isStorableText } from '../model/value.ts';
import {
  arrayOf,
  entityOf,
  instant,
  integer,
  type JsonOf,
  nullable,
  text,
  texts,
} from './json-schema.ts';
import { parseTimestamp, writeTimestamp } from './timestamp.ts';

const front = {
  id: text,
  parentId: text,
  ancestorIds: texts,
  author: nullable(text),
  text: nullable(text),
  creationDate: nullable(instant),
  modificationDate: nullable(instant),
  entityId: nullable(text),
  origin: nullable(text),
  entity: nullable(text),
};

export const commentSchema = entityOf(
  'comment',
  { ...front, permissions: texts },
  { numberOfReplies: integer, lastReplyDate: instant },
);

export const annotationSchema = entityOf('annotation', {
  ...front,
  xpath: nullable(text),
  permissions: texts,
});

export const commentsSchema = entityOf('comments', {
  totalSize: integer,
  entries: arrayOf(commentSchema),
});

export const annotationsSchema = entityOf('annotations', { entries: arrayOf(annotationSchema) });

function writeFront(comment: Comment) {
  const { id, parentId, ancestorIds, author, createdMs, modifiedMs } = comment;
  return {
    id,
    parentId,
    ancestorIds,
    author,
    text: comment.text,
    creationDate: createdMs === null ? null : writeTimestamp(createdMs),
    modificationDate: modifiedMs === null ? null : writeTimestamp(modifiedMs),
    entityId: comment.entityId,
    origin: comment.origin,
    entity: comment.entity,
  };
}

export function writeComment(comment: Comment): JsonOf<typeof commentSchema> {
  const { permissions, replies } = comment;
  return {
    'entity-type': 'comment',
    ...writeFront(comment),
    permissions,
    ...(replies && { numberOfReplies: replies.count }),
    ...(replies && replies.lastMs !== null && { lastReplyDate: writeTimestamp(replies.lastMs) }),
  };
}

export function writeAnnotation(comment: Comment): JsonOf<typeof annotationSchema> {
  const { xpath, permissions } = comment;
  return { 'entity-type': 'annotation', ...writeFront(comment), xpath, permissions };
}

export function writeComments(
  totalSize: number,
  entries: readonly JsonOf<typeof commentSchema>[],
): JsonOf<typeof commentsSchema> {
  return { 'entity-type': 'comments', totalSize, entries };
}

export function writeAnnotations(
  entries: readonly JsonOf<typeof annotationSchema>[],
): JsonOf<typeof annotationsSchema> {
  return { 'entity-type': 'annotations', entries };
}

interface ReadingRules {
  readonly kind: CommentKind;
  readonly isNew: boolean;
}

/**
 * Other members are ignored: the server decides who the author is and what is commented.
 *
 * @throws AppError request.invalid naming the member, request.too-large
 */
export function readComment(
  body: Readonly<Record<string, unknown>>,
  { kind, isNew }: ReadingRules,
): CommentContent {
  const bounded = (name: string, lengthMax: number): string | null | undefined =>
    readText(body, name, lengthMax);
  const sent: CommentContent = {
    text: bounded('text', limits.commentTextLengthMax) ?? undefined,
    createdMs: readInstant(body, 'creationDate'),
    modifiedMs: readInstant(body, 'modificationDate'),
    entityId: bounded('entityId', limits.commentNameLengthMax),
    origin: bounded('origin', limits.commentNameLengthMax),
    entity: bounded('entity', limits.commentEntityLengthMax),
    ...(kind === 'annotation' && { xpath: bounded('xpath', limits.xpathLengthMax) }),
  };
  requireText(sent, { kind, isMentioned: isNew || 'text' in body });
  return sent;
}

/** An annotation, or a comment of another system, may consist of what that system stores with it. */
function requireText(
  { text: sent, entity }: CommentContent,
  { kind, isMentioned }: { readonly kind: CommentKind; readonly isMentioned: boolean },
): void {
  if (!isMentioned || kind === 'annotation' || entity) return;
  if (sent !== undefined && sent.trim() !== '') return;
  throw new AppError('request.invalid', 'text: a comment must have a text that is not empty');
}

function readText(
  body: Readonly<Record<string, unknown>>,
  name: string,
  lengthMax: number,
): string | null | undefined {
  const value = body[name];
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') throw new AppError('request.invalid', `${name}: send a string`);
  if (value.length > lengthMax) {
    throw new AppError(
      'request.too-large',
      `${name}: has ${value.length} characters, ${lengthMax} are allowed`,
    );
  }
  if (isStorableText(value)) return value;
  throw new AppError('request.invalid', `${name}: must not contain NUL or an unpaired surrogate`);
}

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function readInstant(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const epochMs =
    typeof value === 'string' && isoInstant.test(value) ? parseTimestamp(value) : undefined;
  if (epochMs !== undefined) return epochMs;
  throw new AppError(
    'request.invalid',
    `${name}: send an instant such as 2024-05-01T10:00:00.123Z`,
  );
}
