import { AppError } from '../../base/errors/app-error.ts';
import { randomDigits } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import {
  type Comment,
  type CommentContent,
  type CommentKind,
  commentKeys,
  externalEntityFacet,
} from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import { recordDocumentEvent } from '../audit/audit-events.ts';
import { entryContent } from '../changes/comment-entries.ts';
import { stampCreation, stampModification } from '../changes/dublincore.ts';
import { announce, requireAcceptable } from '../changes/hooks.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { saveContent, storedFacets } from '../changes/save-content.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import { newRow } from '../editing/create-document.ts';
import { removeDocument } from '../editing/remove-document.ts';
import type { ReadUnit, UnitContext, WriteUnit } from '../unit/unit.ts';
import { ensureFolder } from './comment-folders.ts';
import { type CommentEntry, storeEntry } from './comment-rows.ts';
import { subscribeToComments } from './comment-subscriptions.ts';
import {
  asOwner,
  type CommentQuestion,
  commentNotFound,
  type FoundComment,
  getFound,
  getReadableTop,
  mayChange,
} from './comment-thread.ts';
import { showComment } from './read-comments.ts';

interface NewComment {
  /** The document or comment that it is about. */
  readonly target: Document;
  readonly kind: CommentKind;
  readonly content: CommentContent;
}

/**
 * Comments a document, or replies to a comment, which needs no more than Read. The target must have
 * been read with the tree locked for additions; its row is not locked, so that many can comment it
 * at once.
 *
 * @throws AppError permission.denied, property.violation, document.path-too-long for too many levels
 */
export async function addComment(
  unit: WriteUnit,
  { target, kind, content }: NewComment,
): Promise<Comment> {
  const { top, entry: replied } = await getReadableTop(unit, target, mayNotCreate);
  const owner = asOwner(unit);
  const container = replied ? target : await ensureFolder(owner, target);
  const place = { target, container, isReply: replied !== undefined };
  const document = await insertComment(owner, { ...place, kind, content });
  const entry: CommentEntry = {
    ...entryContent(document),
    parent_id: target.id,
    document_id: top.id,
    author: unit.principal.username,
    is_annotation: kind === 'annotation' ? 1 : 0,
  };
  await subscribeToComments(unit, top);
  await storeEntry(unit.handle, entry);
  const found = { document, entry, top };
  await tell(owner, found, 'commentAdded');
  return showComment(unit, found, { kind });
}

/** Before the body of a request is read, which may be large. @throws AppError permission.denied */
export async function requireMayComment(unit: ReadUnit, target: Document): Promise<void> {
  await getReadableTop(unit, target, mayNotCreate);
}

function mayNotCreate(username: string, documentId: string): string {
  return `The user ${username} can not create comments on document ${documentId}`;
}

interface CommentPlace {
  readonly container: Document;
  readonly isReply: boolean;
}

const typeOf: Readonly<Record<CommentKind, string>> = {
  comment: 'Comment',
  annotation: 'Annotation',
};

async function insertComment(
  owner: WriteUnit,
  { container, kind, content, ...place }: NewComment & CommentPlace,
): Promise<Document> {
  const { model } = owner;
  const type = model.getType(typeOf[kind]);
  const facets = isExternal(content) ? [externalEntityFacet] : [];
  const shape = model.shapeOf(type.name, facets);
  const given = { ...originOf(owner, place), ...datesOf(owner, content), ...propertiesOf(content) };
  const properties = stampCreation(shape, owner, given);
  await requireAcceptable(owner, { shape, given, properties, before: null });
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const row = {
      ...newRow(owner, { parent: container, name: newName(), type, properties, position: null }),
      instance_facets: storedFacets(facets),
      is_trashed: container.isTrashed ? 1 : 0,
    };
    const document = await insertDocument(owner, { row, properties, eventId: null });
    if (!document) continue;
    recordDocumentEvent(owner, { eventId: 'documentCreated', document });
    return document;
  }
  throw new AppError('document.too-many-collisions', 'No free name for a comment');
}

/** Short, as each level of replies makes the path longer, and never waited for by another comment. */
function newName(): string {
  return randomDigits(14);
}

