import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { checkQuery } from '../query/checked-query.ts';
import { type CompiledBranch, compileBranches } from '../query/compile-branches.ts';
import type { Variable } from '../query/resolved.ts';
import { statement, typedValue, unionOf } from '../query/select-sql.ts';
import { rowColumn } from '../query/sql-context.ts';
import type { Session } from '../session.ts';
import type { FilledProvider } from './build-query.ts';
import { findDateInterval, formatDate } from './date-intervals.ts';
import type { AggregateDefinition } from './definition.ts';
import { type ResolvedRange, resolveRanges } from './ranges.ts';
import { defaultFormat, propertyOf, selectedKeys } from './selections.ts';

/** A group of matches; `range` for what is no single term. */
export interface Bucket {
  readonly key: string;
  readonly count: number;
  readonly range: Omit<ResolvedRange, 'key'> | null;
}

export interface ComputedAggregate {
  readonly definition: AggregateDefinition;
  readonly selection: readonly string[];
  readonly buckets: readonly Bucket[];
}

/**
 * Counts the matches that the caller may browse, in groups. What is selected of an aggregate narrows
 * the others, but not itself. Of very many matches only some are looked at: the counts are then too
 * small rather than the answer too late.
 */
export async function computeAggregates(
  handle: ReadHandle,
  session: Session,
  filled: FilledProvider,
): Promise<readonly ComputedAggregate[]> {
  const computed: ComputedAggregate[] = [];
  for (const definition of filled.provider.aggregates) {
    const buckets = await bucketsOf(handle, session, { filled, definition });
    // Each may take a while, and one engine works on our own thread.
    await nextTurn();
    computed.push({ definition, selection: selectedKeys(definition, filled.values), buckets });
  }
  return computed;
}

export function hasSelection({ provider, values }: FilledProvider): boolean {
  return provider.aggregates.some((each) => selectedKeys(each, values).length > 0);
}

async function bucketsOf(
  handle: ReadHandle,
  session: Session,
  { filled, definition }: { filled: FilledProvider; definition: AggregateDefinition },
): Promise<readonly Bucket[]> {
  const ranges = resolveRanges(definition, session.nowMs);
  const values = await valuesOf(handle, session, { filled, definition });
  const none = (): Bucket[] => ranges.map((range) => rangeBucket(range, 0));
  if (values === undefined) return none();
  switch (definition.type) {
    case 'terms':
      return termBuckets(handle, values, definition);
    case 'date_histogram':
      return dateBuckets(handle, values, definition);
    case 'histogram':
      return numberBuckets(handle, values, definition);
    default:
      return rangeBuckets(handle, values, ranges);
  }
}

/** Rows of a document and one of its values; undefined when there can be none. */
async function valuesOf(
  handle: ReadHandle,
  session: Session,
  { filled, definition }: { filled: FilledProvider; definition: AggregateDefinition },
): Promise<RawBuilder<unknown> | undefined> {
  const column = aggregateColumn(session.model, definition);
  const query = checkQuery(session, filled.queryFor(column, definition.id));
  const value = query.columns?.list[0]?.value;
  if (!value) return undefined;
  const variables = new Map<string, Variable>();
  const add = (variable: Variable): void => {
    if (variable.parent) add(variable.parent);
    variables.set(variable.key, variable);
  };
  value.variables.forEach(add);
  const compiled: readonly CompiledBranch[] = await compileBranches(handle, session, {
    query,
    variables,
  });
  if (compiled.length === 0) return undefined;
  const rows = unionOf(
    compiled,
    (context) => sql`${rowColumn('id')} as id, ${typedValue(context, value)} as v`,
  );
  // A list that has a value twice is one document all the same.
  const distinct = variables.size > 0 ? sql`distinct` : sql``;
  const some = sql`select id, v from (${rows}) as all_values
    limit ${sql.lit(limits.aggregatedValuesMax)}`;
  return sql`select ${distinct} id, v from (${some}) as some_values where v is not null`;
}

/** What is selected to count it: of a list its items. */
export function aggregateColumn(model: ContentModel, definition: AggregateDefinition): string {
  const property = propertyOf(definition);
  return isList(model, property) ? `${property}/*` : property;
}

function isList(model: ContentModel, property: string): boolean {
  return model.definition.schemas.some(({ name, prefix, fields }) =>
    fields.some(
      (field) =>
        (field.type === 'array' || field.type === 'list') &&
        (property === `${prefix}:${field.name}` || property === `${name}:${field.name}`),
    ),
  );
}

interface Group {
  readonly v: unknown;
  readonly n: unknown;
}

const defaultTermsMax = 10;

