import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { AppError } from '../base/errors/app-error.ts';
import { NetworkList, parseForwardedAddress } from '../base/networks.ts';
import {
  type Authority,
  isPlainPath,
  parseAuthority,
  parseBaseUrl,
  parsePort,
} from '../base/web-address.ts';
import type { Config } from '../config/settings.ts';

/** How a client reaches the server: the base of links, cookies and comparisons of origins. */
export interface PublicAddress {
  /** `https://example.org/nuxeo/`: the context path, with a slash at the end. */
  readonly baseUrl: string;
  /** `https://example.org`, as browsers write it. */
  readonly origin: string;
  /** The path of the base URL as the client sees it, without the slash at the end. */
  readonly contextPath: string;
  /** Whether the client's own connection is encrypted. */
  readonly isSecure: boolean;
}

type AddressConfig = Pick<Config, 'allowedHosts' | 'contextPath' | 'publicUrl' | 'trustedProxies'>;

interface Sender {
  /** The client's address, as reported by trusted proxies. */
  readonly address: string;
  /** Number of trusted proxies; 0 when the connection is not from one. */
  readonly hops: number;
}

/** Clients use few host names, so the address for each is cached. */
const knownMax = 200;
const unknownSender: Sender = { address: '', hops: 0 };

/**
 * Determines the address by which a client reaches the server. A configured public URL is used for
 * all; otherwise headers of proxies if a trusted proxy sends them, and `Host` if it is valid.
 * docs/guide/network.md has the rules.
 */
export class PublicAddresses {
  readonly #config: AddressConfig;
  readonly #proxies: NetworkList;
  readonly #fixed: PublicAddress | undefined;
  readonly #byHost = new LRUCache<string, PublicAddress>({ max: knownMax });

  constructor(config: AddressConfig) {
    this.#config = config;
    this.#proxies = new NetworkList(config.trustedProxies);
    const url = config.publicUrl === null ? undefined : parseBaseUrl(config.publicUrl);
    this.#fixed = url && describe(url);
  }

  /**
   * @throws AppError request.invalid when the host is invalid, request.host-unknown when it is not
   *   among those that the configuration allows
   */
  of(request: IncomingMessage): PublicAddress {
    const { host } = request.headers;
    const { hops } = this.#senderOf(request);
    if (hops > 0 && isForwarded(request.headers)) return this.#forwarded(request, hops);
    if (!host) return this.#fixed ?? this.#plain(localAuthority(request));
    const known = this.#byHost.get(host);
    if (known) return known;
    const address = this.#allowed(this.#plain(hostOf(host)));
    this.#byHost.set(host, address);
    return address;
  }

  /** For counts by address: the address of the client, not that of its proxy. */
  clientAddress(request: IncomingMessage): string {
    return this.#senderOf(request).address;
  }

  /** Each proxy appends the address of its client, so the list is read from its end. */
  #senderOf(request: IncomingMessage): Sender {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return unknownSender;
    if (!this.#proxies.has(remoteAddress)) return { address: remoteAddress, hops: 0 };
    let address = remoteAddress;
    let hops = 1;
    for (const item of items(request.headers['x-forwarded-for']).reverse()) {
      const next = parseForwardedAddress(item);
      if (next === undefined) break;
      address = next;
      if (!this.#proxies.has(next)) break;
      hops += 1;
    }
    return { address, hops };
  }

  #forwarded(request: IncomingMessage, hops: number): PublicAddress {
    const { headers } = request;
    const said = headers.host ? hostOf(headers.host) : localAuthority(request);
    const virtual = parseBaseUrl(nth(headers['nuxeo-virtual-host'], hops) ?? '');
    if (virtual) return this.#allowed(this.#belowVirtualHost(virtual));
    const scheme = nth(headers['x-forwarded-proto'], hops)?.toLowerCase();
    const host = parseAuthority(nth(headers['x-forwarded-host'], hops) ?? '') ?? said;
    const port = parsePort(nth(headers['x-forwarded-port'], hops) ?? '') ?? host.port;
    const isSecure = scheme === 'https';
    const prefix = items(headers['x-forwarded-prefix']).slice(-hops).map(prefixOf).join('');
    const url = `${isSecure ? 'https' : 'http'}://${host.hostname}${port ? `:${port}` : ''}`;
    return this.#allowed(describe(new URL(`${url}${prefix}${this.#config.contextPath}/`)));
  }

  /** The header usually has no context path; if it has one, it is not added again. */
  #belowVirtualHost(url: URL): PublicAddress {
    const { contextPath } = this.#config;
    if (!url.pathname.endsWith(`${contextPath}/`)) {
      url.pathname = `${url.pathname.slice(0, -1)}${contextPath}/`;
    }
    return describe(url);
  }

  #plain({ hostname, port }: Authority): PublicAddress {
    const authority = port === undefined ? hostname : `${hostname}:${port}`;
    return describe(new URL(`http://${authority}${this.#config.contextPath}/`));
  }

  #allowed(address: PublicAddress): PublicAddress {
    const { allowedHosts } = this.#config;
    if (allowedHosts.length === 0) return this.#fixed ?? address;
    const { hostname } = new URL(address.baseUrl);
    const isOwn = this.#fixed !== undefined && new URL(this.#fixed.baseUrl).hostname === hostname;
    if (isOwn || allowedHosts.some((pattern) => isHostMatch(hostname, pattern))) {
      return this.#fixed ?? address;
    }
    throw new AppError(
      'request.host-unknown',
      `Host: ${hostname} is not one of the hosts that this server answers for; the setting allowedHosts lists them`,
    );
  }
}

function describe({ href, origin, pathname, protocol }: URL): PublicAddress {
  const contextPath = pathname.replace(/\/+$/, '');
  return { baseUrl: href, origin, contextPath, isSecure: protocol === 'https:' };
}

/** HTTP/1.0 has no Host: only the local address of the connection is known. */
function localAuthority({ socket }: IncomingMessage): Authority {
  const { localAddress = '127.0.0.1', localPort } = socket;
  const hostname = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return { hostname, port: localPort };
}

/** @throws AppError request.invalid */
function hostOf(text: string): Authority {
  const host = parseAuthority(text);
  if (host) return host;
  throw new AppError(
    'request.invalid',
    'Host: must be a host name or address, with or without port',
  );
}

const forwardedNames = [
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'nuxeo-virtual-host',
] as const;

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return forwardedNames.some((name) => headers[name] !== undefined);
}

/** From a list to which each proxy may have added: the item of the outermost trusted one. */
function nth(value: string | string[] | undefined, hops: number): string | undefined {
  const all = items(value);
  return all[Math.max(0, all.length - hops)];
}

function items(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  const text = Array.isArray(value) ? value.join(',') : value;
  return text.split(',').map((item) => item.trim());
}

function prefixOf(text: string): string {
  return isPlainPath(text) ? text.replace(/\/$/, '') : '';
}

function isHostMatch(hostname: string, pattern: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
}
