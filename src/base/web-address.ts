/** Of a host name (underscores are not standard, but common in container networks). */
const hostNamePattern = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
/** The digits of a port after the colon may be missing (RFC 3986, 3.2.3). */
const authorityPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{0,5}))?$/i;
const hostLengthMax = 253;
/** What a cookie path and a link can hold without being encoded. */
const pathPattern = /^(?:\/[A-Za-z0-9._~%-]+)*\/?$/;

export interface Authority {
  /** In lower case; IPv6 addresses in brackets. */
  readonly hostname: string;
  readonly port: number | undefined;
}

/** `example.org`, `example.org:8080`, `[::1]:80`; undefined for text that cannot be a host. */
export function parseAuthority(text: string): Authority | undefined {
  const [, host, portText] = authorityPattern.exec(text) ?? [];
  if (host === undefined || host.length > hostLengthMax + 1) return undefined;
  const port = portText ? parsePort(portText) : undefined;
  if (portText && port === undefined) return undefined;
  const isAddress = host.startsWith('[');
  if (!isAddress && !isHostName(host)) return undefined;
  // Also checks addresses: `[1::2::3]` and `999.1.1.1` are invalid.
  const url = URL.parse(`http://${host}/`);
  return url === null
    ? undefined
    : { hostname: isAddress ? url.hostname : host.toLowerCase(), port };
}

export function parsePort(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function isHostName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return host.length <= hostLengthMax && labels.every((label) => hostNamePattern.test(label));
}

/**
 * An http(s) URL that can be the base of links: without user, query and fragment, and with a plain
 * path, which ends in a slash in the result.
 */
export function parseBaseUrl(text: string): URL | undefined {
  // Checked as written: the URL parser would drop line breaks and resolve dots silently.
  const [, authority = '', path = ''] = /^https?:\/\/([^/]*)(.*)$/is.exec(text) ?? [];
  if (parseAuthority(authority) === undefined || !isPlainPath(path)) return undefined;
  const url = URL.parse(text);
  if (url === null) return undefined;
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Whether the text is a path such as `/dms/archive`, or empty. */
export function isPlainPath(text: string): boolean {
  return text.length <= 1_000 && pathPattern.test(text) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text);
}
