import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { IncomingMessage } from '../../base/node-http.ts';

/** A body from a socket is not shared with other code; one passed in-process may be. */
export function isNetworkBody(stream: Readable): boolean {
  return stream instanceof IncomingMessage && stream.socket instanceof Socket;
}
