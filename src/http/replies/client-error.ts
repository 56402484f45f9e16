import type { Socket } from 'node:net';
import { stringifyJson } from '../../base/json.ts';
import { STATUS_CODES } from '../../base/node-http.ts';
import { writeException } from '../../entities/exception-entity.ts';
import type { Services } from '../services.ts';

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const messages: Readonly<Record<number, string>> = {
  400: 'The request is not well-formed HTTP',
  408: 'The request took too long to arrive',
  413: 'A chunk of the body has too long an extension',
  431: 'The headers are too large',
};

/** What the HTTP parser refuses never becomes a request; its sender still gets a response. */
export function answerClientError(
  services: Services,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statuses[error.code ?? ''] ?? 400;
  const options = { isExtended: false, dialect: services.config.wireDialect };
  const message = messages[status] ?? '';
  const body = stringifyJson(writeException({ status, message }, options));
  if (socket.writable) {
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; nuxeo-entity=exception',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
