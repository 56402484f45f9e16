import { now } from '../../base/clock.ts';
import { flag, integer, objectOf, text } from '../../entities/json-schema.ts';
import {
  type FoundTransientFile,
  findTransientFile,
  removeTransientFile,
} from '../../repository/attachments/transient-files.ts';
import { blobReply, contentParameters } from '../replies/blob-reply.ts';
import { contentResponses, empty, json, plainText } from '../responses.ts';
import {
  defineRoute,
  jsonReply,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';

const common = { method: 'GET', root: 'base', access: 'authenticated', body: 'none' } as const;

/** Errors of these URLs are plain text: people meet them in a browser. */
const notFound: RouteReply = { status: 404, text: 'No blob found' };
const missing = {
  404: plainText('no such file: unknown, expired, downloaded already, or of another user'),
} as const;

function findFile(context: RequestContext): Promise<FoundTransientFile | undefined> {
  const caller = { principal: context.principal, nowMs: now() };
  return context.read((unit) => findTransientFile(unit.handle, context.params.key ?? '', caller));
}

const download = defineRoute({
  ...common,
  path: '/nxbigblob/:key',
  summary: 'Downloads the file that a command has made for the caller, once',
  parameters: contentParameters,
  responses: { ...contentResponses, 202: empty('the file is not complete yet'), ...missing },
  async handle(context) {
    const file = await findFile(context);
    if (!file) return notFound;
    const { blob } = file;
    if (!blob) return { status: 202 };
    const reply = await blobReply(context, { blob, lastModifiedMs: null, isWhole: true });
    if (context.method === 'HEAD' || reply.status !== 200) return reply;
    const { key = '' } = context.params;
    const isFirst = await context.write((unit) => removeTransientFile(unit.handle, key));
    if (isFirst) return reply;
    reply.stream?.destroy();
    return notFound;
  },
});

const completed = 100;
const unknownProgress = -1;

const status = defineRoute({
  ...common,
  path: '/nxblobstatus/:key',
  summary: 'Whether the file that a command makes for the caller is complete',
  responses: {
    200: json('its state', objectOf({ key: text, completed: flag, progress: integer })),
    ...missing,
  },
  async handle(context) {
    const file = await findFile(context);
    if (!file) return notFound;
    const isCompleted = file.blob !== null;
    return jsonReply(200, {
      key: context.params.key,
      completed: isCompleted,
      progress: isCompleted ? completed : unknownProgress,
    });
  },
});

export const nxbigblobRoutes: readonly RouteDefinition[] = [download, status];
