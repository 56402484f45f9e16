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

/** A condition that applies only when its field of the search document has a value. */
export interface PredicateDefinition {
  readonly property: string;
  readonly operator: PredicateOperator;
  /** `schema:name`; two for BETWEEN. */
  readonly fields: readonly string[];
}

/** A condition, an order or both that a request may enable. */
interface QuickFilter {
  readonly name: string;
  readonly clause: string | null;
  readonly sort: readonly SortInfo[];
}

/** Types that group the matches; a request may select some of the groups. */
const groupTypes = [
  'terms',
  'significant_terms',
  'range',
  'date_range',
  'histogram',
  'date_histogram',
] as const;

/** Types that compute one number of all matches. */
const metricTypes = ['cardinality', 'count', 'sum', 'avg', 'min', 'max', 'missing'] as const;

export const aggregateTypes = [...groupTypes, ...metricTypes] as const;

export type MetricType = (typeof metricTypes)[number];
export type AggregateType = (typeof aggregateTypes)[number];

/** `from` is inclusive, `to` is exclusive. */
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
  /** As in the definition; sub-fields after a dot or a slash. */
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

/** Significant terms are treated as terms: there is no comparison with all documents. */
export function isOfTerms({ type }: AggregateDefinition): boolean {
  return type === 'terms' || type === 'significant_terms';
}

/** What providers find without a query. */
type ProviderFinding = 'assignedTasks' | 'groups' | 'latestPrincipals' | 'openTasks' | 'users';

/** A named query with its parameters and the sizes of its pages. */
export interface PageProvider {
  readonly name: string;
  /** Results that no query finds; the parts of a query are ignored then. */
  readonly finds?: ProviderFinding;
  /** The whole query; otherwise it is built from the parts below. */
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
  /** 0: the maximum. */
  readonly pageSize: number;
  readonly maxPageSize: number;
  /** Matches are counted up to here. */
  readonly countLimit: number | 'pageSize' | null;
}
