import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../base/errors/app-error.ts';
import { parseJson } from '../base/json.ts';
import { limits } from '../base/limits.ts';

const jsonType = /^application\/(?:[\w.+-]*\+)?(?:json|nxrequest|nxentity)\s*(?:;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON request body, bounded in size and depth.
 *
 * @throws AppError request.unsupported-media-type, request.too-large, request.invalid
 */
export async function readJsonBody(
  stream: Readable,
  headers: IncomingHttpHeaders,
): Promise<unknown> {
  const type = headers['content-type'];
  if (type === undefined || !jsonType.test(type)) {
    throw new AppError(
      'request.unsupported-media-type',
      `Content-Type: ${type ?? 'missing'}; send application/json`,
    );
  }
  return parseJsonBytes(await readBodyBytes(stream, headers));
}

/** @throws AppError request.too-large */
export async function readBodyBytes(
  stream: Readable,
  headers: IncomingHttpHeaders,
): Promise<Buffer> {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > limits.jsonBodyBytesMax) throw jsonTooLarge();
  const arrived = takeArrived(stream, announced);
  if (arrived) return arrived;
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the stream would leave its connection open with nobody reading from it.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limits.jsonBodyBytesMax) break;
    chunks.push(chunk as Buffer);
  }
  if (size > limits.jsonBodyBytesMax) {
    // What is left is read and dropped, so that the answer reaches the sender.
    stream.resume();
    throw jsonTooLarge();
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

/**
 * A small body comes with its head and has arrived by now. Taking it at once saves the events of a
 * stream, and the answer is made in the same turn of the event loop as those of other requests.
 */
function takeArrived(stream: Readable, announced: number): Buffer | undefined {
  const { readableLength } = stream;
  if (readableLength === 0 || readableLength !== announced) return undefined;
  const bytes: unknown = stream.read();
  // Nothing is left but the end, which the connection waits for.
  stream.resume();
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}

export function jsonTooLarge(): AppError {
  return new AppError(
    'request.too-large',
    `The JSON body is larger than ${limits.jsonBodyBytesMax} bytes; upload files in a batch`,
  );
}

/**
 * A JSON request as a value, wherever its bytes came from.
 *
 * @throws AppError request.invalid
 */
export function parseJsonBytes(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new AppError('request.invalid', 'The JSON body is empty');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw new AppError('request.invalid', 'The body is not valid UTF-8', { cause });
  }
  refuseDeepNesting(text);
  try {
    return parseJson(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new AppError('request.invalid', `The body is not valid JSON: ${reason}`, { cause });
  }
}

/** Cheap and before parsing: what recurses later must never meet a document ten thousand deep. */
function refuseDeepNesting(text: string): void {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) {
      isInString = true;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limits.jsonDepthMax) {
        throw new AppError(
          'request.invalid',
          `The JSON body is nested deeper than ${limits.jsonDepthMax} levels`,
        );
      }
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
}

/**
 * The body as an object of the wanted entity type.
 *
 * @throws AppError request.invalid
 */
export function requireEntity(body: unknown, entityType: string): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('request.invalid', `Send a JSON object with entity-type "${entityType}"`);
  }
  const entity = body as Record<string, unknown>;
  const actual = entity['entity-type'];
  if (actual === entityType) return entity;
  throw new AppError(
    'request.invalid',
    actual === undefined
      ? 'Json object does not contain an entity-type field as expected'
      : `Json object entity-type is wrong. Expected is ${entityType} but was ${String(actual)}`,
  );
}
