import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import type { Config } from '../config/settings.ts';
import type { Dialect } from '../entities/dialect.ts';
import type { Principal } from '../model/principal.ts';
import type { ShownProvider } from '../model/sign-in-source.ts';
import type { ReadUnit, WriteUnit } from '../repository/unit/unit.ts';
import type { QueryMeter, WriteOptions } from '../storage/database.ts';
import type { ParameterDefinition } from './parameters.ts';
import type { PublicAddress } from './public-address.ts';
import type { BodyContent } from './request-content.ts';
import type { WireOptions } from './requests/wire-options.ts';
import type { Responses } from './responses.ts';
import type { Services } from './services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Where a route is below the context path: `api` under /api/v1 and /site/api/v1, each also after
 * /repo/{name}; `automation` under /site/automation and /api/v1/automation; `base` at the root.
 */
export type RouteRoot = 'api' | 'automation' | 'base';

type Access = 'public' | 'authenticated' | 'administrator';

/** How the body is delivered: not at all, parsed JSON, or the untouched stream. */
type BodyKind = 'none' | 'json' | 'stream';

/** See docs/decisions/0041-openapi-and-client.md. */
interface DescribedPath {
  /** Another of the roots that the route is at. */
  readonly below?: '/api/v1/automation';
  /** Variables with few values: the description has a path for each value. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Variables in the place of fixed words, each with that word as its only value. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** One route with its description for the server, OpenAPI and the contract ledger. */
export interface RouteDefinition {
  readonly method: Method;
  readonly root: RouteRoot;
  /** Path pattern below the root; `:name` is one segment, a final `*` the rest. */
  readonly path: string;
  /** How the description shows its path, where two templates would fit the same addresses. */
  readonly described?: DescribedPath;
  readonly access: Access;
  /** Opens the route to all clients, without credentials, where the configuration says so. */
  readonly isPublicWhen?: (config: Config) => boolean;
  /** For what tokens do not open: a token that is limited could get one that is not. */
  readonly refusesTokens?: true;
  /** Changes nothing although its method says otherwise: tokens for reading open it. */
  readonly isForReaders?: true;
  /**
   * About what all repositories share, such as users: it works on the default one, whichever the
   * request names.
   */
  readonly isServerWide?: true;
  /** Its path begins with the name of a repository. */
  readonly namesRepository?: true;
  /**
   * Whether it changes the store, where its method (or `isForReaders`) says otherwise. A server with several
   * processes has its writes made by one of them; a wrong value is slower, and no mistake otherwise.
   */
  readonly writes?: boolean | ((request: WritingRequest) => boolean);
  /** About what the first of several processes remembers. */
  readonly isForFirst?: true;
  /** Monitoring, which must work when there are too many requests. */
  readonly isUnlimited?: true;
  /** Shown in a browser in the place of the error, where credentials are missing. */
  readonly signInPage?: (request: SignInRequest) => RouteReply;
  readonly summary: string;
  readonly body: BodyKind;
  /** Entity type of the JSON body, where one is required. */
  readonly bodyEntity?: string;
  /** What the body may be, for the description: JSON with that entity if left out. */
  readonly bodyContent?: BodyContent;
  /** What it reads besides the segments of its path and the body. */
  readonly parameters?: readonly ParameterDefinition[];
  readonly responses: Responses;
  /** Where the contract's status differs from the default one of the error. */
  readonly statusFor?: Readonly<Partial<Record<ErrorCode, number>>>;
  /**
   * Refuses callers without the permission for any body: before a JSON body is read, which may be
   * large. There is no `body` yet. Throws, or returns the response of the refusal.
   */
  authorize?(context: RequestContext): Promise<RouteReply | undefined> | undefined;
  handle(context: RequestContext): Promise<RouteReply>;
}

/** What of a request says whether it writes. */
export interface WritingRequest {
  readonly method: string;
  /** Path and query, with the aliases resolved. */
  readonly url: string;
  readonly services: Services;
}

/** A request without valid credentials. */
interface SignInRequest {
  readonly headers: IncomingHttpHeaders;
  /** Path and query as sent. */
  readonly url: string;
  readonly publicAddress: PublicAddress;
  /** At which users can sign in instead. */
  readonly providers: readonly ShownProvider[];
}

/** The context of a handler. */
export interface RequestContext {
  readonly services: Services;
  readonly principal: Principal;
  readonly method: Method | 'HEAD';
  /** Values of the pattern's `:name` segments, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The decoded segments matched by a final `*`, matrix parameters stripped. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON when the route's body is `json`. */
  readonly body: unknown;
  /** The request body when the route's body is `stream`. */
  readonly stream: Readable;
  /** What is to be written, as headers and query say. */
  readonly wire: WireOptions;
  readonly dialect: Dialect;
  /** `http://host:8080/nuxeo/`, for generated links. */
  readonly baseUrl: string;
  /** Of this request, as in the log and the response's header. */
  readonly requestId: string;
  /** How the client reaches the server, for cookies and redirects. */
  readonly publicAddress: PublicAddress;
  /** From where the request came, as far as trusted proxies tell. */
  readonly clientAddress: string;
  /** The URL of the request as sent: path and query, undecoded. */
  readonly url: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Counts the queries of the request. */
  readonly meter: QueryMeter;
  /** Runs a read unit whose queries are counted for this request. */
  read<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T>;
  /** As `read`, for queries that callers wrote: stopped at the time limit. @throws AppError store.timeout */
  readBounded<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T>;
  write<T>(work: (unit: WriteUnit) => Promise<T>, options?: WriteOptions): Promise<T>;
}

interface WrittenBody {
  readonly text: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

export interface RouteReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Exactly one of these, or none for an empty response. */
  readonly entity?: object;
  /** The JSON of the entity is long and made in parts; that of lists always is. */
  readonly isLong?: boolean;
  readonly text?: string;
  /** Few, for which a stream would cost more than they do. */
  readonly bytes?: Uint8Array;
  /** An entity that was written before. */
  readonly written?: WrittenBody;
  readonly stream?: Readable;
  /**
   * Releases the resources of the response: once its stream has been sent or the client has
   * disconnected, or right away without a stream. Must not throw.
   */
  readonly release?: () => Promise<void>;
}

/** Identity at run time; gives definitions their type and one place to grow. */
export function defineRoute(route: RouteDefinition): RouteDefinition {
  return route;
}

export function jsonReply(status: number, entity: object): RouteReply {
  return { status, entity };
}

export function emptyReply(status = 204): RouteReply {
  return { status };
}
