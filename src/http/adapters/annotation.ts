import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { mapInTurns } from '../../base/turns.ts';
import {
  annotationSchema,
  annotationsSchema,
  commentsSchema,
  writeAnnotation,
  writeAnnotations,
  writeComment,
  writeComments,
} from '../../entities/comment-entity.ts';
import { anyOf, texts } from '../../entities/json-schema.ts';
import {
  getComment,
  listAnnotations,
  listCommentsOfAnnotations,
} from '../../repository/comments/read-comments.ts';
import { inQuery } from '../parameters.ts';
import { entityContent } from '../request-content.ts';
import { jsonRulesOf, readJsonBody } from '../requests/body.ts';
import { getUncheckedAddressed } from '../requests/document-address.ts';
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

const kind = 'annotation';
const name = 'annotation';
/** Nothing, an id, `external` and the id that another system gave, or `comments`. */
const argsPattern = '/:annotationId';

/** `@annotation/comments`: a name that no annotation has, as ids are UUIDs. */
function isComments({ args }: AdapterTarget): boolean {
  return args[0] === 'comments' && args.slice(1).join('') === '';
}

async function read(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  if (isComments(target)) {
    return listReplies(context, target, context.query.getAll('annotationIds'));
  }
  const reference = findReference(target);
  if (!reference) return list(context, target);
  const annotation = await context.read(async (unit) => {
    const document = await getUncheckedAddressed(unit, target.address);
    return getComment(unit, { target: document, reference, kind });
  });
  return jsonReply(200, writeAnnotation(annotation));
}

async function list(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const xpath = context.query.get('xpath') ?? undefined;
  const annotations = await context.read(async (unit) => {
    const document = await getUncheckedAddressed(unit, target.address);
    return listAnnotations(unit, { target: document, xpath });
  });
  return jsonReply(200, writeAnnotations(await mapInTurns(annotations, writeAnnotation)));
}

async function listReplies(
  context: RequestContext,
  target: AdapterTarget,
  annotationIds: readonly string[],
): Promise<RouteReply> {
  if (annotationIds.length > limits.annotationIdsMax) {
    const text = `Name ${limits.annotationIdsMax} annotations at most`;
    throw new AppError('request.invalid', text);
  }
  const comments = await context.read(async (unit) => {
    const document = await getUncheckedAddressed(unit, target.address);
    const withReplies = asksForReplies(context);
    return listCommentsOfAnnotations(unit, { target: document, annotationIds, withReplies });
  });
  const entries = await mapInTurns(comments, writeComment);
  return jsonReply(200, writeComments(comments.length, entries));
}

async function post(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  if (isComments(target)) return listReplies(context, target, await readIds(context, target));
  return jsonReply(201, writeAnnotation(await storeSent(context, target, kind)));
}

async function readIds(
  context: RequestContext,
  { address }: AdapterTarget,
): Promise<readonly string[]> {
  await context.read(async (unit) => {
    const target = await getUncheckedAddressed(unit, address);
    await listCommentsOfAnnotations(unit, { target, annotationIds: [] });
  });
  const body = await readJsonBody(context, jsonRulesOf(context.services.config));
  const isList = Array.isArray(body) && body.every((id) => typeof id === 'string');
  if (isList) return body as readonly string[];
  throw new AppError('request.invalid', 'Unable to read payload');
}

async function update(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  return jsonReply(200, writeAnnotation(await changeAddressed(context, target, kind)));
}

const refused = {
  403: 'no permission to read the document, or to change the annotation',
  404: 'no such document or annotation',
};

export const annotationAdapters = [
  defineAdapter({
    name,
    method: 'GET',
    summary: 'The annotations of a document, one of them, or the comments of some (/comments)',
    argsPattern,
    isArgumentOptional: true,
    parameters: [
      inQuery('xpath', 'only annotations of this property'),
      inQuery('annotationIds', 'of which the comments are asked for', texts),
      fetchParameter('comment', 'repliesSummary'),
    ],
    responses: {
      200: json(
        'annotations, one, or comments',
        anyOf(annotationsSchema, annotationSchema, commentsSchema),
      ),
      400: 'there are too many for one response',
      ...refused,
    },
    handle: read,
  }),
  defineAdapter({
    name,
    method: 'POST',
    summary: 'Annotate a property of a document; or read the comments of annotations (/comments)',
    argsPattern: '',
    bodyContent: entityContent(kind),
    parameters: [fetchParameter('comment', 'repliesSummary')],
    responses: {
      200: json('the comments of the annotations', commentsSchema),
      201: json('the annotation', annotationSchema),
      400: 'a member of the wrong type, or no list of ids',
      ...refused,
    },
    handle: post,
  }),
  defineAdapter({
    name,
    method: 'PUT',
    summary: 'Change an annotation',
    argsPattern,
    bodyContent: entityContent(kind),
    responses: {
      200: json('the annotation', annotationSchema),
      400: 'a member of the wrong type',
      ...refused,
    },
    handle: update,
  }),
  defineAdapter({
    name,
    method: 'DELETE',
    summary: 'Remove an annotation with the comments of it',
    argsPattern,
    responses: { 204: empty('removed'), ...refused },
    handle: (context, target) => removeAddressed(context, target, kind),
  }),
];
