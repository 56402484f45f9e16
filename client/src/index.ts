import { pathFor, queryFor, type Values } from './address.ts';
import { errorOf } from './api-error.ts';
import type {
  Answer,
  CallAnswer,
  CallOptions,
  CommonOptions,
  Method,
  OperationName,
  OptionsArgument,
  PathWith,
  RequestOptions,
} from './api-types.ts';

export { ApiError } from './api-error.ts';
export type { Answer, CallAnswer, CallOptions, OperationName, Schemas } from './api-types.ts';
export type { components, Document, DocumentPage, paths, User } from './schema.gen.ts';

/** In a browser none are needed on pages of the server: the cookie of the session is sent. */
export type Credentials =
  | { readonly username: string; readonly password: string }
  /** Of an application: `POST /api/v1/token`. */
  | { readonly token: string }
  /** Of OAuth2, or a signed JWT. */
  | { readonly accessToken: string };

export interface ClientOptions {
  /** With the context path: `https://docs.example.com/nuxeo`, or `/nuxeo` in a browser. */
  readonly baseUrl: string;
  readonly credentials?: Credentials | undefined;
  /** In the place of the global one. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How values are written; that of the server if left out. */
  readonly dialect?: 'contract' | 'native' | undefined;
  /** Its name, if it is not the default one. */
  readonly repository?: string | undefined;
}

type Send<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...options: OptionsArgument<RequestOptions<P, M>>
) => Promise<Answer<P, M>>;

/** Requests are refused with an ApiError where the status says that they were not served. */
export interface Client {
  readonly GET: Send<'GET'>;
  readonly POST: Send<'POST'>;
  readonly PUT: Send<'PUT'>;
  readonly DELETE: Send<'DELETE'>;
  /** Calls an operation or chain. */
  operation<N extends OperationName>(
    name: N,
    ...options: OptionsArgument<CallOptions<N>>
  ): Promise<CallAnswer<N>>;
  /** The response as it is, for its headers or to read it as a stream. */
  send<M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    ...options: OptionsArgument<RequestOptions<P, M>>
  ): Promise<Response>;
  /** The address of a GET request, for links and pictures. */
  url<P extends PathWith<'GET'>>(
    path: P,
    ...options: OptionsArgument<Pick<RequestOptions<P, 'GET'>, 'path' | 'query'>>
  ): string;
}

interface AnyOptions extends CommonOptions {
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: Values | undefined;
  readonly body?: unknown;
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const base = baseUrl.replace(/\/+$/, '');
  const common = commonHeaders(options);

  const url = (path: string, { path: values, query }: AnyOptions = {}): string =>
    base + pathFor(path, values) + queryFor(query);
  const send = async (method: string, path: string, given: AnyOptions = {}): Promise<Response> => {
    const { headers, body, signal, fetchOptions } = given;
    const response = await fetch(url(path, given), {
      ...fetchOptions,
      method,
      headers: { ...common, ...contentTypeOf(body), ...textsOf(headers) },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  };
  const read = async (method: string, path: string, given?: AnyOptions): Promise<unknown> =>
    contentOf(await send(method, path, given));
  const methods = Object.fromEntries(
    ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [
      method,
      (path: string, given?: AnyOptions) => read(method, path, given),
    ]),
  );
  const operation = (name: string, given: CallParts = {}): Promise<unknown> => {
    const { headers, signal, fetchOptions } = given;
    const body = callBody(given);
    return read('POST', `/site/automation/${name}`, { headers, signal, fetchOptions, body });
  };
  return { ...methods, operation, send, url } as unknown as Client;
}

function commonHeaders({ credentials, dialect, repository }: ClientOptions) {
  return {
    // Violations of constraints are told one by one to those who ask for JSON.
    Accept: 'application/json, */*;q=0.5',
    ...(credentials && credentialsHeader(credentials)),
    ...(dialect && { 'X-Cartulary-Dialect': dialect }),
    ...(repository && { 'X-NXRepository': repository }),
  };
}

function credentialsHeader(credentials: Credentials): Record<string, string> {
  if ('token' in credentials) return { 'X-Authentication-Token': credentials.token };
  if ('accessToken' in credentials) return { Authorization: `Bearer ${credentials.accessToken}` };
  const { username, password } = credentials;
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

function textsOf(headers: Values = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

type Raw = NonNullable<RequestInit['body']>;

function isRaw(body: unknown): body is Raw {
  return (
    typeof body === 'string' ||
    body instanceof Blob ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body)
  );
}

/** `fetch` finds the type of what it takes as it is. */
function contentTypeOf(body: unknown): Record<string, string> {
  return body === undefined || isRaw(body) ? {} : { 'Content-Type': 'application/json' };
}

async function contentOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  // A file, which may be of any type.
  if (response.headers.has('Content-Disposition')) return response.blob();
  if (type.startsWith('application/json')) return response.json();
  if (type.startsWith('text/')) return response.text();
  const content = await response.blob();
  return content.size === 0 && type === '' ? undefined : content;
}

interface CallParts extends AnyOptions {
  readonly input?: unknown;
  readonly params?: unknown;
  readonly context?: unknown;
}

/** Files are sent as they are, behind the rest of the call. */
function callBody({ input, params = {}, context = {} }: CallParts): unknown {
  const files = filesIn(input);
  if (files === undefined) return { input, params, context };
  const form = new FormData();
  const call = JSON.stringify({ params, context });
  form.append('request', new Blob([call], { type: 'application/json' }));
  for (const file of files) form.append('input', file);
  return form;
}

function filesIn(input: unknown): readonly Blob[] | undefined {
  const all: readonly unknown[] = [input].flat();
  return all.length > 0 && all.every((each) => each instanceof Blob) ? all : undefined;
}
