import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { StatisticsLevel, StatisticsMetric } from '../../model/statistics.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { statement } from '../query/select-sql.ts';
import type { Scan, ScannedValues } from './aggregate-scan.ts';
import { isTooLarge } from './aggregates.ts';
import { findDateInterval } from './date-intervals.ts';
import type { StatisticsNode } from './statistics-plan.ts';

/** A group of a node. */
export interface GroupRow {
  /** One for each level: a term, the start of a unit of time, or the index of a range. */
  readonly keys: readonly string[];
  readonly count: number;
  readonly values: readonly PartialValue[];
}

/** A value that can be merged with those of other groups. */
export interface PartialValue {
  readonly value: number | null;
  /** Of averages, whose value is a sum until then. */
  readonly count: number;
}

/** A scan whose values have the names of fields. */
interface StatisticsScan {
  readonly matches: Scan['matches'];
  readonly values: ReadonlyMap<string, ScannedValues>;
}

/** The groups of each node, from one statement that finds the matches once, unless it is too large. */
export async function groupRows(
  handle: ReadHandle,
  nodes: readonly StatisticsNode[],
  scan: StatisticsScan,
): Promise<ReadonlyMap<StatisticsNode, readonly GroupRow[]>> {
  const { dialect, builder } = handle;
  const uses = nodes.reduce((sum, { levels }) => sum + levels.length + 1, 0);
  if (nodes.length > 1 && isTooLarge(handle, scan, uses)) {
    const middle = Math.ceil(nodes.length / 2);
    const first = await groupRows(handle, nodes.slice(0, middle), scan);
    return new Map([...first, ...(await groupRows(handle, nodes.slice(middle), scan))]);
  }
  const widths = {
    keys: Math.max(...nodes.map(({ levels }) => levels.length)),
    values: Math.max(...nodes.map(({ values }) => values.length)),
    groupsMax: Math.ceil(limits.aggregateGroupsMax / nodes.length),
  };
  const parts = nodes.map((node, part) => nodeSql(dialect, { node, part, scan, widths }));
  const text = sql`with matches as materialized (${scan.matches})
    ${sql.join(parts, sql` union all `)}`;
  const rows = await handle.all(statement<Record<string, string | null>>(builder, text));
  const byPart = Map.groupBy(rows, ({ part }) => Number(part));
  return new Map(
    nodes.map((node, part) => [node, (byPart.get(part) ?? []).map((row) => toGroup(node, row))]),
  );
}

function toGroup(node: StatisticsNode, row: Readonly<Record<string, string | null>>): GroupRow {
  const numberOf = (name: string) => (row[name] == null ? null : Number(row[name]));
  return {
    keys: node.levels.map((_level, at) => row[`k${at}`] ?? ''),
    count: Number(row.n),
    values: node.values.map((_value, at) => ({
      value: numberOf(`v${at}`),
      count: numberOf(`c${at}`) ?? 0,
    })),
  };
}

interface NodeContext {
  readonly node: StatisticsNode;
  readonly part: number;
  readonly scan: StatisticsScan;
  readonly widths: { readonly keys: number; readonly values: number; readonly groupsMax: number };
}

const noText = sql`cast(null as text)`;

function nodeSql(
  dialect: SqlDialect,
  { node: { levels, values }, part, scan, widths }: NodeContext,
): RawBuilder<unknown> {
  const divided = levels.map((level, at) => levelSql(dialect, { level, at, scan }));
  const isUnfolded = divided.some(({ mayRepeat }) => mayRepeat);
  const count = isUnfolded ? sql`count(distinct m.id)` : sql`count(*)`;
  const keys = range(widths.keys).map(
    (at) => sql`${divided[at]?.key ?? noText} as ${sql.ref(`k${at}`)}`,
  );
  const numbers = range(widths.values).flatMap((at) => {
    const { metric, field } = values[at] ?? {};
    const own = metric && field ? metricSql(dialect, metric, scalarOf(scan, field)) : undefined;
    const { value = noText, count = noText } = own ?? {};
    return [sql`${value} as ${sql.ref(`v${at}`)}`, sql`${count} as ${sql.ref(`c${at}`)}`];
  });
  const columns = sql.join([
    sql`${sql.lit(part)} as part`,
    ...keys,
    sql`${count} as n`,
    ...numbers,
  ]);
  const joins = sql.join(
    divided.map(({ join }) => join),
    sql` `,
  );
  if (levels.length === 0) return sql`select ${columns} from matches as m`;
  const isSet = sql.join(
    divided.map(({ isSet }) => isSet),
    sql` and `,
  );
  const groups = sql.join(levels.map((_level, at) => sql.lit(at + 2)));
  const order = sql.join(levels.map((_level, at) => dialect.inByteOrder(sql.ref(`k${at}`))));
  return sql`select * from (select * from (
      select ${columns} from matches as m ${joins} where ${isSet} group by ${groups}
    ) as all_groups order by n desc, ${order} limit ${sql.lit(widths.groupsMax)}) as ${sql.ref(`part${part}`)}`;
}

