import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** A body from a socket is not shared with other code; one passed in-process may be. */
export function isNetworkBody(stream: Readable): boolean {
  return stream instanceof IncomingMessage && stream.socket instanceof Socket;
}
