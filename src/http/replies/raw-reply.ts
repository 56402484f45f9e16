import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stringifyJson } from '../../base/json.ts';
import { isWaiting } from '../requests/expect-continue.ts';
import type { RouteReply } from '../route.ts';
import type { Services } from '../services.ts';
import type { ReplyHeaders } from './reply-headers.ts';

/** Sent with every answer unless a route says otherwise. */
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

/** One request and the answer being made for it. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Added to what the route answers: cookies, the request id. */
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
 * Writes the answer without the HTTP library, which would rewrite content types and cost time.
 * Resolves when a streamed answer has been sent or its client has gone.
 */
export async function sendReply(exchange: Exchange, result: RouteReply): Promise<void> {
  const { request, reply } = exchange;
  reply.hijack();
  const { raw } = reply;
  const body = bodyOf(result);
  const headers: ReplyHeaders = { ...commonHeaders, ...exchange.headers };
  let encoding: 'latin1' | 'utf8' = 'utf8';
  if (body !== undefined) {
    const sizeBytes = Buffer.byteLength(body);
    // Plain ASCII, most answers, is the same bytes in Latin-1, which is written faster.
    if (sizeBytes === body.length) encoding = 'latin1';
    headers['Content-Type'] = contentTypeOf(result);
    headers['Content-Length'] = sizeBytes;
  } else if (result.stream === undefined && result.status !== 204 && result.status !== 304) {
    headers['Content-Length'] = 0;
  }
  // Names are spelt alike everywhere, so a route's own header replaces the general one.
  Object.assign(headers, result.headers);
  if (!request.server.server.listening && raw.socket?.remoteAddress !== undefined) {
    headers.Connection = 'close';
  }
  if (isWaiting(request.raw)) headers.Connection = 'close';
  raw.writeHead(result.status, headers as Record<string, string>);
  if (request.method === 'HEAD' || result.stream === undefined) {
    result.stream?.destroy();
    endLater(raw, request.method === 'HEAD' ? undefined : body, encoding);
    return;
  }
  await sendStream(result.stream, raw);
}

/**
 * At the end of this turn of the event loop, when every request that arrived with this one has been
 * worked on. Each write is a system call that may wake a sleeping client, and what runs after it
 * finds the processor's caches cold: answers written together were measured at half the cost.
 */
function endLater(raw: ServerResponse, body: string | undefined, encoding: BufferEncoding): void {
  setImmediate(() => raw.end(body, encoding));
}

/** A client that goes away in the middle is its own affair; what fails on our side is not. */
async function sendStream(stream: Readable, raw: ServerResponse): Promise<void> {
  let failure: unknown;
  let hasLeft = false;
  stream.once('error', (error) => {
    // A stream is ended with an error as well when the client has left.
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

function bodyOf({ entity, text }: RouteReply): string | undefined {
  return entity === undefined ? text : stringifyJson(entity);
}

const jsonTypes = new Map<string | undefined, string>();

function contentTypeOf({ entity }: RouteReply): string {
  if (entity === undefined) return 'text/plain; charset=UTF-8';
  const name = (entity as { 'entity-type'?: string })['entity-type'];
  let type = jsonTypes.get(name);
  if (type === undefined) {
    type = name === undefined ? 'application/json' : `application/json; nuxeo-entity=${name}`;
    jsonTypes.set(name, type);
  }
  return type;
}

/** The body as it would be sent, for answers that are kept. */
export function serializedBody(result: RouteReply): {
  readonly text: string | undefined;
  readonly contentType: string;
} {
  return { text: bodyOf(result), contentType: contentTypeOf(result) };
}
