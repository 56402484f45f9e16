import { Readable } from 'node:stream';
import { operationFailed } from '../../automation/operation-error.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { sentMediaType } from '../../model/media-type.ts';

/** Content of another server. `stream` must be read or destroyed. */
export interface FetchedContent {
  readonly stream: Readable;
  /** From the `Content-Type`, without parameters; null when there is none. */
  readonly mimeType: string | null;
  readonly encoding: string | null;
  /** The URL after redirects. */
  readonly url: URL;
}

const redirectsMax = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** A server that stops sending must not block the execution. */
const transferTimeoutMs = 5 * 60 * 1000;

const schemes = new Set(['http:', 'https:']);

export function isFetchable({ protocol }: URL): boolean {
  return schemes.has(protocol);
}

interface FetchOptions {
  readonly signal: AbortSignal | undefined;
  /** For the whole transfer. */
  readonly timeoutMs?: number;
}

/**
 * Starts to read a resource of the web, whose size is not known yet.
 *
 * @throws AppError operation.failed when the server cannot be reached, answers with an error, or
 *   redirects to another scheme than http and https
 */
export async function fetchUrl(
  url: URL,
  { signal, timeoutMs = transferTimeoutMs }: FetchOptions,
): Promise<FetchedContent> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
  let next = url;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const response = await request(next, ends);
    const location = redirectOf(response, next);
    if (!location) return contentOf(response, next);
    await response.body?.cancel();
    next = location;
  }
  throw operationFailed(`${shown(url)} redirects more than ${redirectsMax} times`);
}

async function request(url: URL, signal: AbortSignal): Promise<Response> {
  if (!isFetchable(url))
    throw operationFailed(`${url.protocol} is not followed: use http or https`);
  if (url.username !== '' || url.password !== '') {
    throw operationFailed(`${shown(url)}: URLs with a user name are not supported`);
  }
  try {
    return await fetch(url, { redirect: 'manual', signal });
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location');
  if (!redirectStatuses.has(status) || location === null) return undefined;
  if (URL.canParse(location, from)) return new URL(location, from);
  throw operationFailed(`${shown(from)} redirects to what is no URL`);
}

async function contentOf(response: Response, url: URL): Promise<FetchedContent> {
  if (!response.ok) {
    await response.body?.cancel();
    throw operationFailed(`${shown(url)} answered ${response.status}`);
  }
  const [type = '', ...parameters] = (response.headers.get('content-type') ?? '').split(';');
  const charset = parameters.map((text) => /^\s*charset="?([\w.:-]+)"?\s*$/i.exec(text)?.[1]);
  return {
    stream: Readable.from(chunksOf(response, url), { objectMode: false }),
    mimeType: sentMediaType(type)?.toLowerCase() ?? null,
    encoding: charset.find((name) => name !== undefined) ?? null,
    url,
  };
}

/** A broken connection is not a failure of this server. */
async function* chunksOf({ body }: Response, url: URL): AsyncGenerator<Uint8Array> {
  if (!body) return;
  try {
    yield* body;
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

function unreachable(url: URL, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return operationFailed(`${shown(url)} could not be read`, cause);
}

/** Without parts that may be secret. */
function shown({ origin, pathname }: URL): string {
  return origin + pathname;
}
