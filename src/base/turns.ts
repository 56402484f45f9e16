import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters of a text that takes some ten milliseconds of the event loop to read, write or store. */
const longText = 1_000_000;

export function isLongText(text: string): boolean {
  return text.length > longText;
}

/** After work on a long text others have a turn before the value is used; after other work it is at once. */
export function turnAfter<T>(text: { readonly length: number }, value: T): T | Promise<T> {
  return text.length > longText ? nextTurn(value) : value;
}
