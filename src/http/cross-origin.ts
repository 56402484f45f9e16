import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../base/errors/app-error.ts';
import type { Config } from '../config/settings.ts';
import type { PublicAddress } from './public-address.ts';
import type { ReplyHeaders } from './replies/reply-headers.ts';

type CrossOriginConfig = Pick<Config, 'corsCredentials' | 'corsHeaders' | 'corsOrigins'>;

const methods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/** What clients of the API send beyond the headers that need no permission. */
const requestHeaders = new Set([
  'accept',
  'accept-language',
  'authorization',
  'cache-control',
  'content-language',
  'content-type',
  'csrf-token',
  'depth',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'properties',
  'range',
  'skipaggregates',
  'source',
  'update-comment',
  'want-digest',
]);
/** Families of headers, each with a name of its own per entity or purpose. */
const requestHeaderFamilies =
  /^(?:(?:enrichers|fetch|translate)[.-]|x-|nuxeo-(?!virtual-host$)|nx[-_])[\w.-]+$/;
/** Says how the client reached a proxy; a page has no business with it. */
const proxyHeaders = /^x-(?:forwarded|real)-/;

/** What clients read of an answer; scripts see nothing else. */
const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Digest',
  'ETag',
  'Idempotency-Key',
  'Last-Modified',
  'Location',
  'Retry-After',
  'Server-Timing',
  'X-Request-Id',
].join(', ');

/** How long a browser remembers the answer to its question; Chrome takes no more than two hours. */
const rememberSeconds = 600;

const nothing: ReplyHeaders = {};

/**
 * Which pages of other sites may use this server (cross-origin resource sharing), and what keeps the
 * others out. docs/guide/network.md says it for users.
 */
export class CrossOrigin {
  readonly #config: CrossOriginConfig;
  readonly #origins: ReadonlySet<string>;
  readonly #ownHeaders: ReadonlySet<string>;
  readonly #isAny: boolean;

  constructor(config: CrossOriginConfig) {
    this.#config = config;
    this.#origins = new Set(config.corsOrigins);
    this.#ownHeaders = new Set(config.corsHeaders.map((name) => name.toLowerCase()));
    this.#isAny = this.#origins.has('*');
  }

  /** For every answer, errors included: otherwise a page is not even told what went wrong. */
  replyHeaders({ origin }: IncomingHttpHeaders): ReplyHeaders {
    if (this.#origins.size === 0) return nothing;
    const vary: ReplyHeaders = this.#isAny ? {} : { Vary: 'Origin' };
    if (origin === undefined || !this.#allows(origin)) return vary;
    return {
      ...vary,
      'Access-Control-Allow-Origin': this.#isAny ? '*' : origin,
      ...(this.#config.corsCredentials && { 'Access-Control-Allow-Credentials': 'true' }),
      'Access-Control-Expose-Headers': exposedHeaders,
    };
  }

  /**
   * The answer to a browser's question what a page of another site may send; undefined for a request
   * that asks no such thing.
   *
   * @throws AppError permission.denied
   */
  preflightHeaders(headers: IncomingHttpHeaders): ReplyHeaders | undefined {
    const { origin } = headers;
    if (origin === undefined || !isPreflight(headers)) return undefined;
    if (!this.#allows(origin)) throw refusal(`pages of ${shown(origin)} may not use this server`);
    const asked = (headers['access-control-request-headers'] ?? '').split(',');
    const names = asked.map((name) => name.trim().toLowerCase());
    const allowed = names.filter((name) => this.#allowsHeader(name));
    const varying = this.#isAny ? [] : ['Origin'];
    return {
      'Access-Control-Allow-Methods': methods,
      ...(allowed.length > 0 && { 'Access-Control-Allow-Headers': allowed.join(', ') }),
      'Access-Control-Max-Age': rememberSeconds,
      Vary: [...varying, 'Access-Control-Request-Method', 'Access-Control-Request-Headers'].join(
        ', ',
      ),
    };
  }

  /**
   * A page of another site may make a browser send requests with our session cookie; its origin
   * gives it away. Programs that are not browsers send neither Origin nor Referer and pass.
   *
   * @throws AppError permission.denied
   */
  refuseForeign(method: string, headers: IncomingHttpHeaders, own: Own): void {
    if (safeMethods.has(method)) return;
    const source = foreignSource(headers, own);
    if (source === undefined || this.#allows(originOf(source))) return;
    throw refusal(
      `the request is of a page of ${shown(originOf(source))}, and this server is ${own.origin} to it`,
    );
  }

  /**
   * Whether the session cookie counts. Without leave for credentials a page of another site may only
   * use what it sends itself: the cookie would be that of a user who knows nothing of the page.
   */
  acceptsCookie(method: string, headers: IncomingHttpHeaders, own: Own): boolean {
    if (this.#origins.size === 0 || this.#config.corsCredentials) return true;
    return safeMethods.has(method) || foreignSource(headers, own) === undefined;
  }

  #allows(origin: string): boolean {
    return this.#isAny || this.#origins.has(origin);
  }

  #allowsHeader(name: string): boolean {
    if (this.#ownHeaders.has(name)) return true;
    if (requestHeaders.has(name)) return true;
    return requestHeaderFamilies.test(name) && !proxyHeaders.test(name);
  }
}

/** Whether a browser asks what a page may send before it sends it. */
export function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

type Own = Pick<PublicAddress, 'origin'>;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const extensionSchemes = /^(?:moz|chrome)-extension:/;

/** Origin or Referer of a page that is not of this server. */
function foreignSource(headers: IncomingHttpHeaders, own: Own): string | undefined {
  const source = headers.origin ?? headers.referer;
  if (source === undefined || extensionSchemes.test(source)) return undefined;
  return originOf(source) === own.origin ? undefined : source;
}

/** Of an Origin or Referer; the text itself when it is no web address, such as `null`. */
function originOf(source: string): string {
  const origin = URL.parse(source)?.origin;
  return origin === undefined || origin === 'null' ? source : origin;
}

function refusal(reason: string): AppError {
  return new AppError(
    'permission.denied',
    `CSRF check failure: ${reason}. Is the page another site, list its origin in corsOrigins; is it this server behind a proxy, set publicUrl or trustedProxies`,
  );
}

function shown(origin: string): string {
  return origin.slice(0, 200);
}
