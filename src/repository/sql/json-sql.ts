import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EngineName } from '../../storage/database.ts';

export type ValueType = 'string' | 'long' | 'double' | 'boolean' | 'date';

/** Where a way into JSON begins: a column with a JSON object, or the item of an unfolded list. */
export type JsonBase =
  | {
      readonly kind: 'column';
      readonly column: RawBuilder<unknown>;
      /** Is told of each list in it that a statement on SQLite unfolds. */
      readonly onUnfold?: (keys: JsonKeys) => void;
      /** Names a value in it that a statement on PostgreSQL computes once for all that need it. */
      readonly share?: (key: string, value: RawBuilder<unknown>) => RawBuilder<unknown>;
    }
  | { readonly kind: 'item'; readonly alias: string };

export type JsonKeys = readonly (string | number)[];

/** A place inside of JSON. */
export interface JsonPlace {
  readonly base: JsonBase;
  readonly keys: JsonKeys;
}

/** A list unfolded into rows, to be joined or selected from: `on` says which rows are items. */
export interface ItemRows {
  readonly from: RawBuilder<unknown>;
  readonly on: RawBuilder<SqlBool>;
}

/** How an engine reads JSON. A value of another type than the schema says reads as null. */
export interface JsonSql {
  /** Strings as text, booleans as 0 or 1, everything else as numbers. */
  scalar(place: JsonPlace, type: ValueType): RawBuilder<unknown>;
  /** Something that is not JSON's null is there; of a list, that it has items. */
  isSet(place: JsonPlace, isList: boolean): RawBuilder<SqlBool>;
  /** Whatever is there, as JSON. */
  json(place: JsonPlace): RawBuilder<unknown>;
  isAbsent(place: JsonPlace): RawBuilder<SqlBool>;
  isObject(place: JsonPlace): RawBuilder<SqlBool>;
  items(place: JsonPlace, alias: string): ItemRows;
  /** Order of an item in its list. */
  itemIndex(alias: string): RawBuilder<unknown>;
}

export function jsonSqlOf(engine: EngineName): JsonSql {
  return engine === 'sqlite' ? sqliteJson : postgresJson;
}

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

/** An item that is no object or array is not JSON in SQLite, and reading into it would fail. */
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

/** Whatever is there, as JSON text; all of a statement that look into one text share its parsed form. */
function sqliteText(place: JsonPlace): RawBuilder<unknown> {
  return sql`(${sqliteBase(place)} -> ${sql.lit(sqlitePath(place.keys))})`;
}

const sqliteJson: JsonSql = {
  scalar(place, type) {
    const { base, keys } = place;
    const value =
      base.kind === 'item' && keys.length === 0
        ? sql.ref(`${base.alias}.atom`)
        : sql`json_extract(${sqliteBase(place)}, ${sql.lit(sqlitePath(keys))})`;
    const typed = type === 'double' ? sql`cast(${value} as real)` : value;
    return sql`case when ${sqliteType(place)} in ${sqliteTypes[type]} then ${typed} end`;
  },
  isSet(place, isList) {
    if (!isList) return sql`coalesce(${sqliteType(place)}, 'null') <> 'null'`;
    const { keys } = place;
    return sql`coalesce(json_array_length(${sqliteBase(place)}, ${sql.lit(sqlitePath(keys))}), 0) > 0`;
  },
  json: sqliteText,
  isAbsent: (place) => sql`${sqliteType(place)} is null`,
  isObject: (place) => sql`coalesce(${sqliteType(place)}, '') = 'object'`,
  items(place, alias) {
    // It keeps a copy, and the parsed form, until the end of the statement: of no more than the list.
    if (place.base.kind === 'column') place.base.onUnfold?.(place.keys);
    const from = sql`json_each(${sqliteText(place)}) as ${sql.ref(alias)}`;
    // Of what is no array there are rows too, but without an index.
    return { from, on: sql`typeof(${sql.ref(`${alias}.key`)}) = 'integer'` };
  },
  itemIndex: (alias) => sql.ref(`${alias}.key`),
};

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

/** `kind` tells apart what is read in one place. */
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

const postgresJson: JsonSql = {
  scalar(place, type) {
    const value = ownValue(place);
    const typed = sql`case when jsonb_typeof(${value}) = ${sql.lit(postgresTypes[type])}
      then ${postgresCast(value, type)} end`;
    return shared(place, type, typed);
  },
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
};
