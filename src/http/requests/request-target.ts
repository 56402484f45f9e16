import type { IncomingMessage, Server } from 'node:http';

const absoluteStart = /^https?:\/\/([^/?#]*)/i;

/**
 * Clients that use this server as a proxy put the host in the request line (`GET http://host/path`).
 * The rest of the program uses paths only; that host overrides the header (RFC 9112, 3.2.2).
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
