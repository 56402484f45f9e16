import {
  type StatisticsGroups,
  type StatisticsLevel,
  type StatisticsMetric,
  type StatisticsPart,
  type StatisticsRequest,
  statisticsMetrics,
} from '../model/statistics.ts';
import {
  fieldOf,
  invalid,
  members,
  notSupported,
  readStatisticsQuery,
} from './statistics-query.ts';

const groupsMax = 20;
const levelsMax = 6;
const termsDefault = 10;
const termsMax = 10_000;
const rangesMax = 100;

/** What else a body may say; it changes nothing here. */
const ignored = ['timeout', 'track_total_hits', '_source'];

/**
 * The body of `_search`: a condition, and groups in groups with a number for each.
 *
 * @throws AppError request.invalid; server.not-implemented for the rest of the language
 */
export function readStatisticsRequest(body: unknown): StatisticsRequest {
  const { query, aggs, aggregations, size } = members(body, 'body', [
    'query',
    'aggs',
    'aggregations',
    'size',
    ...ignored,
  ]);
  // Without a size the original returns documents beside the groups, which dashboards do not read.
  if (size !== undefined && size !== 0) throw notSupported('size');
  const budget = { groups: 0 };
  const part = readPart(aggs ?? aggregations, { at: 'aggs', depth: 0, budget, isOfDays: false });
  return { condition: readStatisticsQuery(query), ...part };
}

interface Place {
  readonly at: string;
  readonly depth: number;
  readonly budget: { groups: number };
  /** Inside of groups that are merged from days, of which values in common are not known. */
  readonly isOfDays: boolean;
}

const ofDays: ReadonlySet<string> = new Set(['week', 'month', 'quarter', 'year']);

function readPart(json: unknown, place: Place): StatisticsPart {
  const parts = Object.entries(json === undefined ? {} : members(json, place.at));
  const values: StatisticsPart['values'][number][] = [];
  const groups: StatisticsGroups[] = [];
  for (const [name, definition] of parts) {
    const at = `${place.at}.${name}`;
    place.budget.groups += 1;
    if (place.budget.groups > groupsMax || place.depth >= levelsMax) {
      throw invalid(at, `more than ${groupsMax} aggregations, or more than ${levelsMax} levels`);
    }
    const { aggs, aggregations, meta: _meta, ...kinds } = members(definition, at);
    const [kind, more] = Object.keys(kinds);
    if (kind === undefined || more !== undefined) throw invalid(at, 'must have one kind');
    const inner = aggs ?? aggregations;
    const body = members(kinds[kind], `${at}.${kind}`);
    if (isMetric(kind)) {
      if (inner !== undefined) throw invalid(at, `${kind} has no groups for aggs`);
      if (kind === 'cardinality' && place.isOfDays) throw notSupported(at);
      const { field } = members(body, `${at}.${kind}`, ['field', 'precision_threshold']);
      values.push({ name, metric: kind, field: fieldOf(field, `${at}.${kind}`) });
      continue;
    }
    const level = readLevel(kind, body, `${at}.${kind}`);
    const isOfDays = place.isOfDays || (level.type === 'dates' && ofDays.has(level.interval));
    const below = { ...place, at: `${at}.aggs`, depth: place.depth + 1, isOfDays };
    groups.push({ name, level, ...readPart(inner, below) });
  }
  return { values, groups };
}

function isMetric(kind: string): kind is StatisticsMetric {
  return (statisticsMetrics as readonly string[]).includes(kind);
}

type Body = Readonly<Record<string, unknown>>;

function readLevel(kind: string, body: Body, at: string): StatisticsLevel {
  switch (kind) {
    case 'terms':
      return readTerms(body, at);
    case 'date_histogram':
      return readDates(body, at);
    case 'range':
      return readRanges(body, at);
    default:
      throw notSupported(at);
  }
}

function readTerms(body: Body, at: string): StatisticsLevel {
  const given = members(body, at, ['field', 'size', 'order', 'min_doc_count']);
  const order =
    given.order === undefined ? { _count: 'desc' } : members(given.order, `${at}.order`);
  const [by = '', direction] = Object.entries(order)[0] ?? [];
  if (!['_count', '_key', '_term'].includes(by)) throw notSupported(`${at}.order`);
  return {
    type: 'terms',
    field: fieldOf(given.field, at),
    size: wholeNumber(given.size ?? termsDefault, { at: `${at}.size`, least: 1, most: termsMax }),
    by: by === '_count' ? 'count' : 'key',
    isDescending: direction === 'desc',
    minCount: leastCount(given, at, 1),
  };
}

/** Names of intervals → as they are known here. */
const intervals: Readonly<Record<string, string>> = {
  ...{ second: 'second', '1s': 'second', minute: 'minute', '1m': 'minute' },
  ...{ hour: 'hour', '1h': 'hour', day: 'day', '1d': 'day', week: 'week', '1w': 'week' },
  ...{ month: 'month', '1M': 'month', quarter: 'quarter', '1q': 'quarter' },
  ...{ year: 'year', '1y': 'year' },
};

function readDates(body: Body, at: string): StatisticsLevel {
  const given = members(body, at, [
    ...['field', 'interval', 'calendar_interval', 'fixed_interval', 'format', 'min_doc_count'],
    'extended_bounds',
  ]);
  const asked = given.interval ?? given.calendar_interval ?? given.fixed_interval;
  const name = typeof asked === 'string' && Object.hasOwn(intervals, asked) ? asked : '';
  const interval = intervals[name];
  if (interval === undefined) throw notSupported(`${at}.interval`);
  const bounds =
    given.extended_bounds === undefined
      ? {}
      : members(given.extended_bounds, `${at}.extended_bounds`, ['min', 'max']);
  return {
    type: 'dates',
    field: fieldOf(given.field, at),
    interval,
    format: optionalText(given.format, `${at}.format`),
    minCount: leastCount(given, at, 0),
    from: optionalText(bounds.min, `${at}.extended_bounds.min`),
    to: optionalText(bounds.max, `${at}.extended_bounds.max`),
  };
}

function readRanges(body: Body, at: string): StatisticsLevel {
  const given = members(body, at, ['field', 'ranges', 'keyed']);
  const { ranges } = given;
  if (given.keyed === true) throw notSupported(`${at}.keyed`);
  if (!Array.isArray(ranges) || ranges.length === 0 || ranges.length > rangesMax) {
    throw invalid(`${at}.ranges`, `must be a list of 1 to ${rangesMax} ranges`);
  }
  const bound = (value: unknown, place: string): number | null => {
    // Attributes of pages have numbers as texts.
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (number === undefined || number === null) return null;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    throw invalid(place, 'must be a number');
  };
  return {
    type: 'ranges',
    field: fieldOf(given.field, at),
    ranges: ranges.map((range, index) => {
      const place = `${at}.ranges.${index}`;
      const { key, from, to } = members(range, place, ['key', 'from', 'to']);
      return { key: optionalText(key, place), from: bound(from, place), to: bound(to, place) };
    }),
  };
}

function leastCount(given: Body, at: string, least: number): number {
  const value = given.min_doc_count ?? least;
  return wholeNumber(value, { at: `${at}.min_doc_count`, least, most: Number.MAX_SAFE_INTEGER });
}

function wholeNumber(
  value: unknown,
  { at, least, most }: { readonly at: string; readonly least: number; readonly most: number },
): number {
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) {
    return number;
  }
  throw invalid(at, `must be a whole number from ${least} to ${most}`);
}

function optionalText(value: unknown, at: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && value.length <= 100) return value;
  throw invalid(at, 'must be a text of at most 100 characters');
}
