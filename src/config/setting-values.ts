import { isIPv6 } from 'node:net';
import { parseNamedAddress } from '../base/mail-address.ts';
import { parseAuthority, parseBaseUrl } from '../base/web-address.ts';

/** Why a given value cannot be used. */
export class Problem {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function text(options: { pattern?: RegExp; expected: string }) {
  return (input: unknown): string | Problem =>
    typeof input === 'string' && (options.pattern?.test(input) ?? true)
      ? input
      : new Problem(`must be ${options.expected}`);
}

export function optional<T>(parse: (input: unknown) => T | Problem) {
  return (input: unknown): T | null | Problem =>
    input === null || input === '' ? null : parse(input);
}

export function integer(min: number, max: number, unit: string) {
  return (input: unknown): number | Problem => {
    const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : new Problem(
          `must be a whole number from ${min} to ${max}${unit === '' ? '' : ` (${unit})`}`,
        );
  };
}

export function zeroOr(parse: (input: unknown) => number | Problem) {
  return (input: unknown): number | Problem => {
    if (input === 0 || input === '0') return 0;
    const parsed = parse(input);
    return parsed instanceof Problem ? new Problem(`${parsed.text}, or 0`) : parsed;
  };
}

export function flag(input: unknown): boolean | Problem {
  if (input === true || input === 'true' || input === '1') return true;
  if (input === false || input === 'false' || input === '0') return false;
  return new Problem('must be true or false');
}

export function oneOf<const T extends string>(...values: readonly T[]) {
  return (input: unknown): T | Problem =>
    values.find((value) => value === input) ?? new Problem(`must be one of ${values.join(', ')}`);
}

export function textList(input: unknown): readonly string[] | Problem {
  const items = typeof input === 'string' ? input.split(',') : input;
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
    return new Problem('must be a list of texts');
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** A list whose items `parse` accepts; the message names the first that it rejects. */
export function listOf<T extends string>(parse: (text: string) => T | undefined, expected: string) {
  return (input: unknown): readonly T[] | Problem => {
    const items = textList(input);
    if (items instanceof Problem) return items;
    const parsed = items.map(parse);
    const wrong = items.find((_item, index) => parsed[index] === undefined);
    if (wrong !== undefined) return new Problem(`${wrong}: must be ${expected}`);
    return parsed.filter((item) => item !== undefined);
  };
}

export function publicUrl(input: unknown): string | Problem {
  const url = typeof input === 'string' ? parseBaseUrl(input) : undefined;
  return (
    url?.href ??
    new Problem('must be an http(s) URL such as https://example.org/nuxeo/, without user or query')
  );
}

export function mailAddress(input: unknown): string | Problem {
  const isAddress = typeof input === 'string' && parseNamedAddress(input) !== undefined;
  return isAddress ? input : new Problem('must be an address, or a name and <address>');
}

/** The address of another server. Secrets in it would be shown with the configuration. */
export function serviceUrl(input: unknown): string | Problem {
  const url = typeof input === 'string' ? URL.parse(input) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  if (isWeb && url.username === '' && url.password === '' && url.hash === '') return url.href;
  return new Problem('must be an http(s) URL without user and fragment');
}

const originPattern = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\]+$/i;

/** As browsers write it: in lower case, without a default port. */
export function pageOrigin(text: string): string | undefined {
  if (text === '*') return text;
  const url = originPattern.test(text) ? URL.parse(text) : null;
  if (url === null) return undefined;
  return url.origin === 'null' ? text.toLowerCase() : url.origin;
}

export function headerName(text: string): string | undefined {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text) && text !== '*' ? text : undefined;
}

export function allowedHost(text: string): string | undefined {
  const isPattern = text.startsWith('*.');
  const name = isPattern ? text.slice(2) : text;
  const authority = parseAuthority(isIPv6(name) ? `[${name}]` : name);
  if (authority === undefined || authority.port !== undefined) return undefined;
  return (isPattern ? '*.' : '') + authority.hostname.replace(/\.$/, '');
}
