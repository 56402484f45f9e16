import { type RawBuilder, sql } from 'kysely';
import { clockShiftMs } from '../../base/clock.ts';
import type { ValueType } from '../json-sql.ts';
import { exactText, type RowLock, type SqlDialect } from '../sql-dialect.ts';
import { postgresJson } from './postgres-json.ts';

/** Lists of up to this many values are separate parameters: the planner sees how many there are. */
const parametersMax = 8;

const casts: Readonly<Record<ValueType, RawBuilder<unknown>>> = {
  string: sql`text`,
  long: sql`numeric`,
  double: sql`double precision`,
  boolean: sql`integer`,
  date: sql`bigint`,
};

const columnTypes = { integer: sql`bigint`, text: sql`text` } as const;

const locks = {
  update: 'forUpdate',
  noKeyUpdate: 'forNoKeyUpdate',
  share: 'forShare',
  keyShare: 'forKeyShare',
} as const satisfies Record<RowLock, string>;

/** For how long a unit that reads relies on what another one has read of the tree. */
export const treeFreshMs = 250;

export const postgresDialect: SqlDialect = {
  engine: 'postgres',

  treeGraceMs: 2 * treeFreshMs,
  sliceMs: 20,

  hasRowLocks: true,
  locking: (query, lock) => query[locks[lock]](),
  claiming: (query) => query.forUpdate().skipLocked(),

  // Without the cast it would have the type of the column, which may be too small.
  bound: (type, value) => sql`cast(${exactText(value)} as ${casts[type]})`,
  nullOf: (type) => sql`cast(null as ${casts[type]})`,
  list(type, values) {
    if (values.length > 0 && values.length <= parametersMax) {
      return sql`(${sql.join(values.map((value) => postgresDialect.bound(type, value)))})`;
    }
    return sql`(select unnest(cast(${values.map(exactText)} as ${casts[type]}[])))`;
  },
  isAmong(value, others) {
    const type = typeof others[0] === 'string' ? sql`text[]` : sql`bigint[]`;
    return sql`${value} = any(cast(${others} as ${type}))`;
  },
  listParameter: (values) => values,
  isInList: (value, parameter) => sql`${value} = any(cast(${parameter} as text[]))`,
  // Transactions before the oldest running one have ended, and all that they wrote is visible.
  auditOrder: {
    position: sql.ref('audit_entry.transaction_number'),
    last: sql`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)`,
  },
  // A place of a row is used again, but not by the same transaction.
  rowStamp: (table) =>
    sql<string>`${sql.ref(`${table}.xmin`)}::text || ${sql.ref(`${table}.ctid`)}::text`,
  rowsOf(objects, columns) {
    const typed = Object.entries(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${columnTypes[type]}`,
    );
    return sql`(select * from jsonb_to_recordset(cast(${JSON.stringify(objects)} as jsonb))
      as rows_of_list(${sql.join(typed)}))`;
  },

  hasLateralJoins: true,

  json: postgresJson,
  jsonArray: (item) => sql`jsonb_agg(${item})`,

  inByteOrder: (text) => sql`(${text}) collate "C"`,
  hasTimeBounds: sql`own_acl::text ~ '"(begin|end)": [0-9-]'`,
  direction: (isDescending) => (isDescending ? sql`desc` : sql`asc`),
  byteLength: (column) => sql<number>`octet_length(cast(${column} as text))`,
  // The driver returns numbers of such types as text anyway.
  exactLong: (value) => value,
  sum: (value) => sql`sum(cast(${value} as double precision))`,
  average: (value) => sql`avg(cast(${value} as double precision))`,

  choosesIndexes: true,
  withoutIndex: (value) => value,
  // As the planner does: the density at the last VACUUM or ANALYZE, and the present size.
  rowEstimate: (table) => sql`(select case when relpages > 0 then reltuples / relpages else 10 end
    * pg_relation_size(oid) / current_setting('block_size')::integer
    from pg_class where oid = ${sql.lit(table)}::regclass)`,
  rowNumber: (alias) => sql.ref(`${alias}.id`),
  // Pages of the table, as reading single rows of it costs as much as reading their pages.
  isSampled: ({ table, alias }, ratio) => sql`${sql.ref(`${alias}.id`)} in (
    select id from ${sql.raw(`only ${table}`)} tablesample system (${sql.lit(ratio * 100)}) repeatable (0))`,
  tablesMax: undefined,
  runsInProcess: false,
  compressesLargeValues: true,
  computedOnce: (rows) => sql`${rows} offset 0`,

  clock: {
    offset: (delayMs) => Math.round(clockShiftMs() + delayMs),
    instant: (offset) =>
      sql<number>`((extract(epoch from clock_timestamp()) * 1000)::bigint + ${offset}::bigint)`,
  },
};
