import type { PropertyValue } from '../../src/model/value.ts';
import type { AggregateDefinition } from '../../src/repository/search/definition.ts';
import { treeNowMs } from './query-tree.ts';

const dayMs = 86_400_000;

/** A definition in a file, and what a query selects to see the same values. */
export interface PooledAggregate {
  readonly id: string;
  readonly type: AggregateDefinition['type'];
  readonly field: string;
  readonly column: string;
  readonly [property: string]: unknown;
}

const terms: readonly PooledAggregate[] = [
  { id: 'natures', type: 'terms', field: 'dc:nature', column: 'dc:nature' },
  { id: 'subjects', type: 'terms', field: 'dc:subjects', column: 'dc:subjects/*' },
  { id: 'types', type: 'significant_terms', field: 'ecm:primaryType', column: 'ecm:primaryType' },
  { id: 'tags', type: 'terms', field: 'ecm:tag/*', column: 'ecm:tag/*' },
  { id: 'numbers', type: 'terms', field: 'm:numbers', column: 'm:numbers/*' },
  { id: 'counts', type: 'terms', field: 'm:count', column: 'm:count' },
  { id: 'ratios', type: 'terms', field: 'm:ratio', column: 'm:ratio' },
  { id: 'done', type: 'terms', field: 'm:done', column: 'm:done' },
  { id: 'ok', type: 'terms', field: 'm:parts/*/ok', column: 'm:parts/*/ok' },
  { id: 'labels', type: 'terms', field: 'm:parts/*/labels/*', column: 'm:parts/*/labels/*' },
  { id: 'cities', type: 'terms', field: 'm:place.city', column: 'm:place/city' },
];

const groups: readonly PooledAggregate[] = [
  {
    id: 'steps',
    type: 'histogram',
    field: 'm:numbers',
    column: 'm:numbers/*',
    properties: { interval: '4' },
  },
  {
    id: 'halves',
    type: 'histogram',
    field: 'm:ratio',
    column: 'm:ratio',
    properties: { interval: '0.5' },
  },
  {
    id: 'days',
    type: 'date_histogram',
    field: 'dc:issued',
    column: 'dc:issued',
    properties: { interval: 'day' },
  },
  {
    id: 'momentDays',
    type: 'date_histogram',
    field: 'm:moments',
    column: 'm:moments/*',
    properties: { interval: 'day' },
  },
  {
    id: 'sizes',
    type: 'range',
    field: 'm:parts/*/size',
    column: 'm:parts/*/size',
    ranges: [
      { key: 'small', to: 2 },
      { key: 'large', from: 2 },
      { key: 'all' },
      { key: 'half', from: 0.5, to: 2.5 },
    ],
  },
  {
    id: 'windows',
    type: 'date_range',
    field: 'm:moments',
    column: 'm:moments/*',
    dateRanges: [
      { key: 'before', to: 'now-1d' },
      { key: 'since', from: 'now-1d' },
    ],
  },
];

const metrics: readonly PooledAggregate[] = (
  ['cardinality', 'count', 'sum', 'avg', 'min', 'max', 'missing'] as const
).flatMap((type) => [
  ...['m:ratio', 'm:count', 'm:parts/*/size'].map((field) => ({
    id: `${type} of ${field}`,
    type,
    field,
    column: field,
  })),
  { id: `${type} of m:numbers`, type, field: 'm:numbers', column: 'm:numbers/*' },
  { id: `${type} of m:moments`, type, field: 'm:moments', column: 'm:moments/*' },
]);

/** Aggregates of all types over values of all types, within lists too. */
export const aggregatePool: readonly PooledAggregate[] = [...terms, ...groups, ...metrics];

export interface ValueRow {
  readonly id: string;
  readonly value: PropertyValue;
}

type Value = string | number | bigint;

interface Found {
  readonly id: string;
  readonly value: Value;
}

/** What the aggregate comes to, from a row for each document and value, or one without a value. */
export function expectedResult(definition: AggregateDefinition, rows: readonly ValueRow[]): object {
  const found = rows.flatMap(({ id, value }): Found[] => {
    if (typeof value === 'boolean') return [{ id, value: Number(value) }];
    const isValue =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
    return isValue ? [{ id, value }] : [];
  });
  switch (definition.type) {
    case 'terms':
    case 'significant_terms':
      return { buckets: termBuckets(found) };
    case 'histogram': {
      const interval = Number(definition.properties.interval);
      return { buckets: stepBuckets(found, interval, String) };
    }
    case 'date_histogram':
      return {
        buckets: stepBuckets(found, dayMs, (from) => new Date(from).toISOString().slice(0, 10)),
      };
    case 'range':
      return { buckets: definition.ranges.map((range) => rangeBucket(found, range)) };
    case 'date_range': {
      const yesterday = treeNowMs - dayMs;
      const before = { key: 'before', from: null, to: yesterday };
      const since = { key: 'since', from: yesterday, to: null };
      return { buckets: [before, since].map((range) => rangeBucket(found, range)) };
    }
    default:
      return { buckets: [], value: metric(definition.type, found, rows) };
  }
}

function documents(found: readonly Found[]): number {
  return new Set(found.map(({ id }) => id)).size;
}

function termBuckets(found: readonly Found[]): readonly object[] {
  const values = [...new Set(found.map(({ value }) => value))].map((value) => ({
    value,
    count: documents(found.filter((each) => each.value === value)),
  }));
  return values
    .sort((a, b) => b.count - a.count || compare(a.value, b.value))
    .slice(0, 10)
    .map(({ value, count }) => ({ key: String(value), count, range: null }));
}

/** Texts by their bytes. */
function compare(a: Value, b: Value): number {
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) < Number(b) ? -1 : 1;
}

function stepBuckets(
  found: readonly Found[],
  interval: number,
  keyOf: (from: number) => string,
): readonly object[] {
  const step = ({ value }: Found): number => Math.floor(Number(value) / interval);
  // Of a list it is its values that are counted.
  const distinct = [...new Map(found.map((each) => [`${each.id} ${each.value}`, each])).values()];
  const steps = [...new Set(distinct.map(step))].sort((a, b) => a - b);
  return steps.map((at) => {
    const from = at * interval;
    const count = distinct.filter((each) => step(each) === at).length;
    return { key: keyOf(from), count, range: { from, to: from + interval } };
  });
}

function rangeBucket(
  found: readonly Found[],
  { key, from, to }: { key: string; from: number | null; to: number | null },
): object {
  const inside = found.filter(
    ({ value }) => (from === null || Number(value) >= from) && (to === null || Number(value) < to),
  );
  return { key, count: documents(inside), range: { from, to } };
}

function metric(
  type: AggregateDefinition['type'],
  found: readonly Found[],
  rows: readonly ValueRow[],
): number | null {
  const numbers = found.map(({ value }) => Number(value)).sort((a, b) => a - b);
  const sum = numbers.reduce((total, each) => total + each, 0);
  const results: Readonly<Record<string, number | null>> = {
    count: found.length,
    cardinality: new Set(found.map(({ value }) => value)).size,
    missing: new Set(rows.map(({ id }) => id)).size - documents(found),
    sum,
    avg: found.length === 0 ? null : sum / found.length,
    min: numbers[0] ?? null,
    max: numbers.at(-1) ?? null,
  };
  return results[type] ?? null;
}

/** Sums of doubles depend on the order: the last digits of two that are the same may differ. */
export function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= Math.max(1e-9, 1e-11 * Math.abs(expected));
}