interface DividedLevel {
  readonly join: RawBuilder<unknown>;
  readonly isSet: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  /** A document may be in a group by several of its values. */
  readonly mayRepeat: boolean;
}

function levelSql(
  dialect: SqlDialect,
  { level, at, scan }: { level: StatisticsLevel; at: number; scan: StatisticsScan },
): DividedLevel {
  const values = valuesOf(scan, level.field);
  const alias = `a${at}`;
  const value = sql.ref(values.column === undefined ? `${alias}.v` : `m.${values.column}`);
  const join =
    values.column === undefined
      ? sql`join (select distinct id, v from (${values.rows}) as ${sql.ref(`all_${alias}`)}) as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = m.id`
      : sql``;
  const isSet = sql`${value} is not null`;
  const mayRepeat = values.hasItems;
  if (level.type === 'terms') return { join, isSet, key: termKey(values, value), mayRepeat };
  if (level.type === 'dates') {
    return { join, isSet, key: dateKey(level, values, value), mayRepeat };
  }
  requireType(level.field, values, ['long', 'double', 'date']);
  const places = level.ranges.map((_range, place) => sql`select ${sql.lit(place)} as place`);
  const conditions = level.ranges.map(({ from, to }, place) => {
    const bounds = [
      ...(from === null ? [] : [sql`${value} >= ${dialect.bound('double', from)}`]),
      ...(to === null ? [] : [sql`${value} < ${dialect.bound('double', to)}`]),
    ];
    const inside = bounds.length === 0 ? sql`1 = 1` : sql.join(bounds, sql` and `);
    return sql`when ${sql.lit(place)} then (${inside})`;
  });
  const ranges = sql.ref(`r${at}`);
  const place = sql.ref(`r${at}.place`);
  return {
    join: sql`${join} join (${sql.join(places, sql` union all `)}) as ${ranges}
      on case ${place} ${sql.join(conditions, sql` `)} end`,
    isSet,
    key: sql`cast(${place} as text)`,
    mayRepeat,
  };
}

function termKey({ type }: ScannedValues, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const isText = type === 'string' || type === 'double';
  return isText ? sql`cast(${value} as text)` : sql`cast(cast(${value} as bigint) as text)`;
}

/** The engine groups by a fixed unit; the calendar is applied afterwards. */
function dateKey(
  { field, interval }: Extract<StatisticsLevel, { type: 'dates' }>,
  values: ScannedValues,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  requireType(field, values, ['date']);
  const unit = sql.lit(findDateInterval(interval)?.unitMs ?? 1);
  const instant = sql`cast(${value} as bigint)`;
  return sql`cast(${instant} - ((${instant} % ${unit}) + ${unit}) % ${unit} as text)`;
}

/** As text: sums of PostgreSQL may be larger than any double. */
function metricSql(
  dialect: SqlDialect,
  metric: StatisticsMetric,
  { value, type }: { readonly value: RawBuilder<unknown>; readonly type: ScannedValues['type'] },
): { readonly value: RawBuilder<unknown>; readonly count: RawBuilder<unknown> } {
  const count = sql`cast(count(${value}) as text)`;
  const isText = type === 'string';
  switch (metric) {
    case 'cardinality':
      return { value: sql`cast(count(distinct ${value}) as text)`, count };
    case 'value_count':
      return { value: count, count };
    case 'min':
    case 'max':
      if (isText) break;
      return { value: sql`cast(${sql.raw(metric)}(${value}) as text)`, count };
    default:
      if (isText) break;
      return { value: sql`cast(${dialect.sum(value)} as text)`, count };
  }
  throw new AppError('request.invalid', `${metric}: the field has texts; it needs numbers`);
}

function scalarOf(scan: StatisticsScan, field: string) {
  const { column, type } = valuesOf(scan, field);
  if (column !== undefined) return { value: sql.ref(`m.${column}`), type };
  throw new AppError('request.invalid', `${field}: is a list, of which there are terms only`);
}

function valuesOf({ values }: StatisticsScan, field: string): ScannedValues {
  const found = values.get(field);
  if (found) return found;
  throw new AppError('request.invalid', `${field}: there is no such field`);
}

function requireType(
  field: string,
  { type }: ScannedValues,
  types: readonly ScannedValues['type'][],
): void {
  if (types.includes(type)) return;
  const message = `${field}: is no ${types.includes('long') ? 'number' : 'date'}`;
  throw new AppError('request.invalid', message);
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_none, at) => at);
}
