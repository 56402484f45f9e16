import { mapInTurns } from '../../base/turns.ts';
import {
  commentSchema,
  commentsSchema,
  writeComment,
  writeComments,
} from '../../entities/comment-entity.ts';
import { anyOf, integer } from '../../entities/json-schema.ts';
import { getComment, listComments } from '../../repository/comments/read-comments.ts';
import { inQuery } from '../parameters.ts';
import { entityContent } from '../request-content.ts';
import { getUncheckedAddressed } from '../requests/document-address.ts';
import { parsePage } from '../requests/paging.ts';
import { fetchParameter } from '../requests/wire-options.ts';
import { empty, json } from '../responses.ts';
import { jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';
import {
  asksForReplies,
  changeAddressed,
  findReference,
  removeAddressed,
  storeSent,
} from './comment-requests.ts';

const kind = 'comment';
const parameters = [fetchParameter('comment', 'repliesSummary')];
const name = 'comment';
/** Nothing, an id, or `external` and the id that another system gave. */
const argsPattern = '/:commentId';

async function read(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const reference = findReference(target);
  if (!reference) return list(context, target);
  const comment = await context.read(async (unit) => {
    const document = await getUncheckedAddressed(unit, target.address);
    const withReplies = asksForReplies(context);
    return getComment(unit, { target: document, reference, kind, withReplies });
  });
  return jsonReply(200, writeComment(comment));
}

async function list(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const { offset, size } = commentsPage(context.query);
  const { entries, total } = await context.read(async (unit) => {
    const document = await getUncheckedAddressed(unit, target.address);
    const withReplies = asksForReplies(context);
    return listComments(unit, { target: document, offset, size, withReplies });
  });
  return jsonReply(200, writeComments(total, await mapInTurns(entries, writeComment)));
}

/** Without a size, or with 0, all comments are returned. */
function commentsPage(query: URLSearchParams): { readonly offset: number; readonly size: number } {
  const asked = query.get('pageSize') ?? '';
  if (asked !== '' && asked !== '0') return parsePage(query);
  parsePage(new URLSearchParams({ currentPageIndex: query.get('currentPageIndex') ?? '' }));
  return { offset: 0, size: 0 };
}

async function create(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  return jsonReply(201, writeComment(await storeSent(context, target, kind)));
}

async function update(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  return jsonReply(200, writeComment(await changeAddressed(context, target, kind)));
}

const refused = {
  403: 'no permission to read the document, or to change the comment',
  404: 'no such document or comment',
};

export const commentAdapters = [
  defineAdapter({
    name,
    method: 'GET',
    summary:
      'The comments of a document or the replies to a comment, the newest first; or one comment',
    argsPattern,
    isArgumentOptional: true,
    parameters: [
      inQuery('pageSize', 'comments of a page; 0 or nothing: all', integer),
      inQuery('currentPageIndex', 'which page, from 0', integer),
      ...parameters,
    ],
    responses: {
      200: json('comments, or one', anyOf(commentsSchema, commentSchema)),
      400: 'the paging is not well formed, or there are too many for one response',
      ...refused,
    },
    handle: read,
  }),
  defineAdapter({
    name,
    method: 'POST',
    summary: 'Comment a document, or reply to the comment whose id the address has',
    argsPattern: '',
    bodyContent: entityContent(kind),
    responses: {
      201: json('the comment', commentSchema),
      400: 'no text, or a member of the wrong type',
      ...refused,
    },
    handle: create,
  }),
  defineAdapter({
    name,
    method: 'PUT',
    summary: 'Change a comment',
    argsPattern,
    bodyContent: entityContent(kind),
    responses: {
      200: json('the comment', commentSchema),
      400: 'no text, or a member of the wrong type',
      ...refused,
    },
    handle: update,
  }),
  defineAdapter({
    name,
    method: 'DELETE',
    summary: 'Remove a comment with the replies to it',
    argsPattern,
    responses: { 204: empty('removed'), ...refused },
    handle: (context, target) => removeAddressed(context, target, kind),
  }),
];
