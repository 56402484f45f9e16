import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stringifyJson } from '../../base/json.ts';
import { stringifyInTurns } from '../../base/stringify-in-turns.ts';
import { giveTurn, isTurnOver } from '../../base/turns.ts';
import { isWaiting } from '../requests/expect-continue.ts';
import type { RouteReply } from '../route.ts';
import type { Services } from '../services.ts';
import type { ReplyHeaders } from './reply-headers.ts';
import { headerLines, writeHeadWith } from './written-head.ts';

/** Sent with every response unless a route overrides them. */
const commonHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src *; script-src 'unsafe-inline' 'unsafe-eval' data: *; style-src 'unsafe-inline' *; font-src data: *; img-src data: blob: *",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-UA-Compatible': 'IE=10; IE=11',
  'X-XSS-Protection': '1; mode=block',
} as const;
const commonLines = headerLines(commonHeaders);

/** One request and its response. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Added to the headers of the route: cookies, the request id. */
  readonly headers: ReplyHeaders;
}

export function createExchange(
  { crossOrigin }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Exchange {
  const headers = { 'X-Request-Id': request.id, ...crossOrigin.replyHeaders(request.headers) };
  return { request, reply, headers };
}

/**
 * Writes the response without the HTTP library, which would rewrite content types and is slower.
 * Resolves when a streamed response has been sent or its client has disconnected.
 */
export async function sendReply(exchange: Exchange, result: RouteReply): Promise<void> {
  const { request, reply } = exchange;
  reply.hijack();
  const { raw } = reply;
  const parts = hasParts(result) ? await stringifyInTurns(result.entity) : noParts;
  const body = parts.length > 0 ? parts[0] : bodyOf(result);
  const isHead = request.method === 'HEAD';
  const own: ReplyHeaders = { ...exchange.headers };
  let encoding: 'latin1' | 'utf8' = 'utf8';
  if (body !== undefined) {
    const sizeBytes = result.written?.sizeBytes ?? Buffer.byteLength(body);
    // Plain ASCII, as most responses are, is the same bytes in Latin-1, which is written faster.
    if (sizeBytes === body.length) encoding = 'latin1';
    own['Content-Type'] = contentTypeOf(result);
    own['Content-Length'] = parts.length > 1 ? await sizeOf(parts) : sizeBytes;
  } else if (result.stream === undefined && result.status !== 204 && result.status !== 304) {
    own['Content-Length'] = result.bytes?.length ?? 0;
  }
  if (!request.server.server.listening && raw.socket?.remoteAddress !== undefined) {
    own.Connection = 'close';
  }
  if (isWaiting(request.raw)) own.Connection = 'close';
  writeHead(raw, result, own);
  if (isHead || result.stream === undefined) {
    result.stream?.destroy();
    if (!isHead && parts.length > 1) return sendStream(Readable.from(encoded(parts)), raw);
    endLater(raw, isHead ? undefined : (body ?? result.bytes), encoding);
    return;
  }
  await sendStream(result.stream, raw);
}

const noParts: readonly string[] = [];

/** Names have one spelling everywhere, so a route's own header replaces the common one. */
function writeHead(raw: ServerResponse, { status, headers }: RouteReply, own: ReplyHeaders): void {
  if (headers === undefined && writeHeadWith(raw, { status, headers: own, lines: commonLines }))
    return;
  raw.writeHead(status, { ...commonHeaders, ...own, ...headers } as Record<string, string>);
}

/**
 * Ends the response at the end of this turn of the event loop, when all requests that arrived with
 * this one have been processed. Each write is a system call that may wake a client, and leaves cold
 * processor caches: responses written together were measured at half the cost.
 */
function endLater(
  raw: ServerResponse,
  body: string | Uint8Array | undefined,
  encoding: BufferEncoding,
): void {
  setImmediate(() => raw.end(body, encoding));
}

/** A client that disconnects is not an error; a failure of the source is. */
async function sendStream(stream: Readable, raw: ServerResponse): Promise<void> {
  let failure: unknown;
  let hasLeft = false;
  stream.once('error', (error) => {
    // A stream also ends with an error when the client has disconnected.
    if (!hasLeft) failure = error;
  });
  raw.once('close', () => {
    hasLeft = true;
  });
  try {
    await pipeline(stream, raw);
  } catch (error) {
    stream.destroy();
    if (failure !== undefined && failure === error) throw error;
  }
}

function hasParts(result: RouteReply): result is RouteReply & { readonly entity: object } {
  const { entity, isLong } = result;
  return isLong || Array.isArray((entity as { entries?: unknown } | undefined)?.entries);
}

async function sizeOf(parts: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (isTurnOver()) await giveTurn();
  }
  return bytes;
}

async function* encoded(parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (isTurnOver()) await giveTurn();
    yield Buffer.from(part);
  }
}

function bodyOf({ entity, text, written }: RouteReply): string | undefined {
  if (written) return written.text;
  return entity === undefined ? text : stringifyJson(entity);
}

const jsonTypes = new Map<string | undefined, string>();

function contentTypeOf({ entity, written }: RouteReply): string {
  if (written) return written.contentType;
  if (entity === undefined) return 'text/plain; charset=UTF-8';
  const name = (entity as { 'entity-type'?: string })['entity-type'];
  let type = jsonTypes.get(name);
  if (type === undefined) {
    type = name === undefined ? 'application/json' : `application/json; nuxeo-entity=${name}`;
    jsonTypes.set(name, type);
  }
  return type;
}

/** The body as it would be sent, for responses that are stored. */
export function serializedBody(result: RouteReply): {
  readonly text: string | undefined;
  readonly contentType: string;
} {
  return { text: bodyOf(result), contentType: contentTypeOf(result) };
}
