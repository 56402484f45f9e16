import { now } from '../../base/clock.ts';
import { isUuid } from '../../base/ids.ts';
import { csvExportAction } from '../../bulk/actions/csv-export.ts';
import { findCommand } from '../../bulk/inspect.ts';
import { flag, integer, objectOf, text } from '../../entities/json-schema.ts';
import { type BulkCommand, isEnded } from '../../model/bulk-command.ts';
import type { Principal } from '../../model/principal.ts';
import type { BlobValue } from '../../model/value.ts';
import {
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

/** A file that is being made has its progress in percent, one that could not be made the reason. */
type FileState =
  | { readonly kind: 'complete'; readonly blob: BlobValue }
  | { readonly kind: 'incomplete'; readonly progress: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | undefined;

const unknownProgress = -1;

async function findState(context: RequestContext): Promise<FileState> {
  const { params, principal } = context;
  const { key = '' } = params;
  const nowMs = now();
  // The server generates keys, and PostgreSQL refuses some text.
  if (!isUuid(key)) return undefined;
  return context.read(async ({ handle }) => {
    const file = await findTransientFile(handle, key, { principal, nowMs });
    if (file?.blob) return { kind: 'complete', blob: file.blob };
    const command = await findCommand(handle, key, nowMs);
    const isOwn = command?.action === csvExportAction.name && isOf(command, principal);
    if (isOwn) return stateOf(command);
    return file && { kind: 'incomplete', progress: unknownProgress };
  });
}

function isOf({ username, isSystem }: BulkCommand, principal: Principal): boolean {
  return !isSystem && username === principal.username;
}

/** Of a command whose file is not there. */
function stateOf(command: BulkCommand): FileState {
  const { processed, total, errorMessage, result } = command;
  if (!isEnded(command)) {
    const progress = total === 0 ? unknownProgress : Math.floor((processed / total) * 100);
    return { kind: 'incomplete', progress };
  }
  if (errorMessage === null || result !== null) return undefined;
  return { kind: 'failed', reason: errorMessage };
}

const download = defineRoute({
  ...common,
  path: '/nxbigblob/:key',
  writes: true,
  summary: 'Downloads the file that a command has made for the caller, once',
  parameters: contentParameters,
  responses: {
    ...contentResponses,
    202: empty('the file is not complete yet'),
    ...missing,
    500: plainText('the file could not be made, and why'),
  },
  async handle(context) {
    const state = await findState(context);
    if (!state) return notFound;
    if (state.kind === 'incomplete') return { status: 202 };
    if (state.kind === 'failed') return { status: 500, text: state.reason };
    const { blob } = state;
    const reply = await blobReply(context, { blob, lastModifiedMs: null, isWhole: true });
    if (context.method === 'HEAD' || reply.status !== 200) return reply;
    const { key = '' } = context.params;
    const isFirst = await context.write((unit) => removeTransientFile(unit.handle, key));
    if (isFirst) return reply;
    reply.stream?.destroy();
    return notFound;
  },
});

const wholeProgress = 100;

const status = defineRoute({
  ...common,
  path: '/nxblobstatus/:key',
  summary: 'Whether the file that a command makes for the caller is complete',
  responses: {
    200: json('its state', objectOf({ key: text, completed: flag, progress: integer })),
    ...missing,
    500: plainText('the file could not be made, and why'),
  },
  async handle(context) {
    const state = await findState(context);
    if (!state) return notFound;
    if (state.kind === 'failed') return { status: 500, text: state.reason };
    return jsonReply(200, {
      key: context.params.key,
      completed: state.kind === 'complete',
      progress: state.kind === 'complete' ? wholeProgress : state.progress,
    });
  },
});

export const nxbigblobRoutes: readonly RouteDefinition[] = [download, status];