function originOf(
  { principal }: WriteUnit,
  { target, isReply }: Pick<CommentPlace, 'isReply'> & { readonly target: Document },
): Properties {
  const above = target.properties[commentKeys.ancestorIds];
  return {
    [commentKeys.author]: principal.username,
    [commentKeys.parentId]: target.id,
    [commentKeys.ancestorIds]: [target.id, ...(isReply && Array.isArray(above) ? above : [])],
  };
}

/** Clients give other dates to comments that they take over from other systems. */
function datesOf({ nowMs }: WriteUnit, { createdMs = nowMs }: CommentContent): Properties {
  return { [commentKeys.created]: createdMs, [commentKeys.modified]: createdMs };
}

function isExternal({ entityId, origin, entity }: CommentContent): boolean {
  return [entityId, origin, entity].some((value) => value !== undefined && value !== null);
}

function propertiesOf(content: CommentContent): Properties {
  const { createdMs, modifiedMs } = content;
  const all: Record<string, PropertyValue | undefined> = {
    [commentKeys.text]: content.text,
    [commentKeys.created]: createdMs,
    [commentKeys.modified]: modifiedMs,
    [commentKeys.xpath]: content.xpath,
    [commentKeys.entityId]: content.entityId,
    [commentKeys.origin]: content.origin,
    [commentKeys.entity]: content.entity,
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Properties;
}

/**
 * Changes what is mentioned. The author of the comment stays.
 *
 * @throws AppError comment.not-found, permission.denied, property.violation
 */
export async function updateComment(
  unit: WriteUnit,
  { content, ...question }: CommentQuestion & { readonly content: CommentContent },
): Promise<Comment> {
  const found = await getEditable(unit, question);
  const owner = asOwner(unit);
  const before = await lockedDocument(owner, found, question);
  const given = propertiesOf({ ...content, modifiedMs: content.modifiedMs ?? unit.nowMs });
  const facets = isExternal(content) ? [externalEntityFacet] : [];
  const instanceFacets = [...new Set([...before.instanceFacets, ...facets])];
  const shape = unit.model.shapeOf(before.type, instanceFacets);
  const known = Object.entries(given).filter(([key]) => shape.properties.has(key));
  const changed = Object.fromEntries(known);
  const properties = stampModification(shape, owner, { ...before.properties, ...changed });
  const document = await saveContent(owner, {
    document: before,
    change: {
      properties,
      ...(instanceFacets.length > before.instanceFacets.length && { instanceFacets }),
    },
  });
  recordDocumentEvent(owner, { eventId: 'documentModified', document });
  const saved = { ...found, document };
  await tell(owner, saved, 'commentUpdated');
  return showComment(unit, saved, question);
}

/**
 * A comment that the caller may change.
 *
 * @throws AppError comment.not-found, permission.denied
 */
export async function getEditable(
  unit: ReadUnit,
  question: CommentQuestion,
): Promise<FoundComment> {
  const found = await getFound(unit, question);
  if (await mayChange(unit, found)) return found;
  throw refused(unit, `cannot edit comments of document ${found.top.id}`);
}

/** It may have been removed since it was found. */
async function lockedDocument(
  owner: WriteUnit,
  { document }: FoundComment,
  { reference }: CommentQuestion,
): Promise<Document> {
  try {
    return await getDocumentForUpdate(owner, document.id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'document.not-found') {
      throw commentNotFound(reference);
    }
    throw error;
  }
}

/**
 * Removes a comment with all replies to it. The target must have been read with the tree locked.
 *
 * @throws AppError comment.not-found, permission.denied
 */
export async function removeComment(unit: WriteUnit, question: CommentQuestion): Promise<void> {
  const found = await getFound(unit, question);
  if (!(await mayChange(unit, found))) {
    throw refused(unit, `cannot delete comments of the document ${found.top.id}`);
  }
  const owner = asOwner(unit);
  await removeDocument(owner, found.document.id);
  await tell(owner, found, 'commentRemoved');
}

function refused({ principal }: UnitContext, what: string): AppError {
  return new AppError('permission.denied', `The user ${principal.username} ${what}`);
}

/** Users subscribe to the document, so the event is one of it. */
async function tell(
  unit: WriteUnit,
  { document, top }: FoundComment,
  eventId: 'commentAdded' | 'commentUpdated' | 'commentRemoved',
): Promise<void> {
  const text = document.properties[commentKeys.text];
  const comment = typeof text === 'string' ? text : null;
  await announce(unit, { eventId, comment, documents: [top] });
}
