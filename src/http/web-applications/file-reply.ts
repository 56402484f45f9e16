import { Readable } from 'node:stream';
import { AppError } from '../../base/errors/app-error.ts';
import { evaluatePreconditions, isRangeCurrent } from '../replies/conditional.ts';
import { FlushedStream } from '../replies/flushed-stream.ts';
import { parseRange, type RequestedRange } from '../replies/ranges.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import type { FoundFile } from './find-file.ts';

type Headers = Record<string, string>;

/** Read at once: a stream costs more than such a file. */
const smallBytesMax = 256 * 1024;

interface Presentation {
  /** Its name changes with its content. */
  readonly isImmutable: boolean;
  /** Content-Security-Policy. */
  readonly policy: string;
}

/**
 * A file of a web application: whole or a range, on conditions. It takes care of closing the file.
 *
 * @throws AppError request.precondition-failed
 */
export async function fileReply(
  context: RequestContext,
  file: FoundFile,
  presentation: Presentation,
): Promise<RouteReply> {
  const reply = await replyOf(context, file, presentation).catch(async (error) => {
    await file.handle.close();
    throw error;
  });
  // The stream reads from the file, which is closed when it has been sent.
  if (reply.release === undefined) await file.handle.close();
  return reply;
}

async function replyOf(
  context: RequestContext,
  file: FoundFile,
  { isImmutable, policy }: Presentation,
): Promise<RouteReply> {
  const { method, headers: asked } = context;
  const validators = { etag: file.etag, lastModifiedMs: file.modifiedMs };
  const caching: Headers = {
    ETag: file.etag,
    'Last-Modified': new Date(file.modifiedMs).toUTCString(),
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.isCompressible && { Vary: 'Accept-Encoding' }),
    // Also of 304, whose headers take the place of those that the client has kept.
    'Content-Security-Policy': policy,
  };
  const precondition = evaluatePreconditions(method, asked, validators);
  if (precondition === 'failed') throw new AppError('request.precondition-failed');
  if (precondition === 'not-modified') return { status: 304, headers: caching };
  const headers: Headers = {
    ...caching,
    'Accept-Ranges': 'bytes',
    'Content-Type': file.contentType,
    ...(file.encoding && { 'Content-Encoding': file.encoding }),
  };
  const isRanged = method === 'GET' && isRangeCurrent(asked, validators);
  return bodyReply(context, file, {
    headers,
    range: parseRange(isRanged ? asked.range : undefined, file.sizeBytes),
  });
}

async function bodyReply(
  { method }: RequestContext,
  { handle, sizeBytes }: FoundFile,
  { headers, range }: { readonly headers: Headers; readonly range: RequestedRange },
): Promise<RouteReply> {
  if (range.kind === 'unsatisfiable') {
    return { status: 416, headers: { 'Content-Range': `bytes */${sizeBytes}` } };
  }
  const isPart = range.kind === 'part';
  const { start, end } = isPart ? range : { start: 0, end: sizeBytes - 1 };
  const all = {
    ...headers,
    'Content-Length': String(end - start + 1),
    ...(isPart && { 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` }),
  };
  const status = isPart ? 206 : 200;
  // An empty stream and not no body, for which the length would be reported as 0.
  if (method === 'HEAD') return { status, headers: all, stream: Readable.from([]) };
  if (sizeBytes <= smallBytesMax) {
    const bytes = (await handle.readFile()).subarray(start, end + 1);
    return { status, headers: { ...all, 'Content-Length': String(bytes.length) }, bytes };
  }
  const open = async () => handle.createReadStream({ start, end, autoClose: false });
  return { status, headers: all, stream: new FlushedStream(open), release: () => handle.close() };
}
