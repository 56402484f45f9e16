import { type RawBuilder, sql } from 'kysely';
import type { EngineName } from '../../storage/database.ts';
import { parseTimestamp } from './instants.ts';
import type { ValueType } from './json-sql.ts';
import type { Refuse } from './query-error.ts';
import type { Literal } from './syntax-tree.ts';

export type LiteralValue = string | number | bigint;

/**
 * The value a literal has where a value of the type is wanted. Parameters of requests arrive as
 * strings, so a string that reads as a number or an instant will do for one.
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

const postgresCasts: Readonly<Record<ValueType, RawBuilder<unknown>>> = {
  string: sql`text`,
  long: sql`numeric`,
  double: sql`double precision`,
  boolean: sql`integer`,
  date: sql`bigint`,
};

/** The value as a parameter. PostgreSQL must be told the type, or it takes the column's, too small. */
export function bound(
  engine: EngineName,
  type: ValueType,
  value: LiteralValue,
): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`${value}`;
  return sql`cast(${exactText(value)} as ${postgresCasts[type]})`;
}

/** Beyond 2^53 the shortest digits of a double are not its value. */
function exactText(value: LiteralValue): string {
  const isLarge = typeof value === 'number' && Number.isInteger(value);
  return isLarge ? BigInt(value).toString() : String(value);
}

/** So many values are parameters of their own; more are one list: SQLite has a bound. */
const parametersMax = 8;

/** A list of values to compare with by `in`, in parentheses. */
export function boundList(
  engine: EngineName,
  type: ValueType,
  values: readonly LiteralValue[],
): RawBuilder<unknown> {
  if (values.length <= parametersMax) {
    return sql`(${sql.join(values.map((value) => bound(engine, type, value)))})`;
  }
  const texts = values.map(exactText);
  if (engine === 'postgres') {
    return sql`(select unnest(cast(${texts} as ${postgresCasts[type]}[])))`;
  }
  const list = type === 'string' ? JSON.stringify(values) : `[${texts.join(',')}]`;
  return sql`(select value from json_each(${list}))`;
}

export function nullOf(engine: EngineName, type: ValueType): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`null` : sql`cast(null as ${postgresCasts[type]})`;
}
