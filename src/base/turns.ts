import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters of a text that takes some ten milliseconds of the event loop to read, write or store. */
const longText = 1_000_000;

export function isLongText(text: string): boolean {
  return text.length > longText;
}

/** Waits one turn of the event loop after work on a long text, so that other requests run. */
export function turnAfter<T>(text: { readonly length: number }, value: T): T | Promise<T> {
  return text.length > longText ? nextTurn(value) : value;
}
