/** A condition on the fields of documents, or of entries of the audit. */
export type StatisticsCondition =
  | { readonly kind: 'all'; readonly of: readonly StatisticsCondition[] }
  | { readonly kind: 'any'; readonly of: readonly StatisticsCondition[] }
  | { readonly kind: 'not'; readonly of: StatisticsCondition }
  | { readonly kind: 'among'; readonly field: string; readonly values: readonly StatisticsValue[] }
  | { readonly kind: 'set'; readonly field: string }
  | StatisticsRange;

export type StatisticsValue = string | number | boolean;

/** Bounds are numbers, dates, or date mathematics such as `now-7d`. */
export interface StatisticsRange {
  readonly kind: 'range';
  readonly field: string;
  readonly bounds: readonly StatisticsBound[];
}

export interface StatisticsBound {
  readonly operator: '>' | '>=' | '<' | '<=';
  readonly value: string | number;
}

/** How a level of groups divides the groups above it. */
export type StatisticsLevel =
  | {
      readonly type: 'terms';
      readonly field: string;
      readonly size: number;
      readonly by: 'count' | 'key';
      readonly isDescending: boolean;
      readonly minCount: number;
    }
  | {
      readonly type: 'dates';
      readonly field: string;
      /** As `findDateInterval` knows it. */
      readonly interval: string;
      readonly format: string | null;
      readonly minCount: number;
      /** Groups without members are shown between these, too. */
      readonly from: string | null;
      readonly to: string | null;
    }
  | {
      readonly type: 'ranges';
      readonly field: string;
      /** `from` is inclusive, `to` is exclusive. */
      readonly ranges: readonly {
        readonly key: string | null;
        readonly from: number | null;
        readonly to: number | null;
      }[];
    };

export const statisticsMetrics = [
  'cardinality',
  'value_count',
  'sum',
  'avg',
  'min',
  'max',
] as const;
export type StatisticsMetric = (typeof statisticsMetrics)[number];

/** One number for each group. */
export interface StatisticsValueRequest {
  readonly name: string;
  readonly metric: StatisticsMetric;
  readonly field: string;
}

/** What is asked of each group, or of all matches. */
export interface StatisticsPart {
  readonly values: readonly StatisticsValueRequest[];
  readonly groups: readonly StatisticsGroups[];
}

export interface StatisticsGroups extends StatisticsPart {
  readonly name: string;
  readonly level: StatisticsLevel;
}

export interface StatisticsRequest extends StatisticsPart {
  readonly condition: StatisticsCondition;
}

/** A group, or all matches. */
export interface StatisticsResult {
  readonly count: number;
  /** By name; null without values. */
  readonly values: ReadonlyMap<string, number | null>;
  /** By name. */
  readonly groups: ReadonlyMap<string, StatisticsGroupsResult>;
}

export interface StatisticsGroupsResult {
  readonly level: StatisticsLevel;
  readonly buckets: readonly StatisticsBucket[];
  /** Of terms: how many matches are in groups that are not shown. */
  readonly others: number;
}

export interface StatisticsBucket extends StatisticsResult {
  /** Of dates the start of the group, in epoch milliseconds. */
  readonly key: string | number;
  /** Of dates in the requested format. */
  readonly label: string | null;
  readonly from: number | null;
  readonly to: number | null;
}
