import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { AppError } from '../../base/errors/app-error.ts';
import { unknownMimeType } from '../../content/mime-types.ts';
import { isMediaType } from '../../model/media-type.ts';
import { dropContent, openContent, toContentError } from '../requests/content-coding.ts';

export interface FilePart {
  /** Without folders; null when the sender gave none. */
  readonly filename: string | null;
  readonly mimeType: string;
  readonly stream: Readable;
}

/** A form with a file: the file is unbounded here, all around it is not. */
const limits = {
  files: 20,
  fields: 50,
  parts: 70,
  fieldSize: 64 * 1024,
  headerPairs: 50,
  headerSize: 16 * 1024,
};

/**
 * Hands the first file of a multipart body on as a stream; other parts are skipped. Answers what
 * `onFile` answers, undefined when there is no file.
 *
 * @throws AppError request.invalid when the body is no multipart form or is cut short
 */
export async function readFirstFilePart<T>(
  stream: Readable,
  headers: IncomingHttpHeaders,
  onFile: (part: FilePart) => Promise<T>,
): Promise<T | undefined> {
  const parser = createParser(headers);
  const body = openContent(stream, headers);
  const parsed = Promise.withResolvers<void>();
  let file: Readable | undefined;
  let work: Promise<T> | undefined;
  let bodyError: unknown;
  const failBody = (error: unknown): void => {
    bodyError ??= error;
    parsed.reject(error);
  };
  parser.on('file', (_field, part, filename, _encoding, mimeType) => {
    // The parser reports a body cut short here, also when the part is not read any more.
    part.on('error', failBody);
    if (work) {
      part.resume();
      return;
    }
    file = part;
    const known = isMediaType(mimeType) ? mimeType : unknownMimeType;
    work = onFile({ filename: filename ?? null, mimeType: known, stream: part });
    work.catch(parsed.reject);
  });
  parser.on('finish', parsed.resolve);
  parser.on('error', failBody);
  finished(body, { writable: false }).catch((error) => failBody(toContentError(error)));
  body.pipe(parser);
  try {
    await parsed.promise;
    return await work;
  } catch (error) {
    body.unpipe(parser);
    dropContent(stream, body);
    if (bodyError === undefined) throw error;
    file?.destroy(bodyError instanceof Error ? bodyError : undefined);
    await Promise.allSettled([work]);
    throw new AppError('request.invalid', 'The multipart body is cut short or malformed', {
      cause: bodyError,
    });
  }
}

function createParser(headers: IncomingHttpHeaders) {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError('request.invalid', 'Send the file as a part of a multipart/form-data body');
  }
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      fileHwm: 512 * 1024,
      limits,
    });
  } catch (cause) {
    throw new AppError('request.invalid', 'Content-Type: the multipart boundary is missing', {
      cause,
    });
  }
}
