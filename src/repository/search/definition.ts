import type { ParameterMode } from '../query/bind-parameters.ts';

export interface SortInfo {
  readonly property: string;
  readonly isDescending: boolean;
}

export const predicateOperators = [
  '=',
  '!=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'LIKE',
  'ILIKE',
  'NOT LIKE',
  'NOT ILIKE',
  'BETWEEN',
  'IN',
  'NOT IN',
  'STARTSWITH',
  'FULLTEXT',
  'FULLTEXT ALL',
  'ISEMPTY',
  'IS NULL',
] as const;

export type PredicateOperator = (typeof predicateOperators)[number];

/** A condition that counts only when its field of the search document has a value. */
export interface PredicateDefinition {
  readonly property: string;
  readonly operator: PredicateOperator;
  /** `schema:name`; of BETWEEN there are two. */
  readonly fields: readonly string[];
}

/** A condition, an order or both that a request may switch on. */
interface QuickFilter {
  readonly name: string;
  readonly clause: string | null;
  readonly sort: readonly SortInfo[];
}

/** Types that put the matches into groups; a request may select some of them. */
const groupTypes = [
  'terms',
  'significant_terms',
  'range',
  'date_range',
  'histogram',
  'date_histogram',
] as const;

/** Types that make one number of all matches. */
const metricTypes = ['cardinality', 'count', 'sum', 'avg', 'min', 'max', 'missing'] as const;

export const aggregateTypes = [...groupTypes, ...metricTypes] as const;

export type MetricType = (typeof metricTypes)[number];
export type AggregateType = (typeof aggregateTypes)[number];

/** `from` belongs to it, `to` does not. */
interface NumberRange {
  readonly key: string;
  readonly from: number | null;
  readonly to: number | null;
}

/** Instants as date mathematics: `now`, `now-24H`, or a W3C date. */
interface DateRange {
  readonly key: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface AggregateDefinition {
  readonly id: string;
  readonly type: AggregateType;
  /** As the definition spells it; below a dot as well as below a slash. */
  readonly field: string;
  /** The field of the search document with the selected keys, `schema:name`; metrics need none. */
  readonly selection: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly ranges: readonly NumberRange[];
  readonly dateRanges: readonly DateRange[];
}

export function isMetric(type: AggregateType): type is MetricType {
  return (metricTypes as readonly AggregateType[]).includes(type);
}

/** Nothing tells terms that are many among the matches from those that are many everywhere. */
export function isOfTerms({ type }: AggregateDefinition): boolean {
  return type === 'terms' || type === 'significant_terms';
}

/** A query under a name, with what requests may fill in and how its pages are cut. */
export interface PageProvider {
  readonly name: string;
  /** What no query finds; the parts of a query count for nothing then. */
  readonly finds?: 'latestPrincipals';
  /** The whole query; otherwise it is made from the parts below. */
  readonly query: string | null;
  readonly select: readonly string[];
  readonly isDistinct: boolean;
  readonly from: string;
  readonly where: readonly string[];
  readonly parameters: ParameterMode;
  /** The type whose fields the named parameters may set. */
  readonly searchDocumentType: string | null;
  readonly predicates: readonly PredicateDefinition[];
  readonly aggregates: readonly AggregateDefinition[];
  readonly quickFilters: readonly QuickFilter[];
  readonly sort: readonly SortInfo[];
  readonly isSortable: boolean;
  /** 0: as much as a page may hold. */
  readonly pageSize: number;
  readonly maxPageSize: number;
  /** Matches are counted up to here. */
  readonly countLimit: number | 'pageSize' | null;
}
