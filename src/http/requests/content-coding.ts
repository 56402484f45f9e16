import type { IncomingHttpHeaders } from 'node:http';
import { finished, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../../base/errors/app-error.ts';

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The content of a body, decoded from its Content-Encoding while it is read; the body itself
 * without one. The reader bounds the bytes, so a small body that decompresses to gigabytes is
 * stopped early.
 *
 * @throws AppError request.unsupported-media-type for an unknown encoding
 */
export function openContent(stream: Readable, headers: IncomingHttpHeaders): Readable {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return stream;
  const create = decoders.get(encoding);
  if (!create) {
    throw new AppError(
      'request.unsupported-media-type',
      `Content-Encoding: ${encoding} is not supported; send gzip, deflate or br, or the plain body`,
    );
  }
  const decoder = create();
  // A truncated body ends the reading of its content too; after a failure of the content the body
  // is read on, so that its sender gets a response.
  finished(stream, { writable: false }, (error) => {
    if (error) decoder.destroy(error);
  });
  return stream.pipe(decoder);
}

/** Stops reading the content: the rest of the body is read and dropped, so that the response is received. */
export function dropContent(stream: Readable, content: Readable): void {
  if (content !== stream) {
    // First, as otherwise the end of the decoder would pause the stream again.
    stream.unpipe();
    content.destroy();
  }
  stream.resume();
}

/** The error of an encoded body for its sender. */
export function toContentError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (!/^(?:Z_|ERR__?ERROR_|ERR_BROTLI|ERR_PADDING)/.test(code)) return error;
  return new AppError(
    'request.invalid',
    'The body is not what its Content-Encoding says, or it is cut short',
    { cause: error },
  );
}
