import type { IncomingMessage, Server } from 'node:http';

const absoluteStart = /^https?:\/\/([^/?#]*)/i;

/**
 * Clients that take this server for a proxy name it in the request line (`GET http://host/path`). The
 * rest of the program knows paths only; that host wins over the header (RFC 9112, 3.2.2).
 */
export function acceptAbsoluteTargets(server: Server): void {
  server.prependListener('request', (request: IncomingMessage) => {
    const { url = '/' } = request;
    if (url.startsWith('/')) return;
    const [start = '', authority] = absoluteStart.exec(url) ?? [];
    if (authority === undefined) return;
    const rest = url.slice(start.length);
    request.headers.host = authority;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  });
}
