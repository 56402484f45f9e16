import { type RawBuilder, sql } from 'kysely';
import type { EngineName } from '../../storage/database.ts';
import type { ValueType } from './json-sql.ts';

/** A value of a property as statements take it. */
export type LiteralValue = string | number | bigint;

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
