import type { PartRow } from './aggregate-parts.ts';
import { findDateInterval, formatDate } from './date-intervals.ts';
import type { AggregateDefinition, MetricType } from './definition.ts';
import type { ResolvedRange } from './ranges.ts';
import { defaultFormat } from './selections.ts';

/** A group of matches; `range` unless it is a single term. */
export interface Bucket {
  readonly key: string;
  readonly count: number;
  readonly range: Omit<ResolvedRange, 'key'> | null;
}

/** The groups of an aggregate. Empty ranges are included. */
export function bucketsOf(
  definition: AggregateDefinition,
  rows: readonly PartRow[],
  ranges: readonly ResolvedRange[],
): readonly Bucket[] {
  switch (definition.type) {
    case 'terms':
    case 'significant_terms':
      return rows.map(({ term, number, count }) => ({
        key: term ?? String(number),
        count,
        range: null,
      }));
    case 'date_histogram':
      return dateBuckets(definition, rows);
    case 'histogram':
      return numberBuckets(definition, rows);
    default:
      return rangeBuckets(ranges, rows);
  }
}

function rangeBuckets(
  ranges: readonly ResolvedRange[],
  rows: readonly PartRow[],
): readonly Bucket[] {
  const counts = new Map(rows.map(({ place, count }) => [place, count]));
  return ranges.map(({ key, from, to }, at) => ({
    key,
    count: counts.get(at) ?? 0,
    range: { from, to },
  }));
}

function dateBuckets(
  { properties }: AggregateDefinition,
  rows: readonly PartRow[],
): readonly Bucket[] {
  const interval = findDateInterval(properties.interval ?? '');
  if (!interval) return [];
  const counts = new Map<number, number>();
  for (const { number, count } of rows) {
    const start = interval.start(number ?? 0);
    counts.set(start, (counts.get(start) ?? 0) + count);
  }
  const buckets = [...counts].map(([from, count]) => ({
    key: formatDate(from, properties.format ?? defaultFormat),
    count,
    range: { from, to: interval.next(from) },
  }));
  return inOrder(buckets, properties.order);
}

function numberBuckets(
  { properties }: AggregateDefinition,
  rows: readonly PartRow[],
): readonly Bucket[] {
  const interval = Number(properties.interval);
  const buckets = rows.map(({ number, count }) => {
    const from = (number ?? 0) * interval;
    return { key: String(from), count, range: { from, to: from + interval } };
  });
  return inOrder(buckets, properties.order);
}

/** The input is in ascending order of keys. */
function inOrder(buckets: readonly Bucket[], order = 'key asc'): readonly Bucket[] {
  const sorted = order.startsWith('count')
    ? [...buckets].sort((a, b) => a.count - b.count)
    : [...buckets];
  return order.endsWith('desc') ? sorted.reverse() : sorted;
}

const counted: ReadonlySet<MetricType> = new Set(['count', 'cardinality', 'missing']);

/** Without values there is a sum, but no average and no extremes. */
export function metricOf(type: MetricType, row: PartRow | undefined): number | null {
  if (counted.has(type)) return row?.count ?? 0;
  const given = row?.number ?? row?.term ?? null;
  if (given === null) return type === 'sum' ? 0 : null;
  const value = Number(given);
  // JSON cannot represent infinity.
  return Number.isFinite(value) ? value : null;
}
