import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JsonKeys, JsonPlace, JsonSql, ValueType } from '../json-sql.ts';

const sqliteTypes: Readonly<Record<ValueType, RawBuilder<unknown>>> = {
  string: sql`('text')`,
  long: sql`('integer', 'real')`,
  double: sql`('integer', 'real')`,
  boolean: sql`('true', 'false')`,
  date: sql`('integer', 'real')`,
};

/** Keys come from the content model and have no quotes. */
function sqlitePath(keys: JsonKeys): string {
  return `$${keys.map((key) => (typeof key === 'number' ? `[${key}]` : `."${key}"`)).join('')}`;
}

/** SQLite returns scalar items as plain values; reading them as JSON would fail. */
function sqliteBase({ base }: JsonPlace): RawBuilder<unknown> {
  if (base.kind === 'column') return base.column;
  const { alias } = base;
  return sql`case when ${sql.ref(`${alias}.type`)} in ('object', 'array')
    then ${sql.ref(`${alias}.value`)} end`;
}

function sqliteType(place: JsonPlace): RawBuilder<unknown> {
  const { base, keys } = place;
  if (base.kind === 'item' && keys.length === 0) return sql.ref(`${base.alias}.type`);
  return sql`json_type(${sqliteBase(place)}, ${sql.lit(sqlitePath(keys))})`;
}

/** The value as JSON text; all parts of a statement that read one text share its parsed form. */
function sqliteText(place: JsonPlace): RawBuilder<unknown> {
  return sql`(${sqliteBase(place)} -> ${sql.lit(sqlitePath(place.keys))})`;
}

export const sqliteJson: JsonSql = {
  scalar(place, type) {
    const { base, keys } = place;
    const value =
      base.kind === 'item' && keys.length === 0
        ? sql.ref(`${base.alias}.atom`)
        : sql`json_extract(${sqliteBase(place)}, ${sql.lit(sqlitePath(keys))})`;
    const typed = type === 'double' ? sql`cast(${value} as real)` : value;
    return sql`case when ${sqliteType(place)} in ${sqliteTypes[type]} then ${typed} end`;
  },
  ofText: (column) => column,
  isSet(place, isList) {
    if (!isList) return sql`coalesce(${sqliteType(place)}, 'null') <> 'null'`;
    const { keys } = place;
    return sql`coalesce(json_array_length(${sqliteBase(place)}, ${sql.lit(sqlitePath(keys))}), 0) > 0`;
  },
  json: sqliteText,
  isAbsent: (place) => sql`${sqliteType(place)} is null`,
  isObject: (place) => sql`coalesce(${sqliteType(place)}, '') = 'object'`,
  items(place, alias) {
    // SQLite keeps a copy and the parsed form until the end of the statement: only of the list.
    if (place.base.kind === 'column') place.base.onUnfold?.(place.keys);
    const from = sql`json_each(${sqliteText(place)}) as ${sql.ref(alias)}`;
    // Other values than arrays yield rows too, but without an integer key.
    return { from, on: sql`typeof(${sql.ref(`${alias}.key`)}) = 'integer'` };
  },
  itemIndex: (alias) => sql.ref(`${alias}.key`),
  hasAny: (column, texts) =>
    sql<SqlBool>`(${column} is not null and exists (select 1 from json_each(${column}) as item
      where item.value in (select value from json_each(${JSON.stringify(texts)}))))`,
  members: (column, alias) => ({
    from: sql<object>`json_each(${column})`.as(alias),
    bytes: sql<number>`coalesce(octet_length(${sql.ref(`${alias}.value`)}), 0)`,
  }),
  without(column, keys) {
    if (keys.length === 0) return sql<string>`${column}`;
    return sql<string>`(select json_group_object(item.key, ${keptValue(column)})
      from json_each(${column}) as item
      where item.key not in (select value from json_each(${JSON.stringify(keys)})))`;
  },
};

/**
 * Not `json_remove`: JSON functions keep four texts and their parsed forms until the end of the
 * statement, each several times as large. Only the digits of doubles need it.
 */
function keptValue(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case item.type
  when 'real' then json(${column} -> item.fullkey)
  when 'true' then json('true')
  when 'false' then json('false')
  when 'object' then json(item.value)
  when 'array' then json(item.value)
  else item.value end`;
}
