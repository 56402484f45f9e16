import { AppError } from '../../base/errors/app-error.ts';
import { readComment } from '../../entities/comment-entity.ts';
import type { Comment, CommentContent, CommentKind } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import {
  addComment,
  getEditable,
  removeComment,
  requireMayComment,
  updateComment,
} from '../../repository/comments/change-comments.ts';
import type { CommentReference } from '../../repository/comments/comment-thread.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { jsonRulesOf, readJsonBody, requireEntity } from '../requests/body.ts';
import { getUncheckedAddressed } from '../requests/document-address.ts';
import { emptyReply, type RequestContext, type RouteReply } from '../route.ts';
import type { AdapterTarget } from './adapter.ts';

/**
 * What follows `@comment` or `@annotation`: nothing, an id, or `external` and the id of another system.
 *
 * @throws AppError resource.not-found for anything else
 */
export function findReference({ args }: AdapterTarget): CommentReference | undefined {
  const [first, ...rest] = args.at(-1) === '' ? args.slice(0, -1) : args;
  if (first === undefined) return undefined;
  if (rest.length === 0 && first !== 'external') return { id: first };
  // The ids of other systems may contain slashes.
  if (rest.length > 0 && first === 'external') return { entityId: rest.join('/') };
  throw new AppError('resource.not-found', `Nothing at ${args.join('/')}`);
}

/** @throws AppError request.method-not-allowed without one */
function getReference(target: AdapterTarget): CommentReference {
  const reference = findReference(target);
  if (reference) return reference;
  throw new AppError('request.method-not-allowed', 'Send it to a comment: add its id');
}

/** @throws AppError request.method-not-allowed where a comment is named */
function refuseReference(target: AdapterTarget): void {
  if (!findReference(target)) return;
  throw new AppError('request.method-not-allowed', 'A comment takes GET, PUT, DELETE');
}

/**
 * The body, once it is certain that the caller may comment the target, or change the comment: that
 * is checked again when it is stored.
 *
 * @throws AppError request.invalid, request.too-large, request.unsupported-media-type,
 *   permission.denied, comment.not-found
 */
async function readSent(
  context: RequestContext,
  { address }: AdapterTarget,
  rules: { readonly kind: CommentKind; readonly reference: CommentReference | null },
): Promise<CommentContent> {
  const { kind, reference } = rules;
  await context.read(async (unit) => {
    const target = await getUncheckedAddressed(unit, address);
    if (reference) await getEditable(unit, { target, reference, kind });
    else await requireMayComment(unit, target);
  });
  const body = await readJsonBody(context, jsonRulesOf(context.services.config));
  return readComment(requireEntity(body, kind), { kind, isNew: reference === null });
}

export function asksForReplies({ wire }: RequestContext): boolean {
  return wire.fetch('comment').includes('repliesSummary');
}

/** The addressed document, whose rights are checked by the rules of comments. */
async function lockTarget(
  unit: WriteUnit,
  { address }: AdapterTarget,
  mode: 'shared' | 'exclusive',
): Promise<Document> {
  await unit.handle.lockTree(mode);
  return getUncheckedAddressed(unit, address);
}

/** Stores the comment that the request has. @throws AppError as `readSent` */
export async function storeSent(
  context: RequestContext,
  target: AdapterTarget,
  kind: CommentKind,
): Promise<Comment> {
  refuseReference(target);
  const content = await readSent(context, target, { kind, reference: null });
  return context.write(async (unit) =>
    addComment(unit, { target: await lockTarget(unit, target, 'shared'), kind, content }),
  );
}

/** Changes the addressed comment as the request says. @throws AppError as `readSent` */
export async function changeAddressed(
  context: RequestContext,
  target: AdapterTarget,
  kind: CommentKind,
): Promise<Comment> {
  const reference = getReference(target);
  const content = await readSent(context, target, { kind, reference });
  return context.write(async (unit) => {
    const document = await getUncheckedAddressed(unit, target.address);
    return updateComment(unit, { target: document, reference, kind, content });
  });
}

/** @throws AppError permission.denied, comment.not-found */
export async function removeAddressed(
  context: RequestContext,
  target: AdapterTarget,
  kind: CommentKind,
): Promise<RouteReply> {
  const reference = getReference(target);
  await context.write(async (unit) => {
    const document = await lockTarget(unit, target, 'exclusive');
    await removeComment(unit, { target: document, reference, kind });
  });
  return emptyReply();
}
