import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import {
  Agent,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from '../../base/node-http.ts';
import { isWaiting, letContinue } from '../requests/expect-continue.ts';
import type { RouteDefinition } from '../route.ts';
import type { Services } from '../services.ts';
import { clientHeader, writeClient } from './forwarded-client.ts';
import type { HandsOver } from './siblings.ts';

type ClientRequest = ReturnType<typeof openRequest>;

const reading = new Set(['GET', 'HEAD']);

/** Whether the first process is to answer the request. */
export function isForFirst(
  route: RouteDefinition,
  handsOver: HandsOver,
  { request, services }: { readonly request: FastifyRequest; readonly services: Services },
): boolean {
  if (route.isForFirst) return true;
  if (!handsOver.writes) return false;
  const { method, url } = request;
  const { writes } = route;
  if (typeof writes === 'function') return writes({ method, url, services });
  return writes ?? !(reading.has(method) || route.isForReaders);
}

/** Connections to the first process. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' });

/**
 * Sends the request to the first process as it came, and its response to the client as it comes. Resolves when the
 * client has the response, or has disconnected.
 *
 * @throws AppError server.process-away
 */
export function handOver(
  { raw: incoming, originalUrl }: FastifyRequest,
  reply: FastifyReply,
  handsOver: HandsOver,
): Promise<void> {
  const path = handsOver.path();
  if (path === undefined) return Promise.reject(away());
  const outgoing = openRequest({
    agent,
    socketPath: path,
    method: incoming.method,
    path: originalUrl,
    headers: forwardedHeaders(incoming),
  });
  const response = reply.raw;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  response.once('close', () => {
    // Before the end, the client has left: the other process need not go on.
    if (!response.writableFinished) outgoing.destroy();
    reply.hijack();
    resolve();
  });
  outgoing.on('error', (error) => {
    if (!response.headersSent && !response.destroyed) reject(away(error));
    // The client sees that the response was cut short.
    else response.destroy();
  });
  outgoing.on('response', (answer) => {
    reply.hijack();
    const mustClose = handsOver.isDraining() || isWaiting(incoming);
    sendAnswer(answer, response, { mustClose });
  });
  sendBody(incoming, outgoing, response);
  return promise;
}

/** A small body has arrived with its head, and goes on with it. */
function sendBody(
  incoming: IncomingMessage,
  outgoing: ClientRequest,
  response: ServerResponse,
): void {
  if (isWaiting(incoming)) {
    outgoing.on('continue', () => {
      letContinue(incoming, response);
      passOn(incoming, outgoing);
    });
    return;
  }
  const { headers } = incoming;
  const announced = Number(headers['content-length'] ?? 0);
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && announced === 0) {
    outgoing.end();
    return;
  }
  if (!isChunked && incoming.readableLength === announced) {
    outgoing.end(incoming.read(announced));
    // Only the end is left, for which the connection waits.
    incoming.resume();
    return;
  }
  passOn(incoming, outgoing);
}

function passOn(incoming: IncomingMessage, outgoing: ClientRequest): void {
  incoming.once('end', () => outgoing.addTrailers(trailersOf(incoming)));
  incoming.pipe(outgoing);
  // The response does not need the rest of the body.
  outgoing.once('close', () => {
    incoming.unpipe(outgoing);
    if (!incoming.destroyed) incoming.resume();
  });
}

function sendAnswer(
  answer: IncomingMessage,
  response: ServerResponse,
  { mustClose }: { readonly mustClose: boolean },
): void {
  const headers = endToEnd(answer.rawHeaders, toClient);
  if (mustClose) headers.push('Connection', 'close');
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  answer.once('end', () => response.addTrailers(trailersOf(answer)));
  // The first process has ended in the middle.
  answer.once('error', () => response.destroy());
  (answer as Readable).pipe(response);
}

/** As the client sent them, and where it is. */
function forwardedHeaders(incoming: IncomingMessage): string[] {
  const headers = endToEnd(incoming.rawHeaders, toFirst);
  if (incoming.headers['transfer-encoding'] !== undefined) {
    headers.push('Transfer-Encoding', 'chunked');
  }
  // The host of the request line wins over the header.
  const { host } = incoming.headers;
  if (host !== undefined) headers.push('Host', host);
  headers.push(clientHeader, writeClient(incoming.socket), 'Connection', 'keep-alive');
  return headers;
}

/** About one connection, not about what is sent. */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
];
const toClient: ReadonlySet<string> = new Set(ofConnection);
/** Written anew: no client may say that it is at another address. */
const toFirst: ReadonlySet<string> = new Set([...ofConnection, 'host', clientHeader]);

function endToEnd(rawHeaders: readonly string[], without: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!without.has(name.toLowerCase())) kept.push(name, rawHeaders[at + 1] ?? '');
  }
  return kept;
}

function trailersOf(message: IncomingMessage): [string, string][] {
  return Object.entries(message.trailers).map(([name, value]) => [name, value ?? '']);
}

const retryAfterSeconds = 1;
const notConnected: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT']);

function away(cause?: NodeJS.ErrnoException): AppError {
  const isSafe = cause === undefined || notConnected.has(cause.code ?? '');
  const message = isSafe
    ? 'The process that makes changes is being replaced, and nothing was done; try again'
    : 'The process that makes changes has ended meanwhile: it is not known whether it was done';
  return new AppError('server.process-away', message, { detail: { retryAfterSeconds }, cause });
}
