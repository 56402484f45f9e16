import { hasEscapedName, parseEscapedNames } from './json-names.ts';
import { integerDigitsMax, tooManyDigits } from './json-syntax.ts';

/**
 * JSON with integers kept exactly: the contract's `long` is a 64-bit integer, which a double cannot
 * hold. Unsafe integers become bigint on the way in and raw digits on the way out.
 */
type RawJson = { rawJSON(text: string): unknown };
const rawJson = (JSON as unknown as RawJson).rawJSON;

/**
 * Such a number, only where a number can begin: searching for digits anywhere takes 190 ms for 8 MiB of
 * them. May also match within a string; callers that have parsed the strings use `parseKnownJson`.
 */
export const longDigits = /(?:^|[:,[\s-])\d{16}/;
const integerSource = /^-?\d+$/;

function reviveExactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  if (source === undefined || !integerSource.test(source)) return value;
  if (source.length <= integerDigitsMax) return BigInt(source);
  throw new SyntaxError(tooManyDigits);
}

/** @throws SyntaxError when the text is not JSON, or a number in it has far too many digits */
export function parseJson(text: string): unknown {
  return parseKnownJson(text, { hasLongNumbers: longDigits.test(text) });
}

/** An unsafe integer has at least this many digits. */
export const longNumberDigits = 16;

/**
 * As `parseJson` when the caller has already determined whether a number has `longNumberDigits`
 * digits or more in a row: looking at each value costs several times as much as the rest.
 */
export function parseKnownJson(
  text: string,
  { hasLongNumbers }: { readonly hasLongNumbers: boolean },
): unknown {
  const reviver = hasLongNumbers ? reviveExactly : undefined;
  return hasEscapedName(text) ? parseEscapedNames(text, reviver) : JSON.parse(text, reviver);
}

function writeExactly(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(value.toString()) : value;
}

/** Fast path first: bigint values are rare, and a replacer costs a call per value. */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError) return JSON.stringify(value, writeExactly);
    throw error;
  }
}
