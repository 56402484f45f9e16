import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type {
  StatisticsBucket,
  StatisticsGroupsResult,
  StatisticsLevel,
  StatisticsMetric,
  StatisticsResult,
} from '../../model/statistics.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import { findDateInterval, formatDate } from './date-intervals.ts';
import { evaluateDateMath } from './date-math.ts';
import type { SampleRatio } from './sample.ts';
import type { StatisticsNode } from './statistics-plan.ts';
import type { GroupRow, PartialValue } from './statistics-sql.ts';

interface Groups {
  readonly rows: ReadonlyMap<StatisticsNode, readonly GroupRow[]>;
  readonly types: ReadonlyMap<string, ValueType>;
  /** The part of the documents that was counted. */
  readonly ratio: SampleRatio;
  readonly nowMs: number;
}

/** The rows as groups in groups. */
export function statisticsResult(root: StatisticsNode, groups: Groups): StatisticsResult {
  return new GroupTree(groups).resultOf(root, []);
}

/** Keys of the levels above → key → row. */
type RowsOfNode = ReadonlyMap<string, ReadonlyMap<string, GroupRow>>;

class GroupTree {
  readonly #groups: Groups;
  readonly #rows = new Map<StatisticsNode, RowsOfNode>();
  #buckets = 0;

  constructor(groups: Groups) {
    this.#groups = groups;
    for (const [node, rows] of groups.rows) this.#rows.set(node, arrange(node, rows));
  }

  resultOf(node: StatisticsNode, keys: readonly string[]): StatisticsResult {
    const above = this.#rows.get(node)?.get(textOf(keys.slice(0, -1)));
    const row = above?.get(keys.at(-1) ?? '');
    const { ratio } = this.#groups;
    const count = Math.round((row?.count ?? 0) / ratio);
    const values = node.values.map(
      ({ name, metric }, at) => [name, shownValue(metric, row?.values[at], ratio)] as const,
    );
    const groups = [...node.inner].map(
      ([name, inner]) => [name, this.#groupsOf(inner, { keys, count })] as const,
    );
    return { count, values: new Map(values), groups: new Map(groups) };
  }

  #groupsOf(
    node: StatisticsNode,
    { keys, count }: { readonly keys: readonly string[]; readonly count: number },
  ): StatisticsGroupsResult {
    const level = node.levels.at(-1) as StatisticsLevel;
    const found = this.#rows.get(node)?.get(textOf(keys)) ?? new Map<string, GroupRow>();
    const shown = this.#shownKeys(level, found);
    this.#buckets += shown.length;
    if (this.#buckets > limits.aggregateGroupsMax) {
      const message = `aggs: more than ${limits.aggregateGroupsMax} groups; choose a longer interval or a smaller size`;
      throw new AppError('request.invalid', message);
    }
    const buckets = shown.map((key) => ({
      ...this.#describe(level, key),
      ...this.resultOf(node, [...keys, key]),
    }));
    const inShown = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
    return { level, buckets, others: Math.max(0, count - inShown) };
  }

  #shownKeys(level: StatisticsLevel, found: ReadonlyMap<string, GroupRow>): readonly string[] {
    if (level.type === 'ranges') return level.ranges.map((_range, at) => String(at));
    const least = Math.max(level.minCount * this.#groups.ratio, 1);
    const keys = [...found].filter(([, { count }]) => count >= least).map(([key]) => key);
    if (level.type === 'terms') {
      const isNumber = this.#groups.types.get(level.field) !== 'string';
      const order = (a: string, b: string) =>
        isNumber ? Number(a) - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(b));
      const byKey = keys.sort((a, b) =>
        level.by === 'key' && level.isDescending ? order(b, a) : order(a, b),
      );
      const countOf = (key: string) => found.get(key)?.count ?? 0;
      const sign = level.isDescending ? -1 : 1;
      const sorted =
        level.by === 'key' ? byKey : byKey.sort((a, b) => sign * (countOf(a) - countOf(b)));
      return sorted.slice(0, level.size);
    }
    const starts = keys.map(Number).sort((a, b) => a - b);
    return (level.minCount > 0 ? starts : this.#withEmpty(level, starts)).map(String);
  }

