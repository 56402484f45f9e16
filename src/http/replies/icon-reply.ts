import type { RequestContext, RouteReply } from '../route.ts';
import { evaluatePreconditions } from './conditional.ts';
import { type IconFamily, iconSvg } from './icon-artwork.ts';

/** Changes with the artwork. */
const iconEdition = 1;

/** An icon as the response; `cacheControl` says for how long it stands for what was requested. */
export function iconReply(
  context: RequestContext,
  family: IconFamily,
  cacheControl: string,
): RouteReply {
  const validators = { etag: `"icon-${family}-${iconEdition}"`, lastModifiedMs: null };
  const lasting = {
    ETag: validators.etag,
    'Cache-Control': cacheControl,
    // Also of 304, whose headers take the place of those that the client has kept.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  const precondition = evaluatePreconditions('GET', onlyNoneMatch(context), validators);
  if (precondition === 'not-modified') return { status: 304, headers: lasting };
  const headers = {
    ...lasting,
    'Content-Type': 'image/svg+xml',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, text: iconSvg(family) };
}

/** The other conditions are for what the icon stands for. */
function onlyNoneMatch({ headers }: RequestContext): RequestContext['headers'] {
  const tag = headers['if-none-match'];
  return tag === undefined ? {} : { 'if-none-match': tag };
}
