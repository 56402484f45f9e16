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
 * The content of a body, its Content-Encoding undone as it is read; the body itself when there is
 * none. The reader bounds the bytes, so a small body that unfolds into gigabytes is stopped early.
 *
 * @throws AppError request.unsupported-media-type for an encoding that is not known
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
  // A body that breaks off ends the reading of its content too; the other way round it is read on,
  // so that its sender can be answered.
  finished(stream, { writable: false }, (error) => {
    if (error) decoder.destroy(error);
  });
  return stream.pipe(decoder);
}

/** Gives up the content: what is left of the body is read and dropped, so that the answer gets through. */
export function dropContent(stream: Readable, content: Readable): void {
  if (content !== stream) {
    // First, for else the end of the decoder would stop the stream once more.
    stream.unpipe();
    content.destroy();
  }
  stream.resume();
}

/** What is wrong with an encoded body, as its sender is told. */
export function toContentError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (!/^(?:Z_|ERR__?ERROR_|ERR_BROTLI|ERR_PADDING)/.test(code)) return error;
  return new AppError(
    'request.invalid',
    'The body is not what its Content-Encoding says, or it is cut short',
    { cause: error },
  );
}
