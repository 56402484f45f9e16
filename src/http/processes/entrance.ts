import type { FastifyInstance } from 'fastify';
import { createServer } from '../../base/node-http.ts';
import { holdContinue } from '../requests/expect-continue.ts';
import { takeClient } from './forwarded-client.ts';

/** Where the first process takes in what the others leave to it. */
export interface Entrance {
  /** Resolves when the requests that were taken in are answered. */
  close(): Promise<void>;
}

/** As large as the heads that a client may send, and the header that is added. */
const headBytesMax = 64 * 1024;

/**
 * Listens at a socket that only this user may open. The other process has its own limits of time for its clients,
 * and a connection without a request stays open until that process ends: a request never meets a closing one.
 */
export async function openEntrance(app: FastifyInstance, path: string): Promise<Entrance> {
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: 0,
    maxHeaderSize: headBytesMax,
    // Clients of HTTP/1.0 send none.
    requireHostHeader: false,
  });
  holdContinue(server);
  server.on('request', (request, response) => {
    // No process of this server has sent it.
    if (!takeClient(request)) request.socket.destroy();
    else app.server.emit('request', request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
