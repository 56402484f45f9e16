/** Parts of an address that need no quotes; letters of all languages, as SMTPUTF8 has them. */
const localPattern = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainPattern =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/**
 * Whether the text is one plain mail address, with nothing that could be taken for another header or
 * recipient: no names, comments, quotes, lists and control characters.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || Buffer.byteLength(text) > 254) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  return Buffer.byteLength(local) <= 64 && localPattern.test(local) && domainPattern.test(domain);
}

export interface NamedAddress {
  /** Empty when there is none. */
  readonly name: string;
  readonly address: string;
}

/** `Name <address>` or an address; undefined for anything else. */
export function parseNamedAddress(text: string): NamedAddress | undefined {
  const named = /^([^<>\p{Cc}]{0,200})<([^<>\s]+)>$/u.exec(text.trim());
  const name = (named?.[1] ?? '').trim().replace(/^"([^"]*)"$/, '$1');
  const address = named?.[2] ?? text.trim();
  return isMailAddress(address) ? { name, address } : undefined;
}
