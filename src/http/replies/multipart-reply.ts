import { Readable } from 'node:stream';
import { randomId } from '../../base/ids.ts';
import { isMediaType } from '../../model/media-type.ts';
import { emptyReply, type RouteReply } from '../route.ts';
import { contentDisposition } from './content-disposition.ts';

/** One part of the response. */
export interface ReplyBlob {
  readonly name: string | null;
  readonly mimeType: string | null;
  /** Null when it is not known before the content has been read. */
  readonly sizeBytes: number | null;
  /** Called when the part is to be sent. */
  open(): Promise<Readable>;
}

/** By this type existing clients distinguish an empty list of blobs from no result. */
const emptyListType = 'application/nuxeo-empty-list';

/** Blobs in their order as multipart/mixed, streamed one after the other. */
export function multipartReply(blobs: readonly ReplyBlob[]): RouteReply {
  if (blobs.length === 0) return { ...emptyReply(), headers: { 'Content-Type': emptyListType } };
  // Random, so that content cannot contain it.
  const boundary = `part-${randomId()}`;
  const closing = Buffer.from(`--${boundary}--\r\n`);
  const parts = blobs.map((blob) => ({ blob, head: partHead(boundary, blob) }));
  const lengthBytes = totalBytes(parts, closing);
  return {
    status: 200,
    headers: {
      'Content-Type': `multipart/mixed; boundary="${boundary}"`,
      ...(lengthBytes !== undefined && { 'Content-Length': String(lengthBytes) }),
    },
    stream: Readable.from(writeParts(parts, closing), { objectMode: false }),
  };
}

interface Part {
  readonly blob: ReplyBlob;
  readonly head: Buffer;
}

const lineEnd = Buffer.from('\r\n');

function totalBytes(parts: readonly Part[], closing: Buffer): number | undefined {
  let total = closing.length;
  for (const { blob, head } of parts) {
    if (blob.sizeBytes === null) return undefined;
    total += head.length + blob.sizeBytes + lineEnd.length;
  }
  return total;
}

async function* writeParts(parts: readonly Part[], closing: Buffer): AsyncGenerator<Buffer> {
  for (const { blob, head } of parts) {
    yield head;
    yield* readExactly(blob);
    yield lineEnd;
  }
  yield closing;
}

/** Content of another size than announced would corrupt the rest: the response is aborted. */
async function* readExactly(blob: ReplyBlob): AsyncGenerator<Buffer> {
  const { sizeBytes } = blob;
  let readBytes = 0;
  for await (const chunk of await blob.open()) {
    readBytes += (chunk as Buffer).length;
    if (sizeBytes !== null && readBytes > sizeBytes) break;
    yield chunk as Buffer;
  }
  if (sizeBytes !== null && readBytes !== sizeBytes) {
    throw new Error(`a blob of ${sizeBytes} bytes has other content: ${readBytes} bytes were read`);
  }
}

function partHead(boundary: string, blob: ReplyBlob): Buffer {
  const lines = [
    `--${boundary}`,
    `Content-Disposition: ${dispositionOf(blob.name)}`,
    `Content-Type: ${typeOf(blob.mimeType)}`,
    '',
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'utf8');
}

/**
 * The name quoted and in UTF-8 first, which existing clients read up to the next `;` without
 * decoding escapes; then, if that is not exact, in the encoded form that others prefer.
 */
function dispositionOf(name: string | null): string {
  const wanted = name === null || name === '' ? 'file' : name.toWellFormed();
  const plain = wanted.replace(/[\p{Cc}\u2028\u2029"\\;]/gu, '_');
  const isComplete = plain === wanted && /^[\0-\x7f]*$/.test(plain);
  const quoted = `attachment; filename="${plain}"`;
  return isComplete ? quoted : `${quoted}; ${encodedParameter(wanted)}`;
}

function encodedParameter(name: string): string {
  return contentDisposition('attachment', name).slice('attachment; '.length);
}

/** As stored; a type that is invalid in a header is sent as plain bytes. */
function typeOf(mimeType: string | null): string {
  return mimeType !== null && isMediaType(mimeType) ? mimeType : 'application/octet-stream';
}
