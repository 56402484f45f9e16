import type { Socket } from 'node:net';
import type { IncomingMessage } from '../../base/node-http.ts';

/** The header with which one process tells another where a request came from. */
export const clientHeader = 'x-cartulary-client';

/** The connection of the client, as the rest of the program asks for it. */
interface ClientConnection {
  readonly remoteAddress: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
}

export function writeClient({ remoteAddress, localAddress, localPort }: Socket): string {
  return JSON.stringify({ remoteAddress, localAddress, localPort });
}

/**
 * Gives the request the connection that the header names; false without the header. Only for requests of another
 * process of this server: clients could claim any address.
 */
export function takeClient(request: IncomingMessage): boolean {
  const { headers, socket } = request;
  const sent = headers[clientHeader];
  if (typeof sent !== 'string') return false;
  const client = JSON.parse(sent) as ClientConnection;
  delete headers[clientHeader];
  const value = (of: unknown) => ({ value: of, configurable: true });
  Object.defineProperties(socket, {
    remoteAddress: value(client.remoteAddress),
    localAddress: value(client.localAddress),
    localPort: value(client.localPort),
  });
  return true;
}
