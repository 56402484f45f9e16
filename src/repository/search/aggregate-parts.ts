import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import type { ScannedValues } from './aggregate-scan.ts';
import { findDateInterval } from './date-intervals.ts';
import { type AggregateDefinition, isMetric, type MetricType } from './definition.ts';
import type { ResolvedRange } from './ranges.ts';
import type { SampleRatio } from './sample.ts';

/** A row of the result for all aggregates of a scan. */
export interface PartRow {
  /** The index of its aggregate, from 0. */
  readonly part: number;
  /** The index of the range; otherwise the order of the rows of the aggregate. */
  readonly place: number;
  /** The term; null if it is not a text. */
  readonly term: string | null;
  /** A term that is a double, the start of a group, or the value of a metric. */
  readonly number: number | null;
  readonly count: number;
}

interface PartContext {
  readonly dialect: SqlDialect;
  readonly ranges: readonly ResolvedRange[];
  /** The index of the aggregate. */
  readonly part: number;
  /** The part of the documents that is evaluated. */
  readonly ratio: SampleRatio;
}

/** The statement of an aggregate's rows; undefined when it has none. */
export function partSql(
  definition: AggregateDefinition,
  values: ScannedValues,
  context: PartContext,
): RawBuilder<unknown> | undefined {
  const { type } = definition;
  if (isMetric(type)) return metricPart(type, values, context);
  switch (type) {
    case 'terms':
    case 'significant_terms':
      return termPart(definition, values, context);
    case 'date_histogram':
      return datePart(definition, values, context);
    case 'histogram':
      return numberPart(definition, values, context);
    default:
      return rangePart(values, context);
  }
}

const noTerm = sql`cast(null as text)`;
const noNumber = sql`cast(null as double precision)`;
const noCount = sql`0`;

interface Columns {
  readonly place: RawBuilder<unknown>;
  readonly term?: RawBuilder<unknown>;
  readonly number?: RawBuilder<unknown>;
  readonly count?: RawBuilder<unknown>;
}

function partColumns(
  { part }: PartContext,
  { place, term = noTerm, number = noNumber, count = noCount }: Columns,
): RawBuilder<unknown> {
  return sql`${sql.lit(part)} as part, ${place} as place, ${term} as term,
    ${number} as number, ${count} as count`;
}

/** A row with the number of all matches. */
export function matchCount(part: number): RawBuilder<unknown> {
  return sql`select ${sql.lit(part)} as part, 0 as place, ${noTerm} as term,
    ${noNumber} as number, count(*) as count from matches`;
}

/** A list that has a value twice is counted as one document. */
function found({ rows, hasItems }: ScannedValues): RawBuilder<unknown> {
  const distinct = hasItems ? sql`distinct` : sql``;
  return sql`select ${distinct} id, v from (${rows}) as all_values where v is not null`;
}

const defaultTermsMax = 10;

function termPart(
  { properties }: AggregateDefinition,
  values: ScannedValues,
  context: PartContext,
): RawBuilder<unknown> {
  const size = Math.min(Number(properties.size) || defaultTermsMax, limits.aggregateGroupsMax);
  const least = Math.max(Math.round((Number(properties.minDocCount) || 1) * context.ratio), 1);
  const [by = 'count', order = 'desc'] = (properties.order ?? 'count desc').split(' ');
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const first = by === 'count' ? sql`n ${direction}, v asc` : sql`v ${direction}`;
  const groups = sql`select v, count(*) as n from (${found(values)}) as found group by v
    having count(*) >= ${sql.lit(least)} order by ${first} limit ${sql.lit(size)}`;
  const key = termColumns(values.type);
  const place = sql`row_number() over (order by ${first})`;
  return sql`select ${partColumns(context, { place, ...key, count: sql`n` })}
    from (${groups}) as term_groups`;
}

/** Doubles are numbers, as SQLite does not write all their digits. SQLite may hold longs as doubles. */
function termColumns(type: ValueType): Pick<Columns, 'term' | 'number'> {
  if (type === 'string') return { term: sql`cast(v as text)` };
  if (type === 'double') return { number: sql`cast(v as double precision)` };
  return { term: sql`cast(cast(v as bigint) as text)` };
}

