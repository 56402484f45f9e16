import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import { JsonText } from '../../base/json-text.ts';
import { limits } from '../../base/limits.ts';
import { jsonTooLarge } from '../requests/body.ts';
import { type MultipartReader, readMultipart } from './multipart-reader.ts';
import type { PartHead } from './part-head.ts';

export interface BlobPart extends Omit<PartHead, 'isFile' | 'transferEncoding'> {
  /** Decoded; fails when the body is cut short. To be read before the next part. */
  readonly stream: Readable;
}

export interface MultipartHandlers<T> {
  /** The most bytes of the first part. */
  readonly jsonBytesMax?: number;
  /** Called with the first part. It must not make changes: the rest of the body may be invalid. */
  onRequest(json: unknown): void | Promise<void>;
  /** Called with each further part in order; the next one waits. */
  onBlob(part: BlobPart): Promise<T>;
}

const multipartType = /^multipart\/(?:related|form-data)\s*(?:;|$)/i;

/** Whether the body is a request with content; its details are checked when it is read. */
export function isMultipartRequest(headers: IncomingHttpHeaders): boolean {
  return multipartType.test(headers['content-type'] ?? '');
}

/**
 * Reads an operation request with content as a stream: JSON in the first part, with any name or
 * type, a blob in each further one. Returns the results of `onBlob`, in the order of the parts.
 * When this fails, the caller removes what `onBlob` has stored of earlier parts.
 *
 * @throws AppError request.invalid, request.too-large for the JSON, request.unsupported-media-type;
 *   errors of the handlers
 */
export async function readMultipartRequest<T>(
  stream: Readable,
  headers: IncomingHttpHeaders,
  handlers: MultipartHandlers<T>,
): Promise<T[]> {
  if (!isMultipartRequest(headers)) {
    const type = headers['content-type'] ?? 'missing';
    throw new AppError(
      'request.unsupported-media-type',
      `Content-Type: ${type}; send multipart/related or multipart/form-data`,
    );
  }
  return readMultipart(stream, headers, (reader) => readParts(reader, handlers));
}

async function readParts<T>(reader: MultipartReader, handlers: MultipartHandlers<T>): Promise<T[]> {
  const first = await reader.nextHead();
  if (!first) {
    throw new AppError('request.invalid', 'The multipart body is empty; send the request as JSON');
  }
  const { jsonBytesMax = limits.jsonBodyBytesMax } = handlers;
  await handlers.onRequest(await readRequestPart(reader, first, jsonBytesMax));
  const results: T[] = [];
  for (let head = await reader.nextHead(); head; head = await reader.nextHead()) {
    const { name, filename, mimeType, encoding } = head;
    const receive = (stream: Readable) =>
      handlers.onBlob({ name, filename, mimeType, encoding, stream });
    results.push(await reader.receivePart(head, receive));
  }
  if (results.length > 0) return results;
  throw new AppError(
    'request.invalid',
    'The multipart body has only the JSON part; add one part for each blob, or send plain JSON',
  );
}

async function readRequestPart(
  reader: MultipartReader,
  head: PartHead,
  bytesMax: number,
): Promise<unknown> {
  const text = new JsonText();
  let sizeBytes = 0;
  try {
    for await (const piece of reader.content(head)) {
      sizeBytes += piece.length;
      if (sizeBytes > bytesMax) throw jsonTooLarge(bytesMax);
      text.add(piece);
    }
    return await text.parse();
  } catch (cause) {
    if (!isAppError(cause, 'request.invalid') || reader.failure) throw cause;
    throw new AppError(cause.code, `The first part must be the request as JSON: ${cause.message}`, {
      cause,
    });
  }
}
