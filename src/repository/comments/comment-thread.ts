import { AppError } from '../../base/errors/app-error.ts';
import { everything } from '../../model/acl.ts';
import { authorOf, type CommentKind, commentKeys, isComment } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import { createPrincipal } from '../../model/principal.ts';
import { hasPermission } from '../access/permissions.ts';
import { findDocument } from '../documents/documents.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { type CommentEntry, findEntry, findExternal } from './comment-rows.ts';

/** How a client names a comment: by its id, or by the name that another system gave it. */
export type CommentReference = { readonly id: string } | { readonly entityId: string };

/** A comment of a document, with the place where it is. */
export interface FoundComment {
  readonly document: Document;
  readonly entry: CommentEntry;
  /** The document at the top of the thread. */
  readonly top: Document;
}

export function commentNotFound(reference: CommentReference): AppError {
  const text =
    'id' in reference
      ? `The comment ${reference.id} does not exist.`
      : `The external comment ${reference.entityId} does not exist.`;
  return new AppError('comment.not-found', text);
}

/** The entry of a document that is a comment; of a copy of one there is none. */
async function entryOf(
  { handle }: ReadUnit,
  document: Document,
): Promise<CommentEntry | undefined> {
  return isComment(document) ? findEntry(handle, document.id) : undefined;
}

/**
 * The document at the top of the thread that a document or comment belongs to, which the caller may
 * read.
 *
 * @throws AppError permission.denied
 */
export async function getReadableTop(
  unit: ReadUnit,
  target: Document,
  refusal: (username: string, documentId: string) => string,
): Promise<{ readonly top: Document; readonly entry: CommentEntry | undefined }> {
  const entry = await entryOf(unit, target);
  const top = entry ? await findDocument(unit, { id: entry.document_id }) : target;
  if (!top) throw commentNotFound({ id: target.id });
  if (await hasPermission(unit, { document: top, permission: 'Read' })) return { top, entry };
  throw new AppError('permission.denied', refusal(unit.principal.username, target.id));
}

export function noAccess(username: string, documentId: string): string {
  return `The user ${username} does not have access to the comments of document ${documentId}`;
}

/**
 * A comment in the thread of a document, or below one of its comments. Annotations are comments too;
 * comments are no annotations.
 *
 * @throws AppError comment.not-found, permission.denied
 */
export async function getFound(
  unit: ReadUnit,
  { target, reference, kind }: CommentQuestion,
): Promise<FoundComment> {
  const { top } = await getReadableTop(unit, target, noAccess);
  for (const entry of await candidates(unit, top, reference)) {
    if (kind === 'annotation' && entry.is_annotation === 0) continue;
    const document = await findDocument(unit, { id: entry.id });
    if (document && isWithin(document, target)) return { document, entry, top };
  }
  throw commentNotFound(reference);
}

export interface CommentQuestion {
  /** The document or comment in the address. */
  readonly target: Document;
  readonly reference: CommentReference;
  readonly kind: CommentKind;
}

async function candidates(
  { handle }: ReadUnit,
  top: Document,
  reference: CommentReference,
): Promise<readonly CommentEntry[]> {
  if ('entityId' in reference) {
    return findExternal(handle, { documentId: top.id, entityId: reference.entityId });
  }
  const entry = await findEntry(handle, reference.id);
  return entry && entry.document_id === top.id ? [entry] : [];
}

function isWithin({ id, properties }: Document, target: Document): boolean {
  const ancestors = properties[commentKeys.ancestorIds];
  return id === target.id || (Array.isArray(ancestors) && ancestors.includes(target.id));
}

/** The author keeps the right as long as the document may be read, which was checked before. */
export async function mayChange(unit: ReadUnit, { document, top }: FoundComment): Promise<boolean> {
  if (authorOf(document) === unit.principal.username) return true;
  return hasPermission(unit, { document: top, permission: everything });
}

/** The same caller with all rights, for what the rules of comments allow without rights to write. */
export function asOwner(unit: WriteUnit): WriteUnit {
  return { ...unit, principal: createPrincipal(unit.principal.username, [], true) };
}
