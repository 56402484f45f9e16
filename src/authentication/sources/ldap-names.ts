import { Filter } from 'ldapts';

const placeholder = '{username}';
const specialInDn = /[,+"\\<>;=#\0 ]/g;

/** The filter with the name as a value: what it contains is never read as a filter. */
export function filterFor(template: string, username: string): string {
  return template.replaceAll(placeholder, () => Filter.escape(username));
}

/** The DN with the name as a value: what it contains is never read as another part. */
export function dnFor(template: string, username: string): string {
  return template.replaceAll(placeholder, () =>
    username.replace(
      specialInDn,
      (special) => `\\${special.charCodeAt(0).toString(16).padStart(2, '0')}`,
    ),
  );
}

/** One of the values, as a filter. */
export function anyOf(attribute: string, values: readonly string[]): string {
  return `(|${values.map((value) => `(${attribute}=${Filter.escape(value)})`).join('')})`;
}

/** Servers differ in letters and spaces of a DN; equal ones are equal texts. */
export function comparableDn(dn: string): string {
  return dn.toLowerCase().replace(/\s*([,=+])\s*/g, '$1');
}