async function termBuckets(
  handle: ReadHandle,
  values: RawBuilder<unknown>,
  { properties }: AggregateDefinition,
): Promise<readonly Bucket[]> {
  const size = Math.min(Number(properties.size) || defaultTermsMax, limits.aggregateGroupsMax);
  const least = Math.max(Number(properties.minDocCount) || 1, 1);
  const [by = 'count', order = 'desc'] = (properties.order ?? 'count desc').split(' ');
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const first = by === 'count' ? sql`n ${direction}, v asc` : sql`v ${direction}`;
  const text = sql`select v, count(*) as n from (${values}) as found group by v
    having count(*) >= ${sql.lit(least)} order by ${first} limit ${sql.lit(size)}`;
  const rows = await handle.all(statement<Group>(handle.builder, text));
  return rows.map(({ v, n }) => ({ key: String(v), count: Number(n), range: null }));
}

function rangeBucket({ key, from, to }: ResolvedRange, count: number): Bucket {
  return { key, count, range: { from, to } };
}

async function rangeBuckets(
  handle: ReadHandle,
  values: RawBuilder<unknown>,
  ranges: readonly ResolvedRange[],
): Promise<readonly Bucket[]> {
  if (ranges.length === 0) return [];
  const counts = ranges.map(({ from, to }, at) => {
    const bounds = [
      ...(from === null ? [] : [sql`v >= ${sql.lit(from)}`]),
      ...(to === null ? [] : [sql`v < ${sql.lit(to)}`]),
    ];
    const inside = bounds.length === 0 ? sql`1 = 1` : sql.join(bounds, sql` and `);
    return sql`count(distinct case when ${inside} then id end) as ${sql.ref(`n${at}`)}`;
  });
  const text = sql`select ${sql.join(counts)} from (${values}) as found`;
  const row = await handle.first(statement<Record<string, unknown>>(handle.builder, text));
  return ranges.map((range, at) => rangeBucket(range, Number(row?.[`n${at}`] ?? 0)));
}

/** The store groups by a unit that it can divide by; the calendar is put on top of it. */
async function dateBuckets(
  handle: ReadHandle,
  values: RawBuilder<unknown>,
  { properties }: AggregateDefinition,
): Promise<readonly Bucket[]> {
  const interval = findDateInterval(properties.interval ?? '');
  if (!interval) return [];
  const unit = sql.lit(interval.unitMs);
  const instant = sql`cast(v as bigint)`;
  const text = sql`select ${instant} - ((${instant} % ${unit}) + ${unit}) % ${unit} as v,
    count(*) as n from (${values}) as found group by 1 order by 1
    limit ${sql.lit(limits.aggregateGroupsMax)}`;
  const counts = new Map<number, number>();
  for (const { v, n } of await handle.all(statement<Group>(handle.builder, text))) {
    const start = interval.start(Number(v));
    counts.set(start, (counts.get(start) ?? 0) + Number(n));
  }
  const buckets = [...counts].map(([from, count]) => ({
    key: formatDate(from, properties.format ?? defaultFormat),
    count,
    range: { from, to: interval.next(from) },
  }));
  return inOrder(buckets, properties.order);
}

async function numberBuckets(
  handle: ReadHandle,
  values: RawBuilder<unknown>,
  { properties }: AggregateDefinition,
): Promise<readonly Bucket[]> {
  const interval = Number(properties.interval);
  const text = sql`select floor(cast(v as double precision) / ${sql.lit(interval)}) as v,
    count(*) as n from (${values}) as found group by 1 order by 1
    limit ${sql.lit(limits.aggregateGroupsMax)}`;
  const rows = await handle.all(statement<Group>(handle.builder, text));
  const buckets = rows.map(({ v, n }) => {
    const from = Number(v) * interval;
    return { key: String(from), count: Number(n), range: { from, to: from + interval } };
  });
  return inOrder(buckets, properties.order);
}

/** They come by key, ascending. */
function inOrder(buckets: readonly Bucket[], order = 'key asc'): readonly Bucket[] {
  const sorted = order.startsWith('count')
    ? [...buckets].sort((a, b) => a.count - b.count)
    : [...buckets];
  return order.endsWith('desc') ? sorted.reverse() : sorted;
}

/** As answers show them: what is selected but has no bucket comes first. */
export function extendedBuckets({
  selection,
  buckets,
  definition,
}: ComputedAggregate): readonly Bucket[] {
  const missing = selection
    .filter((key) => !buckets.some((bucket) => bucket.key === key))
    .map((key) => ({
      key,
      count: 0,
      range: definition.type === 'terms' ? null : { from: null, to: null },
    }));
  return [...missing, ...buckets];
}
