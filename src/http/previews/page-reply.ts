import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../base/errors/app-error.ts';
import { evaluatePreconditions } from '../replies/conditional.ts';
import { contentDisposition } from '../replies/content-disposition.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import type { PageFrame } from './preview-page.ts';

/** HTML between the two parts of a frame. */
export interface PageContent {
  /** Identifies the content before it is there. */
  readonly tag: string;
  load(): Promise<string | StreamedContent>;
}

interface StreamedContent {
  readonly stream: Readable;
  readonly sizeBytes: number;
}

export const noContent: PageContent = { tag: '', load: async () => '' };

/**
 * A page of a preview. It is asked for again with each use, as the rights of the reader may have
 * changed; if nothing has, it is not sent again.
 *
 * @throws AppError request.precondition-failed
 */
export async function pageReply(
  context: RequestContext,
  frame: PageFrame,
  content: PageContent,
): Promise<RouteReply> {
  const etag = tagOf(frame, content);
  const lasting = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    // Also of 304, whose headers take the place of those that the client has kept.
    'Content-Security-Policy': frame.policy,
    'Referrer-Policy': 'no-referrer',
  };
  const validators = { etag, lastModifiedMs: null };
  const precondition = evaluatePreconditions(context.method, context.headers, validators);
  if (precondition === 'failed') throw new AppError('request.precondition-failed');
  if (precondition === 'not-modified') return { status: 304, headers: lasting };
  const headers = {
    ...lasting,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Disposition': contentDisposition('inline', 'preview.html'),
    'X-Content-Type-Options': 'nosniff',
  };
  const loaded = await content.load();
  const { before, after } = frame;
  if (typeof loaded === 'string') return { status: 200, headers, text: before + loaded + after };
  const sizeBytes = Buffer.byteLength(before) + loaded.sizeBytes + Buffer.byteLength(after);
  const stream = Readable.from(partsOf(frame, loaded.stream));
  // Also when nothing of it is read.
  stream.once('close', () => loaded.stream.destroy());
  return { status: 200, headers: { ...headers, 'Content-Length': String(sizeBytes) }, stream };
}

async function* partsOf({ before, after }: PageFrame, content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from(before);
  yield* content;
  yield Buffer.from(after);
}

function tagOf({ before, after, policy }: PageFrame, { tag }: PageContent): string {
  const hash = createHash('sha256').update(before).update(after).update(policy).update(tag);
  return `"preview-${hash.digest('hex').slice(0, 32)}"`;
}
