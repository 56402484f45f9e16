import { sql } from 'kysely';
import { now } from '../../base/clock.ts';
import { exactText, type SqlDialect } from '../sql-dialect.ts';
import { sqliteJson } from './sqlite-json.ts';

/** More parameters than these are one JSON list: fewer parameters, and not a new statement for each length. */
const parametersMax = 8;

/** SQLite accepts 32,766 parameters in a statement, but compiling thousands costs more than parsing. */
const othersMax = 500;

export const sqliteDialect: SqlDialect = {
  engine: 'sqlite',

  treeGraceMs: 100,
  sliceMs: 5,

  hasRowLocks: false,
  locking: (query) => query,
  claiming: (query) => query,

  bound: (_type, value) => sql`${value}`,
  nullOf: () => sql`null`,
  list(type, values) {
    if (values.length > 0 && values.length <= parametersMax) return sql`(${sql.join(values)})`;
    const list =
      type === 'string' ? JSON.stringify(values) : `[${values.map(exactText).join(',')}]`;
    return sql`(select value from json_each(${list}))`;
  },
  isAmong(value, others) {
    if (others.length <= othersMax) return sql`${value} in (${sql.join(others)})`;
    return sql`${value} in (select value from json_each(${JSON.stringify(others)}))`;
  },
  listParameter: (values) => JSON.stringify(values),
  isInList: (value, parameter) => sql`${value} in (select value from json_each(${parameter}))`,
  rowStamp: () => undefined,
  // One writer: numbers are given in the order of the commits.
  auditOrder: {
    position: sql.ref('audit_entry.id'),
    last: sql`coalesce((select seq from sqlite_sequence where name = 'audit_entry'), 0)`,
  },
  rowsOf(objects, columns) {
    const values = Object.keys(columns).map(
      (name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`,
    );
    return sql`(select ${sql.join(values)} from json_each(${JSON.stringify(objects)}))`;
  },

  hasLateralJoins: false,

  json: sqliteJson,
  jsonArray: (item) => sql`json_group_array(${item})`,

  inByteOrder: (text) => text,
  hasTimeBounds: sql`(own_acl GLOB '*"begin":[0-9-]*' OR own_acl GLOB '*"end":[0-9-]*')`,
  direction: (isDescending) => (isDescending ? sql`desc nulls first` : sql`asc nulls last`),
  byteLength: (column) => sql<number>`octet_length(${column})`,
  exactLong: (value) => sql`cast(${value} as text)`,
  // `sum` of 64-bit integers fails on overflow.
  sum: (value) => sql`case when count(${value}) > 0 then total(${value}) end`,
  average: (value) => sql`avg(${value})`,

  choosesIndexes: false,
  withoutIndex: (value) => sql`+${value}`,
  rowEstimate: (table) => sql`(select max(rowid) from ${sql.table(table)})`,
  rowNumber: (alias) => sql.ref(`${alias}.rowid`),
  // One row in each of many stretches of equal length, at a different place in each.
  isSampled: (
    { table, alias, isFound },
    ratio,
  ) => sql`${isFound ? sql`+` : sql``}${sql.ref(`${alias}.rowid`)} in (
    with recursive stretch (n) as (select 0 union all
      select n + 1 from stretch where n < (select max(rowid) from ${sql.table(table)}) * ${ratio})
    select cast((n + (n * 2654435761 % 4294967296) / 4294967296.0) / ${ratio} as integer)
    from stretch)`,
  tablesMax: 900,
  runsInProcess: true,
  compressesLargeValues: false,
  computedOnce: (rows) => rows,

  clock: {
    offset: (delayMs) => Math.round(now() + delayMs),
    instant: (offset) => sql<number>`${offset}`,
  },
};
