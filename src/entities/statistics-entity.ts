import type {
  StatisticsBucket,
  StatisticsGroupsResult,
  StatisticsLevel,
  StatisticsResult,
} from '../model/statistics.ts';
import {
  anything,
  arrayOf,
  constant,
  flag,
  integer,
  type JsonOf,
  mapOf,
  named,
  number,
  objectOf,
} from './json-schema.ts';

/** As search indexes answer, without documents. Aggregations have the names of the request. */
export const statisticsSchema = named(
  'searchStatistics',
  objectOf(
    {
      took: integer,
      timed_out: flag,
      _shards: objectOf({ total: integer, successful: integer, skipped: integer, failed: integer }),
      hits: objectOf({
        total: objectOf({ value: integer, relation: constant('eq') }),
        max_score: constant(null),
        hits: arrayOf(anything),
      }),
    },
    { aggregations: mapOf(mapOf(anything)), sampleRatio: number },
  ),
);

export function writeStatistics(
  result: StatisticsResult,
  { tookMs, sampleRatio }: { readonly tookMs: number; readonly sampleRatio: number | undefined },
): JsonOf<typeof statisticsSchema> {
  const aggregations = writeInner(result);
  return {
    took: Math.round(tookMs),
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { total: { value: result.count, relation: 'eq' }, max_score: null, hits: [] },
    ...(Object.keys(aggregations).length > 0 && { aggregations }),
    ...(sampleRatio !== undefined && { sampleRatio }),
  };
}

function writeInner({ values, groups }: StatisticsResult): Record<string, Record<string, unknown>> {
  return {
    ...Object.fromEntries([...values].map(([name, value]) => [name, { value }])),
    ...Object.fromEntries([...groups].map(([name, result]) => [name, writeGroups(result)])),
  };
}

function writeGroups({ level, buckets, others }: StatisticsGroupsResult): Record<string, unknown> {
  const written = buckets.map((bucket) => writeBucket(level, bucket));
  if (level.type !== 'terms') return { buckets: written };
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets: written };
}

function writeBucket({ type }: StatisticsLevel, bucket: StatisticsBucket): object {
  const { key, label, from, to, count } = bucket;
  return {
    key,
    ...(label !== null && { key_as_string: label }),
    ...(type === 'ranges' && from !== null && { from }),
    ...(type === 'ranges' && to !== null && { to }),
    doc_count: count,
    ...writeInner(bucket),
  };
}
