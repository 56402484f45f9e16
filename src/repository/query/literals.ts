import type { ValueType } from '../../storage/json-sql.ts';
import type { LiteralValue } from '../../storage/sql-dialect.ts';
import { parseTimestamp } from './instants.ts';
import type { Refuse } from './query-error.ts';
import type { Literal } from './syntax-tree.ts';

/**
 * Converts a literal to a type. Parameters of requests arrive as strings, so a string with a number
 * or an instant is accepted.
 *
 * @throws AppError request.invalid when they do not compare
 */
export function literalValue(literal: Literal, type: ValueType, refuse: Refuse): LiteralValue {
  const value = convert[type](literal);
  if (value !== undefined) return value;
  const { offset } = literal;
  if (type === 'boolean') {
    return refuse(
      `Boolean expressions require literal 0 or 1 as right argument, at offset ${offset}`,
      offset,
    );
  }
  return refuse(`${describe(literal)} at offset ${offset} does not compare with a ${type}`, offset);
}

function describe(literal: Literal): string {
  const shown = literal.kind === 'string' ? literal.value.slice(0, 50).toWellFormed() : undefined;
  return shown === undefined ? `a ${literal.kind}` : `the string '${shown}'`;
}

type Convert = (literal: Literal) => LiteralValue | undefined;

const convert: Readonly<Record<ValueType, Convert>> = {
  string: (literal) => (literal.kind === 'string' ? literal.value : undefined),
  long: (literal) => {
    const value = numberOf(literal);
    if (typeof value !== 'bigint') return value;
    return isSafe(value) ? Number(value) : value;
  },
  double: (literal) => {
    const value = numberOf(literal);
    return value === undefined ? undefined : Number(value);
  },
  boolean: (literal) => {
    if (literal.kind !== 'integer') return undefined;
    return literal.value === 0n || literal.value === 1n ? Number(literal.value) : undefined;
  },
  date: (literal) => {
    if (literal.kind === 'string') return parseTimestamp(literal.value);
    return literal.kind === 'date' || literal.kind === 'timestamp' ? literal.value : undefined;
  },
};

const integerPattern = /^-?\d{1,18}$/;
const numberPattern = /^-?(?:\d{1,300}\.?\d{0,300}|\.\d{1,300})(?:[eE][+-]?\d{1,3})?$/;

function numberOf(literal: Literal): number | bigint | undefined {
  if (literal.kind === 'integer' || literal.kind === 'double') return literal.value;
  if (literal.kind !== 'string') return undefined;
  if (integerPattern.test(literal.value)) return BigInt(literal.value);
  const value = numberPattern.test(literal.value) ? Number(literal.value) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}
