import { ApiError } from './errors.ts';
import { serverUrl } from './server.ts';

type QueryValue = string | number | boolean | undefined | readonly string[];

export interface RequestOptions {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Numbers and booleans of properties are JSON numbers and booleans. */
const dialect = { 'X-Cartulary-Dialect': 'native' } as const;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a request with the session of the browser. @throws ApiError */
export async function send(
  method: Method,
  path: string,
  { query = {}, headers = {}, body, signal }: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(serverUrl(path) + queryText(query), {
    method,
    headers: {
      Accept: 'application/json',
      ...dialect,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch(networkProblem);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** As `send`, with the JSON of the answer; undefined where there is none. @throws ApiError */
export async function request<T>(
  method: Method,
  path: string,
  options?: RequestOptions,
): Promise<T> {
  const response = await send(method, path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function networkProblem(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError({ status: 0, message: '' });
}

/** The exception entity of an answer. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    message: messageOf(text),
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}
