import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import { JsonText } from '../../base/json-text.ts';
import { limits } from '../../base/limits.ts';
import { jsonTooLarge } from '../requests/body.ts';
import { BodyChunks } from '../requests/body-chunks.ts';
import { dropContent, openContent, toContentError } from '../requests/content-coding.ts';
import { parseParameterHeader } from '../requests/header-parameters.ts';
import { createTransferDecoder, type TransferDecoder } from '../requests/transfer-decoder.ts';
import { type MultipartEvent, MultipartParser } from './multipart-parser.ts';
import { type PartHead, parsePartHead } from './part-head.ts';

export interface BlobPart extends Omit<PartHead, 'transferEncoding'> {
  /** Decoded; fails when the body is cut short. To be read before the next part comes. */
  readonly stream: Readable;
}

export interface MultipartHandlers<T> {
  /** Bytes that the first part may have. */
  readonly jsonBytesMax?: number;
  /** Given the first part, before any blob. Nothing may be done yet: the body may still turn out bad. */
  onRequest(json: unknown): void | Promise<void>;
  /** Given each further part in its turn; the next one waits. */
  onBlob(part: BlobPart): Promise<T>;
}

const multipartType = /^multipart\/(?:related|form-data)\s*(?:;|$)/i;

/** Whether the body is a request with content; its details are looked at when it is read. */
export function isMultipartRequest(headers: IncomingHttpHeaders): boolean {
  return multipartType.test(headers['content-type'] ?? '');
}

/**
 * Reads an operation request with content as a stream: JSON in the first part, whatever its name or
 * type, a blob in each further one. Answers what `onBlob` answered, in the order of the parts. What
 * `onBlob` has kept of earlier parts is its owner's to remove when this fails.
 *
 * @throws AppError request.invalid, request.too-large for the JSON,
 *   request.unsupported-media-type; whatever the handlers throw
 */
export async function readMultipartRequest<T>(
  stream: Readable,
  headers: IncomingHttpHeaders,
  handlers: MultipartHandlers<T>,
): Promise<T[]> {
  const parser = new MultipartParser(boundaryOf(headers));
  const body = openContent(stream, headers);
  const chunks = new BodyChunks(body);
  try {
    return await readParts(new MultipartReader(chunks, parser), handlers);
  } catch (error) {
    chunks.drop();
    dropContent(stream, body);
    throw error;
  }
}

function boundaryOf(headers: IncomingHttpHeaders): string {
  if (!isMultipartRequest(headers)) {
    const type = headers['content-type'] ?? 'missing';
    throw new AppError(
      'request.unsupported-media-type',
      `Content-Type: ${type}; send multipart/related or multipart/form-data`,
    );
  }
  const { parameters } = parseParameterHeader(headers['content-type'] ?? '');
  const boundary = parameters.get('boundary');
  if (boundary !== undefined) return boundary;
  throw new AppError('request.invalid', 'Content-Type: the multipart boundary is missing');
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
    results.push(await readBlobPart(reader, head, handlers));
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
    return text.parse();
  } catch (cause) {
    if (!isAppError(cause, 'request.invalid') || reader.failure) throw cause;
    throw new AppError(cause.code, `The first part must be the request as JSON: ${cause.message}`, {
      cause,
    });
  }
}

async function readBlobPart<T>(
  reader: MultipartReader,
  head: PartHead,
  { onBlob }: MultipartHandlers<T>,
): Promise<T> {
  const stream = Readable.from(reader.content(head), { objectMode: false });
  // A reader that has stopped is not told any more, and an error without a listener ends the process.
  stream.on('error', () => undefined);
  const { name, filename, mimeType, encoding } = head;
  let result: T;
  try {
    result = await onBlob({ name, filename, mimeType, encoding, stream });
  } catch (error) {
    stream.destroy();
    // A body that broke off is the cause, whatever the receiver makes of it.
    throw reader.failure ?? error;
  }
  await closed(stream);
  await reader.skipPart();
  return result;
}

/** Until nothing reads from the body for it any more. */
async function closed(stream: Readable): Promise<void> {
  if (stream.closed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once('close', resolve);
  stream.destroy();
  await promise;
}

/** The events of a body, each read when it is asked for. */
class MultipartReader {
  readonly #events: AsyncGenerator<MultipartEvent, void>;
  #isInPart = false;
  #failure: AppError | undefined;

  constructor(chunks: BodyChunks, parser: MultipartParser) {
    this.#events = parse(chunks, parser);
  }

  /** Why the body cannot be read any further. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  /** Undefined after the last part. */
  async nextHead(): Promise<PartHead | undefined> {
    const event = await this.#next();
    return event?.kind === 'head' ? parsePartHead(event.bytes) : undefined;
  }

  /** The decoded content of the part whose head was read last. */
  content({ transferEncoding }: PartHead): AsyncGenerator<Buffer> {
    return this.#decoded(createTransferDecoder(transferEncoding));
  }

  async *#decoded(decoder: TransferDecoder): AsyncGenerator<Buffer> {
    for (let event = await this.#next(); event?.kind === 'content'; event = await this.#next()) {
      const { bytes } = event;
      const decoded = this.#orFail(() => decoder.decode(bytes));
      if (decoded.length > 0) yield decoded;
    }
    const rest = this.#orFail(() => decoder.finish());
    if (rest.length > 0) yield rest;
  }

  /** Content that cannot be decoded spoils the whole body. */
  #orFail<T>(decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      if (isAppError(error)) this.#failure = error;
      throw error;
    }
  }

  async skipPart(): Promise<void> {
    while (this.#isInPart) await this.#next();
  }

  async #next(): Promise<MultipartEvent | undefined> {
    if (this.#failure) throw this.#failure;
    try {
      const { value } = await this.#events.next();
      if (value) this.#isInPart = value.kind !== 'end';
      return value ?? undefined;
    } catch (error) {
      const reason = toContentError(error);
      this.#failure = isAppError(reason) ? reason : cutShort(error);
      throw this.#failure;
    }
  }
}

async function* parse(
  chunks: BodyChunks,
  parser: MultipartParser,
): AsyncGenerator<MultipartEvent, void> {
  for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) {
    yield* parser.feed(chunk);
  }
  parser.finish();
}

function cutShort(cause: unknown): AppError {
  return new AppError('request.invalid', 'The multipart body is cut short', { cause });
}
