import { BlockList, isIP } from 'node:net';

/** Names for the ranges that proxies of one machine or one private network usually have. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export const networkNames: readonly string[] = Object.keys(named);

/** Whether the text is an IP address, a subnet such as `10.0.0.0/8`, or one of the names. */
export function isNetwork(text: string): boolean {
  return Object.hasOwn(named, text) || parseSubnet(text) !== undefined;
}

/** A set of IPv4 and IPv6 addresses and subnets. */
export class NetworkList {
  readonly isEmpty: boolean;
  readonly #list = new BlockList();

  /** @param texts each of them fulfils `isNetwork` */
  constructor(texts: readonly string[]) {
    this.isEmpty = texts.length === 0;
    for (const text of texts.flatMap((item) => named[item] ?? [item])) {
      const subnet = parseSubnet(text);
      if (subnet) this.#list.addSubnet(subnet.address, subnet.prefix, subnet.family);
    }
  }

  /** IPv4 addresses written as IPv6 (`::ffff:10.0.0.1`) are compared as IPv4. */
  has(address: string | undefined): boolean {
    if (this.isEmpty || address === undefined) return false;
    const plain = withoutZone(address);
    const version = isIP(plain);
    return version !== 0 && this.#list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  }
}

/**
 * The address in a list item as proxies write it: `10.0.0.1`, `10.0.0.1:4711`, `[::1]:80`.
 * Undefined for anything else, such as `unknown`.
 */
export function parseForwardedAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  const plain = bracketed ?? text.replace(/^(\d[\d.]*):\d{1,5}$/, '$1');
  return isIP(withoutZone(plain)) === 0 ? undefined : plain;
}

function parseSubnet(
  text: string,
): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', size, ...more] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined;
  if (size !== undefined && !(/^\d{1,3}$/.test(size) && Number(size) <= bits)) return undefined;
  const prefix = size === undefined ? bits : Number(size);
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

function withoutZone(address: string): string {
  const end = address.indexOf('%');
  return end === -1 ? address : address.slice(0, end);
}
