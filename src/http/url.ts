import { AppError } from '../base/errors/app-error.ts';

export const defaultRepository = 'default';

/** A request URL with its aliases taken away: what routing sees. */
export interface CanonicalUrl {
  readonly url: string;
  /** From `/repo/{name}`; undefined when the URL names none. */
  readonly repository: string | undefined;
}

/**
 * `/site/api/v1` is the same as `/api/v1`, `/site/automation` as `/api/v1/automation`, and
 * `/repo/{name}` selects the repository for what follows.
 */
export function canonicalUrl(url: string, contextPath: string): CanonicalUrl {
  if (!url.startsWith(contextPath)) return { url, repository: undefined };
  let rest = url.slice(contextPath.length);
  if (rest.startsWith('/site/api/v1')) rest = rest.slice('/site'.length);
  else if (rest.startsWith('/site/automation')) rest = `/api/v1${rest.slice('/site'.length)}`;
  const match = rest.startsWith('/api/v1/repo/') ? /^\/api\/v1\/repo\/([^/?]*)/.exec(rest) : null;
  if (match) rest = `/api/v1${rest.slice(match[0].length)}`;
  return {
    url: contextPath + withoutTrailingSlash(rest),
    repository: match ? match[1] : undefined,
  };
}

/** One trailing slash means nothing, but for the root document at `/path/`; the start page has one. */
function withoutTrailingSlash(rest: string): string {
  const end = rest.indexOf('?');
  const path = end === -1 ? rest : rest.slice(0, end);
  if (path === '') return `/${rest}`;
  if (path === '/') return rest;
  if (!path.endsWith('/') || path === '/api/v1/path/') return rest;
  return path.slice(0, -1) + rest.slice(path.length);
}

/**
 * One path segment as text: matrix parameters stripped, percent-decoded as UTF-8.
 *
 * @throws AppError request.invalid for broken escapes, and for an escaped slash, which no document
 *   name can contain
 */
export function decodeSegment(segment: string): string {
  const semicolon = segment.indexOf(';');
  const plain = semicolon === -1 ? segment : segment.slice(0, semicolon);
  if (!plain.includes('%')) return plain;
  try {
    const decoded = decodeURIComponent(plain);
    if (!decoded.includes('/')) return decoded;
  } catch (cause) {
    throw new AppError('request.invalid', `The path has an invalid escape: ${plain}`, { cause });
  }
  throw new AppError('request.invalid', `The path has an escaped slash in a segment: ${plain}`);
}

/** The path part of a URL, without query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

const noQuery = new URLSearchParams();

export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return start === -1 ? noQuery : new URLSearchParams(url.slice(start + 1));
}

export interface OriginHeaders {
  readonly [name: string]: string | string[] | undefined;
}

/**
 * `http://host:8080/nuxeo/`, as the client sees the server: its own header first, then what a proxy
 * says, then the request itself. Default ports are left out. Always a URL that can be parsed.
 */
export function baseUrlOf(
  headers: OriginHeaders,
  options: { contextPath: string; virtualHost: string | null; fallbackHost: string },
): string {
  const virtual = first(headers['nuxeo-virtual-host']);
  if (virtual !== undefined && isWebUrl(virtual)) return withSlash(virtual);
  if (options.virtualHost !== null) return withSlash(options.virtualHost);
  const protocol = first(headers['x-forwarded-proto']) ?? 'http';
  const host = first(headers['x-forwarded-host']) ?? first(headers.host) ?? options.fallbackHost;
  const port = first(headers['x-forwarded-port']);
  const authority = port !== undefined && !/:\d+$/.test(host) ? `${host}:${port}` : host;
  const isDefault = protocol === 'https' ? ':443' : ':80';
  const shown = authority.endsWith(isDefault) ? authority.slice(0, -isDefault.length) : authority;
  const url = `${protocol}://${shown}${options.contextPath}/`;
  return isWebUrl(url) ? url : `http://localhost${options.contextPath}/`;
}

/** Headers may say anything; links and comparisons are made with what can be one. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
}

function first(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text?.split(',')[0]?.trim();
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
