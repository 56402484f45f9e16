import { invalid, limitReached } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { type ExpressionValue, kindName } from './value.ts';

export type Numeric = number | bigint;

const integerBound = 10n ** BigInt(expressionLimits.integerDigitsMax);
const numericText = /^[+-]?\d{1,300}(\.\d{1,300})?(e[+-]?\d{1,3})?$/i;

export function isNumeric(value: ExpressionValue): value is Numeric {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Integers are exact: beyond the safe range they are bigints. Other numbers are decimals. */
export function isInteger(value: ExpressionValue): value is Numeric {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** One form for each integer, so that equal results are the same value. */
export function normalizeInteger(value: bigint): Numeric {
  if (value >= integerBound || value <= -integerBound) throw tooLarge();
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

export function tooLarge(): Error {
  return limitReached(
    `A number gets too large; integers have at most ${expressionLimits.integerDigitsMax} digits`,
  );
}

export function toInteger(digits: string): Numeric {
  const significant = digits.replace(/^0+(?=\d)/, '');
  if (significant.length > expressionLimits.integerDigitsMax) throw tooLarge();
  return normalizeInteger(BigInt(significant));
}

/** A number, or the number in a text, for comparisons with a number. */
export function numericOf(value: ExpressionValue): Numeric | undefined {
  if (isNumeric(value)) return value;
  if (typeof value !== 'string') return undefined;
  const match = numericText.exec(value);
  if (!match) return undefined;
  return match[1] === undefined && match[2] === undefined
    ? normalizeInteger(BigInt(value.replace('+', '')))
    : Number(value);
}

/** For indexes, positions and counts: a safe integer. */
export function requireCount(value: ExpressionValue | undefined, what: string): number {
  if (value !== undefined && typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw invalid(`${what} must be an integer, not ${kindName(value ?? null)}; write one such as 1`);
}
