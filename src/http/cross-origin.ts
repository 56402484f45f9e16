import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../base/errors/app-error.ts';
import type { Config } from '../config/settings.ts';
import type { PublicAddress } from './public-address.ts';
import type { ReplyHeaders } from './replies/reply-headers.ts';

type CrossOriginConfig = Pick<Config, 'corsCredentials' | 'corsHeaders' | 'corsOrigins'>;

const methods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/** Headers of API clients, other than those that need no permission. */
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
/** Families of headers, with a name for each entity or purpose. */
const requestHeaderFamilies =
  /^(?:(?:enrichers|fetch|translate)[.-]|x-|nuxeo-(?!virtual-host$)|nx[-_])[\w.-]+$/;
/** Headers by which a proxy reports the client; pages must not send them. */
const proxyHeaders = /^x-(?:forwarded|real)-/;

/** Headers of a response that clients read; scripts cannot read others. */
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
  'X-Error-Code',
  'X-Request-Id',
].join(', ');

/** How long a browser caches the result of a preflight request; Chrome at most two hours. */
const preflightSeconds = 600;

const nothing: ReplyHeaders = {};

/**
 * Which pages of other sites may use this server (cross-origin resource sharing), and the
 * protection against others. See docs/guide/network.md.
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

  /** For every response, errors included: otherwise a page cannot read the error. */
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
   * The headers of the response to a preflight request, which asks what a page of another site may
   * send; undefined for other requests.
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
      'Access-Control-Max-Age': preflightSeconds,
      Vary: [...varying, 'Access-Control-Request-Method', 'Access-Control-Request-Headers'].join(
        ', ',
      ),
    };
  }

  /**
   * A page of another site may make a browser send requests with this server's session cookie;
   * their origin reveals them. Programs other than browsers send neither Origin nor Referer and
   * pass.
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
   * Whether the session cookie is accepted. Without permission for credentials a page of another
   * site may only send its own: the cookie belongs to a user who has not agreed.
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

/** Whether it is a preflight request, by which a browser asks what a page may send. */
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

/** The origin of an Origin or Referer; the text itself when it is not a web address, such as `null`. */
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
