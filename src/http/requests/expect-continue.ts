import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Clients that wait (`Expect: 100-continue`) get `100 Continue` when their body is about to be
 * read, not before: a refused client then never sends it.
 */
export function holdContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

export function letContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Whether the client still waits: then it is unknown whether it will send its body. */
export function isWaiting(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && waiting.has(request);
}
