import { AppError } from '../../base/errors/app-error.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { ParameterValue } from '../query/bind-parameters.ts';
import { findDateInterval, parseFormattedDate } from './date-intervals.ts';
import { type AggregateDefinition, isMetric, isOfTerms } from './definition.ts';
import { anyOf, literal } from './predicates.ts';
import { isOfDates, type ResolvedRange, resolveRanges } from './ranges.ts';
import type { SearchValues } from './search-document.ts';

interface SelectionContext {
  readonly model: ContentModel;
  readonly nowMs: number;
}

/** The selected keys of an aggregate; none for metrics. */
export function selectedKeys(
  { type, selection }: AggregateDefinition,
  values: SearchValues,
): readonly string[] {
  const value = selection === null || isMetric(type) ? undefined : values.get(selection);
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The aggregate's field in queries, where a dot is a slash. */
export function propertyOf({ field }: Pick<AggregateDefinition, 'field'>): string {
  return field.startsWith('ecm:') ? field : field.replaceAll('.', '/');
}

/** The condition of the selection; undefined without one. */
export function selectionClause(
  { nowMs }: SelectionContext,
  aggregate: AggregateDefinition,
  values: SearchValues,
): string | undefined {
  const keys = selectedKeys(aggregate, values);
  if (keys.length === 0) return undefined;
  const property = propertyOf(aggregate);
  if (isOfTerms(aggregate)) return anyOf(property, keys);
  const ranges = resolveRanges(aggregate, nowMs);
  const clauses = keys.map((key) => {
    const range = ranges.find((each) => each.key === key) ?? histogramRange(aggregate, key);
    if (range) return rangeClause(property, range, isOfDates(aggregate));
    throw new AppError('request.invalid', `${aggregate.id}: there is no bucket ${key}`);
  });
  return clauses.join(' OR ');
}

/** The range of a histogram's bucket follows from its name. */
function histogramRange(
  { type, properties }: AggregateDefinition,
  key: string,
): ResolvedRange | undefined {
  const { interval = '', format = defaultFormat } = properties;
  if (type === 'date_histogram') {
    const from = parseFormattedDate(key, format);
    const to = from === undefined ? undefined : findDateInterval(interval)?.next(from);
    return from === undefined || to === undefined ? undefined : { key, from, to };
  }
  const from = Number(key);
  const isNumber = type === 'histogram' && key.trim() !== '' && Number.isFinite(from);
  return isNumber ? { key, from, to: from + Number(interval) } : undefined;
}

/** The default format of bucket names of a date histogram. */
export const defaultFormat = 'yyyy-MM-dd';

function rangeClause(property: string, { from, to }: ResolvedRange, isDates: boolean): string {
  const value = (bound: number): ParameterValue => (isDates ? new Date(bound) : bound);
  const clauses = [
    ...(from === null ? [] : [`${property} >= ${literal(value(from))}`]),
    ...(to === null ? [] : [`${property} < ${literal(value(to))}`]),
  ];
  return clauses.length === 0 ? `${property} IS NOT NULL` : `(${clauses.join(' AND ')})`;
}