  /** The starts of all groups from the first to the last, or between the bounds that were asked for. */
  #withEmpty(
    { interval: name, from, to }: Extract<StatisticsLevel, { type: 'dates' }>,
    starts: readonly number[],
  ): readonly number[] {
    const interval = findDateInterval(name);
    const bound = (text: string | null) =>
      text === null ? undefined : evaluateDateMath(text, this.#groups.nowMs);
    const ends = [bound(from), starts[0], bound(to), starts.at(-1)].filter(
      (each) => each !== undefined,
    );
    if (!interval || ends.length === 0) return [];
    const last = Math.max(...ends);
    const all: number[] = [];
    for (let at = interval.start(Math.min(...ends)); at <= last; at = interval.next(at)) {
      all.push(at);
      if (all.length > limits.aggregateGroupsMax) break;
    }
    return all;
  }

  #describe(
    level: StatisticsLevel,
    key: string,
  ): Pick<StatisticsBucket, 'key' | 'label' | 'from' | 'to'> {
    const none = { label: null, from: null, to: null };
    if (level.type === 'ranges') {
      const {
        key: name,
        from,
        to,
      } = level.ranges[Number(key)] ?? { key: '', from: null, to: null };
      return { key: name ?? `${from ?? '*'}-${to ?? '*'}`, label: null, from, to };
    }
    if (level.type === 'dates') {
      const { format } = level;
      const instant = Number(key);
      const label = format === null ? new Date(instant).toISOString() : formatDate(instant, format);
      return { ...none, key: instant, label };
    }
    const type = this.#groups.types.get(level.field);
    if (type === 'string') return { ...none, key };
    return { ...none, key: Number(key), label: type === 'boolean' ? String(key === '1') : null };
  }
}

function textOf(keys: readonly string[]): string {
  return JSON.stringify(keys);
}

/** Days become weeks, months and so on; their groups are merged. */
function arrange(node: StatisticsNode, rows: readonly GroupRow[]): RowsOfNode {
  const byParent = new Map<string, Map<string, GroupRow>>();
  for (const row of rows) {
    const keys = row.keys.map((key, at) => startOf(node.levels[at], key));
    const parent = textOf(keys.slice(0, -1));
    const siblings = byParent.get(parent) ?? new Map<string, GroupRow>();
    byParent.set(parent, siblings);
    const key = keys.at(-1) ?? '';
    const known = siblings.get(key);
    siblings.set(key, known ? merged(node, known, row) : row);
  }
  return byParent;
}

function startOf(level: StatisticsLevel | undefined, key: string): string {
  if (level?.type !== 'dates') return key;
  return String(findDateInterval(level.interval)?.start(Number(key)) ?? key);
}

function merged(node: StatisticsNode, one: GroupRow, other: GroupRow): GroupRow {
  const values = node.values.map(({ metric }, at) =>
    mergedValue(metric, one.values[at], other.values[at]),
  );
  return { keys: one.keys, count: one.count + other.count, values };
}

function mergedValue(
  metric: StatisticsMetric,
  one: PartialValue | undefined,
  other: PartialValue | undefined,
): PartialValue {
  const both = [one?.value ?? null, other?.value ?? null].filter((each) => each !== null);
  const count = (one?.count ?? 0) + (other?.count ?? 0);
  if (both.length === 0) return { value: null, count };
  if (metric === 'min') return { value: Math.min(...both), count };
  if (metric === 'max') return { value: Math.max(...both), count };
  return { value: both.reduce((sum, each) => sum + each, 0), count };
}

/** Of a sample, counts and sums grow with the number of documents. */
function shownValue(
  metric: StatisticsMetric,
  found: PartialValue | undefined,
  ratio: SampleRatio,
): number | null {
  const value = found?.value ?? null;
  if (value === null) return ['min', 'max', 'avg'].includes(metric) ? null : 0;
  // JSON cannot represent infinity.
  if (!Number.isFinite(value)) return null;
  if (metric === 'avg') return found?.count ? value / found.count : null;
  if (metric === 'sum') return value / ratio;
  return metric === 'value_count' ? Math.round(value / ratio) : value;
}
