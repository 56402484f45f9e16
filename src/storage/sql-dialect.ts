import type { RawBuilder, SqlBool } from 'kysely';
import type { JsonSql, ValueType } from './json-sql.ts';

export type EngineName = 'sqlite' | 'postgres';

/** A value of a property as statements take it. */
export type LiteralValue = string | number | bigint;

/** From the strongest to the weakest. Rows that others only refer to need no more than `noKeyUpdate`. */
export type RowLock = 'update' | 'noKeyUpdate' | 'share' | 'keyShare';

/** The queries that can lock their rows. */
interface Lockable {
  forUpdate(): this;
  forNoKeyUpdate(): this;
  forShare(): this;
  forKeyShare(): this;
  skipLocked(): this;
}

/** What engines say or do differently: one value of each. Nothing outside of storage asks for the engine. */
export interface SqlDialect {
  readonly engine: EngineName;

  /** Whether units run at the same time, so that rows must be locked. SQLite has one writer. */
  readonly hasRowLocks: boolean;
  /** The query with its rows locked until the unit ends. */
  locking<Query extends Lockable>(query: Query, lock: RowLock): Query;
  /** As `locking` for update, without the rows that another unit has locked. */
  claiming<Query extends Lockable>(query: Query): Query;

  /** The value as a parameter of its type. */
  bound(type: ValueType, value: LiteralValue): RawBuilder<unknown>;
  nullOf(type: ValueType): RawBuilder<unknown>;
  /** A list of values to compare with by `in`, in parentheses; however many they are. */
  list<Value extends LiteralValue>(type: ValueType, values: readonly Value[]): RawBuilder<Value>;
  /** Whether a number is among others; not for an empty list. */
  isAmong(value: RawBuilder<unknown>, numbers: readonly number[]): RawBuilder<SqlBool>;
  /** Rows of a list of objects, with columns of those names and types. */
  rowsOf(
    objects: readonly object[],
    columns: Readonly<Record<string, 'integer' | 'text'>>,
  ): RawBuilder<unknown>;

  /** Whether a joined query may name columns of what it is joined to. */
  readonly hasLateralJoins: boolean;

  readonly json: JsonSql;
  /** A JSON array of the values of all rows. */
  jsonArray(item: RawBuilder<unknown>): RawBuilder<unknown>;

  /** Text that compares and sorts by its bytes. */
  inByteOrder(text: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Nulls come first where descending, and last where ascending, as in PostgreSQL. */
  direction(isDescending: boolean): RawBuilder<unknown>;
  /** Bytes of a text column, or of a JSON column as text. */
  byteLength(column: RawBuilder<unknown>): RawBuilder<number>;
  /** A 64-bit integer as it leaves the store: a double does not hold all of them. */
  exactLong(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Null without any value; never an overflow. */
  sum(value: RawBuilder<unknown>): RawBuilder<unknown>;
  average(value: RawBuilder<unknown>): RawBuilder<unknown>;

  /**
   * Whether the planner chooses indexes by what it knows of the data. That of SQLite has no such
   * knowledge: statements must name what no index is to be used for; see `withoutIndex`.
   */
  readonly choosesIndexes: boolean;
  /** The value, and no index for it where the planner does not choose by itself. */
  withoutIndex(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** How many tables a statement may name; undefined without such a bound. */
  readonly tablesMax: number | undefined;
  /** Whether statements run in this process: within its memory, and until they look at the clock. */
  readonly runsInProcess: boolean;
  /** Whether large values are stored compressed and unpacked each time that they are looked into. */
  readonly compressesLargeValues: boolean;
  /** Keeps the planner from computing the columns of a subquery as often as they are named. */
  computedOnce(rows: RawBuilder<unknown>): RawBuilder<unknown>;

  readonly clock: StoreClock;
}

/**
 * The clock that all nodes of a store share, for instants that one node writes and another compares:
 * PostgreSQL's own, and on SQLite that of the one machine. An instant is a parameter, made with
 * `offset` when the statement runs, and an expression, which `instant` builds around it.
 */
interface StoreClock {
  offset(delayMs: number): number;
  /** `offset` is a number from `offset`, or the placeholder of one. */
  instant(offset: number): RawBuilder<number>;
}

/** Beyond 2^53 the shortest digits of a double are not its value. */
export function exactText(value: LiteralValue): string {
  const isLarge = typeof value === 'number' && Number.isInteger(value);
  return isLarge ? BigInt(value).toString() : String(value);
}
