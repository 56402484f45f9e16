import { AppError } from '../base/errors/app-error.ts';

/** A request URL with its aliases resolved, for routing. */
interface CanonicalUrl {
  readonly url: string;
  /** From `/repo/{name}`; undefined when the URL names none. */
  readonly repository: string | undefined;
}

/**
 * `/site/api/v1` is the same as `/api/v1`, `/site/automation` as `/api/v1/automation`, and
 * `/repo/{name}` after either selects the repository for what follows.
 */
export function canonicalUrl(url: string, contextPath: string): CanonicalUrl {
  if (!url.startsWith(contextPath)) return { url, repository: undefined };
  let rest = url.slice(contextPath.length);
  if (rest.startsWith('/site/api/v1')) rest = rest.slice('/site'.length);
  else if (rest.startsWith('/site/automation')) rest = `/api/v1${rest.slice('/site'.length)}`;
  const place = repositoryPlaces.find((start) => rest.startsWith(start));
  if (place === undefined)
    return { url: contextPath + withoutTrailingSlash(rest), repository: undefined };
  const repository = rest.slice(place.length).split(/[/?]/, 1)[0] ?? '';
  const root = place.slice(0, -'/repo/'.length);
  rest = root + rest.slice(place.length + repository.length);
  return { url: contextPath + withoutTrailingSlash(rest), repository };
}

/** Where a URL may name a repository. */
const repositoryPlaces = ['/api/v1/repo/', '/api/v1/automation/repo/'];

/** One trailing slash is ignored, except for the root document at `/path/`; the start page has one. */
function withoutTrailingSlash(rest: string): string {
  const end = rest.indexOf('?');
  const path = end === -1 ? rest : rest.slice(0, end);
  if (path === '') return `/${rest}`;
  if (path === '/') return rest;
  // More slashes are empty names and not the root.
  if (!path.endsWith('/') || /^\/api\/v1\/path\/+$/.test(path)) return rest;
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
