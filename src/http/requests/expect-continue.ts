import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Senders that ask first (`Expect: 100-continue`) are told to go on when their body is about to be
 * read, not before: one that is refused then never sends it.
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

/** Whether the sender still waits: whether it will then send its body cannot be told. */
export function isWaiting(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && waiting.has(request);
}
