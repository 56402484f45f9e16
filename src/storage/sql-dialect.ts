import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JsonSql, ValueType } from './json-sql.ts';

export type EngineName = 'sqlite' | 'postgres';

/** A value of a property as statements accept it. */
export type LiteralValue = string | number | bigint;

/** From the strongest to the weakest. Rows that are only referenced need no more than `noKeyUpdate`. */
export type RowLock = 'update' | 'noKeyUpdate' | 'share' | 'keyShare';

/** The queries that can lock their rows. */
interface Lockable {
  forUpdate(): this;
  forNoKeyUpdate(): this;
  forShare(): this;
  forKeyShare(): this;
  skipLocked(): this;
}

/**
 * Differences between the engines, one value for each. Outside of storage, code asks for the engine
 * itself in few places only, which a test lists.
 */
export interface SqlDialect {
  readonly engine: EngineName;

  /**
   * For how long after its commit units that began before may not know of a change of the tree: rows
   * stay as they were. On PostgreSQL also units of other processes that begin a little later.
   */
  readonly treeGraceMs: number;

  /**
   * What one of many small units may take that together change a large folder: on SQLite of the event
   * loop and the writer, on PostgreSQL mostly of the network and the lock of the tree.
   */
  readonly sliceMs: number;

  /** Whether units run at the same time, so that rows must be locked. SQLite has one writer. */
  readonly hasRowLocks: boolean;
  /** The query, locking its rows until the unit ends. */
  locking<Query extends Lockable>(query: Query, lock: RowLock): Query;
  /** As `locking` for update, skipping rows that another unit has locked. */
  claiming<Query extends Lockable>(query: Query): Query;

  /** The value as a parameter of its type. */
  bound(type: ValueType, value: LiteralValue): RawBuilder<unknown>;
  nullOf(type: ValueType): RawBuilder<unknown>;
  /** A list of any number of values for `in`, in parentheses. */
  list<Value extends LiteralValue>(type: ValueType, values: readonly Value[]): RawBuilder<Value>;
  /** Whether a number, or a text, is among others; not for an empty list. */
  isAmong(
    value: RawBuilder<unknown>,
    others: readonly number[] | readonly string[],
  ): RawBuilder<SqlBool>;
  /** A list of texts as one parameter of a statement, see `isInList`. */
  listParameter(values: readonly string[]): string | readonly string[];
  /** Whether a text is in a list that is a parameter, or the placeholder of one. */
  isInList(value: RawBuilder<unknown>, parameter: unknown): RawBuilder<SqlBool>;
  /** Rows of a list of objects, with columns of those names and types. */
  rowsOf(
    objects: readonly object[],
    columns: Readonly<Record<string, 'integer' | 'text'>>,
  ): RawBuilder<unknown>;

  /**
   * A text that differs from an earlier one of the same row of a table when the row was stored again;
   * undefined on SQLite, whose rows have none. See also `ReadHandle.stateVersion`.
   */
  rowStamp(table: string): RawBuilder<string> | undefined;

  /**
   * Entries of the audit in an order in which none is inserted before one that was read: the position
   * of an entry, and the last position behind which alone further entries appear. Entries of one unit
   * may have the same position.
   */
  readonly auditOrder: {
    readonly position: RawBuilder<number>;
    readonly last: RawBuilder<number>;
  };

  /** Whether a joined subquery may use columns of the tables before it. */
  readonly hasLateralJoins: boolean;

  readonly json: JsonSql;
  /** A JSON array of the values of all rows. */
  jsonArray(item: RawBuilder<unknown>): RawBuilder<unknown>;

  /** Text that compares and sorts by its bytes. */
  inByteOrder(text: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Nulls come first where descending, and last where ascending, as in PostgreSQL. */
  direction(isDescending: boolean): RawBuilder<unknown>;
  /** Whether entries of the column, which is `own_acl`, begin or end; the index `document_time_bound` has these rows. */
  readonly hasTimeBounds: RawBuilder<SqlBool>;
  /** Bytes of a text column, or of a JSON column as text. */
  byteLength(column: RawBuilder<unknown>): RawBuilder<number>;
  /** A 64-bit integer in a result: a double cannot hold all of them. */
  exactLong(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Null when there are no values; never overflows. */
  sum(value: RawBuilder<unknown>): RawBuilder<unknown>;
  average(value: RawBuilder<unknown>): RawBuilder<unknown>;

  /**
   * Whether the planner chooses indexes by statistics of the data. That of SQLite has none:
   * statements must mark values for which no index is to be used; see `withoutIndex`.
   */
  readonly choosesIndexes: boolean;
  /** The value, marked to use no index where the planner has no statistics. */
  withoutIndex(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** About how many rows a table has, without reading them; it has never fewer than about that on SQLite. */
  rowEstimate(table: string): RawBuilder<number>;
  /** What tells a row of the table of documents from others within a statement, in the shortest form. */
  rowNumber(alias: string): RawBuilder<unknown>;
  /** That the row of an alias of a table is in a sample of that part of its rows, the same in each statement. */
  isSampled(row: SampledRow, ratio: number): RawBuilder<SqlBool>;
  /** How many tables a statement may name; undefined without such a bound. */
  readonly tablesMax: number | undefined;
  /** Whether statements run in this process, in its memory, and stop only by checking the clock. */
  readonly runsInProcess: boolean;
  /** Whether large values are stored compressed and decompressed for each access. */
  readonly compressesLargeValues: boolean;
  /** Prevents the planner from computing the columns of a subquery once for each use. */
  computedOnce(rows: RawBuilder<unknown>): RawBuilder<unknown>;

  readonly clock: StoreClock;
}

/**
 * The clock that all nodes of a store share, for instants that one node writes and another
 * compares: that of PostgreSQL, and on SQLite that of the machine. An instant is a parameter, made
 * with `offset` when the statement runs, and an expression, which `instant` builds around it.
 */
interface StoreClock {
  offset(delayMs: number): number;
  /** `offset` is a number from `offset`, or the placeholder or column of one. */
  instant(offset: number | RawBuilder<number>): RawBuilder<number>;
}

/** Beyond 2^53 the shortest decimal form of a double is not its exact value. */
export function exactText(value: LiteralValue): string {
  const isLarge = typeof value === 'number' && Number.isInteger(value);
  return isLarge ? BigInt(value).toString() : String(value);
}

/** A table, and the name that a statement gives to its rows. */
interface SampledRow {
  readonly table: string;
  readonly alias: string;
  /** Few rows meet the other conditions, and an index finds them: they are looked up in the sample. */
  readonly isFound?: boolean;
}

/** Few enough for any statement, also where it uses the list more than once. */
const keysMax = 500;

/**
 * A list for `in` of the keys of rows. As parameters the engines look each of them up by an index; a
 * longer list, as `SqlDialect.list` writes it, is a table, and PostgreSQL without statistics may read
 * the whole other table for the join.
 */
export function keyList(dialect: SqlDialect, keys: readonly string[]): RawBuilder<string> {
  if (keys.length > 0 && keys.length <= keysMax) return sql`(${sql.join(keys)})`;
  return dialect.list('string', keys);
}

/**
 * A comment in statements that may take long before their first row, and cannot be interrupted
 * there: on SQLite they run on a thread at once.
 */
export const longFirstStep = '/* long first step */';
