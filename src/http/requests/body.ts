import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { sleepUnlessAborted } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { JsonText } from '../../base/json-text.ts';
import { limits } from '../../base/limits.ts';
import { turnAfter } from '../../base/turns.ts';
import type { Config } from '../../config/settings.ts';
import { BodyChunks } from './body-chunks.ts';
import { dropContent, openContent, toContentError } from './content-coding.ts';

const jsonType = /^application\/(?:[\w.+-]*\+)?(?:json|nxrequest|nxentity)\s*(?:;|$)/i;
const mebibyte = 1024 * 1024;

/** The body of a request. Accessing the stream makes a waiting client send it. */
export interface BodySource {
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
}

export interface JsonBodyRules {
  readonly bytesMax: number;
  readonly timeoutMs: number;
}

/** The rules of the configuration. */
export function jsonRulesOf({ jsonBodyMaxMegabytes }: Config): JsonBodyRules {
  return { bytesMax: jsonBodyMaxMegabytes * mebibyte, timeoutMs: limits.jsonBodyTimeoutMs };
}

/**
 * Reads a JSON request body, bounded in size, depth, number of values and time.
 *
 * @throws AppError request.unsupported-media-type, request.too-large, request.invalid, request.timeout
 */
export async function readJsonBody(source: BodySource, rules: JsonBodyRules): Promise<unknown> {
  const type = source.headers['content-type'];
  if (type === undefined || !jsonType.test(type)) {
    throw new AppError(
      'request.unsupported-media-type',
      `Content-Type: ${type ?? 'missing'}; send application/json`,
    );
  }
  const text = new JsonText();
  const whole = takeWhole(source, rules);
  if (whole) return text.parseWhole(whole);
  let length = 0;
  const take = (chunk: Buffer): void => {
    length += chunk.length;
    text.add(chunk);
  };
  await readBounded(source, { ...rules, take });
  const parsed = text.parse();
  return parsed instanceof Promise ? turnAfter({ length }, await parsed) : parsed;
}

interface BoundedReading extends JsonBodyRules {
  /** Called with each piece in order; an error ends the reading. */
  take(chunk: Buffer): void;
}

/**
 * Passes on a body piece by piece, decoded.
 *
 * @throws AppError request.too-large, request.invalid, request.unsupported-media-type,
 *   request.timeout; errors of `take`
 */
export async function readBounded(
  source: BodySource,
  { bytesMax, timeoutMs, take }: BoundedReading,
): Promise<void> {
  const { headers } = source;
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > bytesMax) throw jsonTooLarge(bytesMax);
  const { stream } = source;
  let size = 0;
  const takeBounded = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > bytesMax) throw jsonTooLarge(bytesMax);
    take(chunk);
  };
  const isEncoded = headers['content-encoding'] !== undefined;
  if (!isEncoded && hasArrived(stream, announced)) return takeArrived(stream, takeBounded);
  const body = openContent(stream, headers);
  const chunks = new BodyChunks(body);
  try {
    await takeInTime(chunks, takeBounded, timeoutMs);
  } catch (error) {
    chunks.drop();
    dropContent(stream, body);
    throw toContentError(error);
  }
}

/**
 * A small body is received with its head. Reading it at once saves the events of a stream, and the
 * response is made in the same turn of the event loop as those of other requests.
 */
function hasArrived({ readableLength }: Readable, announced: number): boolean {
  return readableLength > 0 && readableLength === announced;
}

/** Up to this many bytes a JSON text is parsed in so short a time that other requests need no turn after it. */
const wholeBytesMax = 64 * 1024;

/** A small body that has arrived with its head. A client that waits is asked for the body only if it may send it. */
function takeWhole(source: BodySource, { bytesMax }: JsonBodyRules): Buffer | undefined {
  const { headers } = source;
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > Math.min(wholeBytesMax, bytesMax)) return undefined;
  if (headers['content-encoding'] !== undefined) return undefined;
  const { stream } = source;
  if (!hasArrived(stream, announced)) return undefined;
  const bytes: Buffer | null = stream.read(announced);
  // Only the end is left, for which the connection waits.
  stream.resume();
  return bytes ?? undefined;
}

/** A read returns one chunk or all at once, depending on the version of Node. */
function takeArrived(stream: Readable, take: (chunk: Buffer) => void): void {
  try {
    for (let chunk: Buffer | null = stream.read(); chunk !== null; chunk = stream.read()) {
      take(chunk);
    }
  } finally {
    // Only the end is left, for which the connection waits.
    stream.resume();
  }
}

async function takeInTime(
  chunks: BodyChunks,
  take: (chunk: Buffer) => void,
  timeoutMs: number,
): Promise<void> {
  const end = new AbortController();
  const late = sleepUnlessAborted(timeoutMs, end.signal).then(() => {
    throw tooSlow(timeoutMs);
  });
  late.catch(() => undefined);
  try {
    const next = () => Promise.race([chunks.next(), late]);
    for (let chunk = await next(); chunk; chunk = await next()) take(chunk);
  } finally {
    end.abort('over');
  }
}

function tooSlow(timeoutMs: number): AppError {
  return new AppError(
    'request.timeout',
    `The JSON body did not arrive within ${timeoutMs / 1000} s; upload files in a batch`,
  );
}

export function jsonTooLarge(bytesMax: number): AppError {
  const largest = limits.jsonBodyBytesMax / mebibyte;
  return new AppError(
    'request.too-large',
    `The JSON body is larger than ${bytesMax} bytes; upload files in a batch, or have the setting jsonBodyMaxMegabytes raised (to ${largest} at most)`,
  );
}

/**
 * The body as an object of the required entity type.
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
      ? `Json object does not contain an entity-type field as expected: send "entity-type": "${entityType}"`
      : `Json object entity-type is wrong. Expected is ${entityType} but was ${describeType(actual)}`,
  );
}

/** Describes a value that should be a name: the name, or its type. */
function describeType(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 100);
  return typeof value === 'object' && value !== null ? 'an object or a list' : String(value);
}
