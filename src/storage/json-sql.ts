import type { AliasedRawBuilder, RawBuilder, SqlBool } from 'kysely';

export type ValueType = 'string' | 'long' | 'double' | 'boolean' | 'date';

/** Where a JSON path begins: a column with a JSON object, or an item of an unfolded list. */
export type JsonBase =
  | {
      readonly kind: 'column';
      readonly column: RawBuilder<unknown>;
      /** Called for each list in it that a statement on SQLite unfolds. */
      readonly onUnfold?: (keys: JsonKeys) => void;
      /** Names a value in it that a statement on PostgreSQL computes once for all its uses. */
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
  /** A column of text that holds JSON, as a column with JSON. */
  ofText(column: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Whether there is a value other than JSON's null; for a list, whether it has items. */
  isSet(place: JsonPlace, isList: boolean): RawBuilder<SqlBool>;
  /** The value as JSON. */
  json(place: JsonPlace): RawBuilder<unknown>;
  isAbsent(place: JsonPlace): RawBuilder<SqlBool>;
  isObject(place: JsonPlace): RawBuilder<SqlBool>;
  items(place: JsonPlace, alias: string): ItemRows;
  /** Order of an item in its list. */
  itemIndex(alias: string): RawBuilder<unknown>;
  /** Whether a column with a list of texts, or null, has one of them. */
  hasAny(column: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<SqlBool>;
  /** The members of an object as rows of `key` and `value`, to be joined, and the size of a value. */
  members<Alias extends string>(
    column: RawBuilder<unknown>,
    alias: Alias,
  ): { readonly from: AliasedRawBuilder<object, Alias>; readonly bytes: RawBuilder<number> };
  /** The object without some of its members. */
  without(column: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<string>;
}
