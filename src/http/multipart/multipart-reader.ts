import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import { BodyChunks } from '../requests/body-chunks.ts';
import { dropContent, openContent, toContentError } from '../requests/content-coding.ts';
import { parseParameterHeader } from '../requests/header-parameters.ts';
import { createTransferDecoder, type TransferDecoder } from '../requests/transfer-decoder.ts';
import { type MultipartEvent, MultipartParser } from './multipart-parser.ts';
import { type PartHead, parsePartHead } from './part-head.ts';

/**
 * Decodes a multipart body of any kind for `read`. When that fails, the rest of the body is
 * dropped, so that the client receives the reply.
 *
 * @throws AppError request.invalid, request.unsupported-media-type; errors of `read`
 */
export async function readMultipart<T>(
  stream: Readable,
  headers: IncomingHttpHeaders,
  read: (reader: MultipartReader) => Promise<T>,
): Promise<T> {
  const parser = new MultipartParser(boundaryOf(headers));
  const body = openContent(stream, headers);
  const chunks = new BodyChunks(body);
  try {
    return await read(new MultipartReader(chunks, parser));
  } catch (error) {
    chunks.drop();
    dropContent(stream, body);
    throw error;
  }
}

function boundaryOf(headers: IncomingHttpHeaders): string {
  const { parameters } = parseParameterHeader(headers['content-type'] ?? '');
  const boundary = parameters.get('boundary');
  if (boundary !== undefined) return boundary;
  throw new AppError('request.invalid', 'Content-Type: the multipart boundary is missing');
}

/** The parts of a body, read on demand. */
export class MultipartReader {
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

  /** Skips the rest of the previous part. Undefined after the last part. */
  async nextHead(): Promise<PartHead | undefined> {
    while (this.#isInPart) await this.#next();
    const event = await this.#next();
    return event?.kind === 'head' ? parsePartHead(event.bytes) : undefined;
  }

  /** The decoded content of the part whose head was read last. */
  content({ transferEncoding }: PartHead): AsyncGenerator<Buffer> {
    return this.#decoded(createTransferDecoder(transferEncoding));
  }

  /** Passes on the content as a stream; `receive` may stop before its end. */
  async receivePart<T>(head: PartHead, receive: (stream: Readable) => Promise<T>): Promise<T> {
    const stream = Readable.from(this.content(head), { objectMode: false });
    // The reader may have stopped, and an error event without a listener ends the process.
    stream.on('error', () => undefined);
    try {
      const result = await receive(stream);
      await closed(stream);
      return result;
    } catch (error) {
      stream.destroy();
      // A truncated body is the cause, whatever error the receiver throws.
      throw this.#failure ?? error;
    }
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

  /** Content that cannot be decoded makes the whole body invalid. */
  #orFail<T>(decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      if (isAppError(error)) this.#failure = error;
      throw error;
    }
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

/** Resolves when the stream no longer reads from the body. */
async function closed(stream: Readable): Promise<void> {
  if (stream.closed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once('close', resolve);
  stream.destroy();
  await promise;
}
