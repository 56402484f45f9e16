import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../base/errors/app-error.ts';
import { integer, oneOf } from '../../entities/json-schema.ts';
import { sentMediaType } from '../../model/media-type.ts';
import { inHeader } from '../parameters.ts';

export const uploadParameters = [
  inHeader('X-File-Name', 'name of the file, percent-encoded'),
  inHeader('X-File-Type', 'media type of the file'),
  inHeader('X-Upload-Type', 'chunked: the body is a part of the file', oneOf('normal', 'chunked')),
  inHeader('X-Upload-Chunk-Index', 'which part, from 0', integer),
  inHeader('X-Upload-Chunk-Count', 'number of parts', integer),
  inHeader('X-File-Size', 'bytes of the whole file', integer),
];

/** The headers of an upload. */
export interface UploadHeaders {
  readonly name: string | null;
  readonly mimeType: string | null;
  /** Of the request body, as sent. */
  readonly contentLength: string | undefined;
  /** Undefined for a file sent in one piece. */
  readonly chunk: ChunkHeaders | undefined;
}

interface ChunkHeaders {
  readonly index: number;
  readonly count: number;
  readonly fileSizeBytes: number;
}

/**
 * The header checks of an upload, in the order that clients expect.
 *
 * @throws AppError request.invalid
 */
export function parseUploadHeaders(headers: IncomingHttpHeaders): UploadHeaders {
  const chunk = isChunked(headers) ? parseChunk(headers) : undefined;
  if (headers['content-type']?.toLowerCase().includes('multipart/form-data')) {
    throw new AppError('request.invalid', 'Content-Type: "multipart/form-data" is not supported');
  }
  return {
    name: decodeFileName(textOf(headers, 'x-file-name')),
    mimeType: sentMediaType(textOf(headers, 'x-file-type')),
    contentLength: headers['content-length'],
    chunk,
  };
}

function isChunked(headers: IncomingHttpHeaders): boolean {
  return textOf(headers, 'x-upload-type')?.toLowerCase() === 'chunked';
}

function parseChunk(headers: IncomingHttpHeaders): ChunkHeaders {
  const index = integerOf(headers, 'x-upload-chunk-index');
  const count = integerOf(headers, 'x-upload-chunk-count');
  const fileSizeBytes = integerOf(headers, 'x-file-size');
  if (index === undefined || count === undefined || fileSizeBytes === undefined) {
    throw new AppError(
      'request.invalid',
      'X-Upload-Chunk-Index, X-Upload-Chunk-Count and X-File-Size headers must be numbers',
    );
  }
  return { index, count, fileSizeBytes };
}

function integerOf(headers: IncomingHttpHeaders, name: string): number | undefined {
  const text = textOf(headers, name);
  if (text === null || !/^-?\d+$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

function textOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === '' ? null : text;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * `%XX` and `+` as in a form, and bytes that were sent unencoded; together they are UTF-8. Invalid
 * UTF-8 is read as Latin-1, in which every byte is valid.
 *
 * @throws AppError request.invalid for a `%` without two hexadecimal digits
 */
export function decodeFileName(header: string | null): string | null {
  if (header === null) return null;
  const broken = /%(?![0-9a-f]{2})/i.exec(header);
  if (broken) {
    throw new AppError(
      'request.invalid',
      `X-File-Name: invalid % escape at ${broken.index}; encode % itself as %25`,
    );
  }
  // Headers arrive as one character per byte.
  const binary = header
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bytes = Buffer.from(binary, 'latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