function rangePart(values: ScannedValues, context: PartContext): RawBuilder<unknown> | undefined {
  const { dialect, ranges } = context;
  if (ranges.length === 0) return undefined;
  const counted = values.hasItems ? sql`distinct case` : sql`case`;
  const counts = ranges.map(({ from, to }, at) => {
    const bounds = [
      ...(from === null ? [] : [sql`v >= ${dialect.bound('double', from)}`]),
      ...(to === null ? [] : [sql`v < ${dialect.bound('double', to)}`]),
    ];
    const inside = bounds.length === 0 ? sql`1 = 1` : sql.join(bounds, sql` and `);
    return sql`count(${counted} when ${inside} then id end) as ${sql.ref(`n${at}`)}`;
  });
  const all = sql`select ${sql.join(counts)} from (${found(values)}) as found`;
  const places = ranges.map((_range, at) => sql`select ${sql.lit(at)} as place`);
  const cases = ranges.map((_range, at) => sql`when ${sql.lit(at)} then ${sql.ref(`n${at}`)}`);
  const count = sql`case place ${sql.join(cases, sql` `)} end`;
  return sql`select ${partColumns(context, { place: sql`place`, count })}
    from (${all}) as counts cross join (${sql.join(places, sql` union all `)}) as places`;
}

/** The engine groups by a fixed unit; the calendar is applied afterwards. */
function datePart(
  { properties }: AggregateDefinition,
  values: ScannedValues,
  context: PartContext,
): RawBuilder<unknown> | undefined {
  const interval = findDateInterval(properties.interval ?? '');
  if (!interval) return undefined;
  const unit = sql.lit(interval.unitMs);
  const instant = sql`cast(v as bigint)`;
  const start = sql`${instant} - ((${instant} % ${unit}) + ${unit}) % ${unit}`;
  return steps(start, values, context);
}

function numberPart(
  { properties }: AggregateDefinition,
  values: ScannedValues,
  context: PartContext,
): RawBuilder<unknown> {
  const interval = sql.lit(Number(properties.interval));
  return steps(sql`floor(cast(v as double precision) / ${interval})`, values, context);
}

function steps(
  start: RawBuilder<unknown>,
  values: ScannedValues,
  context: PartContext,
): RawBuilder<unknown> {
  const groups = sql`select ${start} as start, count(*) as n from (${found(values)}) as found
    group by 1 order by 1 limit ${sql.lit(limits.aggregateGroupsMax)}`;
  const columns: Columns = {
    place: sql`row_number() over (order by start)`,
    number: sql`cast(start as double precision)`,
    count: sql`n`,
  };
  return sql`select ${partColumns(context, columns)} from (${groups}) as step_groups`;
}

function metricPart(
  type: MetricType,
  { rows, hasItems }: ScannedValues,
  context: PartContext,
): RawBuilder<unknown> {
  const columns = { place: sql`0`, ...metricColumns(type, context.dialect, hasItems) };
  return sql`select ${partColumns(context, columns)} from (${rows}) as all_values`;
}

/** Counts as `count`, other values as `number`; as `term` if it may be too large for a number. */
function metricColumns(
  type: MetricType,
  dialect: SqlDialect,
  hasItems: boolean,
): Omit<Columns, 'place'> {
  switch (type) {
    case 'count':
      return { count: sql`count(v)` };
    case 'cardinality':
      return { count: sql`count(distinct v)` };
    case 'missing': {
      if (!hasItems) return { count: sql`count(*) - count(v)` };
      return {
        count: sql`count(distinct id) - count(distinct case when v is not null then id end)`,
      };
    }
    case 'min':
      return { number: sql`cast(min(v) as double precision)` };
    case 'max':
      return { number: sql`cast(max(v) as double precision)` };
    default:
      return sumColumns(type, dialect);
  }
}

/** The sum of SQLite fails beyond 64 bits, that of doubles on PostgreSQL beyond the largest one. */
function sumColumns(type: 'sum' | 'avg', dialect: SqlDialect): Omit<Columns, 'place'> {
  if (dialect.engine === 'sqlite') return { number: type === 'sum' ? sql`total(v)` : sql`avg(v)` };
  const exact = sql`cast(cast(v as text) as numeric)`;
  const result = type === 'sum' ? sql`sum(${exact})` : sql`avg(${exact})`;
  return { term: sql`cast(${result} as text)` };
}
