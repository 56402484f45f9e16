import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JsonPlace, JsonSql, ValueType } from '../json-sql.ts';

const postgresTypes: Readonly<Record<ValueType, string>> = {
  string: 'string',
  long: 'number',
  double: 'number',
  boolean: 'boolean',
  date: 'number',
};

function postgresValue(place: JsonPlace): RawBuilder<unknown> {
  return shared(place, 'json', ownValue(place));
}

/** `kind` distinguishes different values read from one place. */
function shared(
  { base, keys }: JsonPlace,
  kind: ValueType | 'json',
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (base.kind === 'item' || !base.share || keys.length === 0) return value;
  return base.share(JSON.stringify([kind, ...keys]), value);
}

function ownValue({ base, keys }: JsonPlace): RawBuilder<unknown> {
  const root = base.kind === 'column' ? base.column : sql.ref(`${base.alias}.value`);
  if (keys.length === 0) return root;
  if (keys.length === 1 && typeof keys[0] === 'string') {
    return sql`(${root} -> ${sql.lit(keys[0])})`;
  }
  return sql`(${root} #> array[${sql.join(keys.map((key) => sql.lit(String(key))))}])`;
}

function postgresCast(value: RawBuilder<unknown>, type: ValueType): RawBuilder<unknown> {
  if (type === 'string') return sql`(${value} #>> '{}')`;
  if (type === 'boolean') return sql`cast(cast(${value} as boolean) as integer)`;
  if (type === 'double') return sql`cast(${value} as double precision)`;
  return sql`cast(${value} as numeric)`;
}

export const postgresJson: JsonSql = {
  scalar(place, type) {
    const value = ownValue(place);
    const typed = sql`case when jsonb_typeof(${value}) = ${sql.lit(postgresTypes[type])}
      then ${postgresCast(value, type)} end`;
    return shared(place, type, typed);
  },
  ofText: (column) => sql`cast(${column} as jsonb)`,
  isSet(place, isList) {
    const value = postgresValue(place);
    if (!isList) return sql`coalesce(jsonb_typeof(${value}), 'null') <> 'null'`;
    return sql`case when jsonb_typeof(${value}) = 'array'
      then jsonb_array_length(${value}) > 0 else false end`;
  },
  json: postgresValue,
  isAbsent: (place) => sql`${postgresValue(place)} is null`,
  isObject: (place) => sql`coalesce(jsonb_typeof(${postgresValue(place)}), '') = 'object'`,
  items(place, alias) {
    const value = postgresValue(place);
    const list = sql`case when jsonb_typeof(${value}) = 'array' then ${value} end`;
    const from = sql`lateral jsonb_array_elements(${list})
      with ordinality as ${sql.ref(alias)} (value, key)`;
    return { from, on: sql`true` };
  },
  itemIndex: (alias) => sql.ref(`${alias}.key`),
  hasAny: (column, texts) =>
    sql<SqlBool>`coalesce(jsonb_exists_any(${column}, cast(${texts} as text[])), false)`,
  members: (column, alias) => ({
    from: sql<object>`lateral jsonb_each(${column})`.as(alias),
    bytes: sql<number>`octet_length(cast(${sql.ref(`${alias}.value`)} as text))`,
  }),
  without: (column, keys) =>
    keys.length === 0 ? sql<string>`${column}` : sql<string>`${column} - cast(${keys} as text[])`,
};
