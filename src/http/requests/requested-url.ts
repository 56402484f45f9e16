import type { PublicAddress } from '../public-address.ts';

/** Spaces, control characters, and a backslash, which browsers take for a slash. */
const unsafe = /[\s\p{Cc}\\]/u;

/**
 * Where a browser goes after the sign-in, as a path with query and fragment; undefined when that is not an
 * address of this server. It is relative to the context path, which it may also begin with.
 */
export function localAddress(requested: string, publicAddress: PublicAddress): string | undefined {
  const { baseUrl, contextPath } = publicAddress;
  if (unsafe.test(requested) || requested.startsWith('//')) return undefined;
  if (/^[^/?#]*:/.test(requested)) return undefined;
  const isComplete = requested === contextPath || requested.startsWith(`${contextPath}/`);
  const relative = isComplete ? requested.slice(contextPath.length) : requested;
  const url = URL.parse(relative.replace(/^\//, ''), baseUrl);
  const base = new URL(baseUrl);
  // Two slashes at the beginning would name another host.
  const isInside =
    url?.origin === base.origin &&
    url.pathname.startsWith(base.pathname) &&
    !url.pathname.startsWith('//');
  return isInside ? url.pathname + url.search + url.hash : undefined;
}
