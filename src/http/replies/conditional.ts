import type { IncomingHttpHeaders } from 'node:http';

/** What identifies the present state of a response. */
export interface Validators {
  /** In quotes. */
  readonly etag: string;
  readonly lastModifiedMs: number | null;
}

type Precondition = 'proceed' | 'not-modified' | 'failed';

/**
 * Evaluates the conditional headers in the order of RFC 9110, section 13.2.2: a tag has priority
 * over a date, so content that was replaced within one second is not treated as unchanged.
 */
export function evaluatePreconditions(
  method: string,
  headers: IncomingHttpHeaders,
  validators: Validators,
): Precondition {
  const isRead = method === 'GET' || method === 'HEAD';
  const ifMatch = headers['if-match'];
  const unmodifiedSince = dateOf(headers['if-unmodified-since']);
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, validators.etag)) return 'failed';
  } else if (unmodifiedSince !== undefined && secondsOf(validators) > unmodifiedSince) {
    return 'failed';
  }
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    if (!matches(ifNoneMatch, validators.etag)) return 'proceed';
    return isRead ? 'not-modified' : 'failed';
  }
  const modifiedSince = dateOf(headers['if-modified-since']);
  const isUnchanged = modifiedSince !== undefined && secondsOf(validators) <= modifiedSince;
  return isRead && isUnchanged ? 'not-modified' : 'proceed';
}

/** Whether a `Range` still refers to the content of which the client has a part. */
export function isRangeCurrent(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const value = headers['if-range'];
  if (value === undefined) return true;
  if (typeof value === 'string' && /^\s*(?:W\/)?"/.test(value)) {
    return value.trim() === validators.etag;
  }
  const date = dateOf(value);
  return date !== undefined && secondsOf(validators) === date;
}

/** HTTP dates have whole seconds. An unknown date is never matched. */
function secondsOf({ lastModifiedMs }: Validators): number {
  return lastModifiedMs === null ? Number.NaN : Math.floor(lastModifiedMs / 1000) * 1000;
}

function dateOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const parsed = Date.parse(header);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function matches(header: string, etag: string): boolean {
  return header.split(',').some((item) => {
    const tag = item.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}
