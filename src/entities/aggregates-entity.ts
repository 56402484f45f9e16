/** Matches in groups, as they are shown. */
export interface AggregateFacts {
  readonly id: string;
  readonly type: string;
  readonly field: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly ranges: readonly object[];
  readonly selection: readonly string[];
  readonly buckets: readonly BucketFacts[];
  readonly extendedBuckets: readonly BucketFacts[];
  /** What all matches come to, in the place of buckets; undefined for those in groups. */
  readonly value: number | null | undefined;
  /** What the keys of terms name; undefined when that is not asked for. */
  readonly fetchedKeys: ReadonlyMap<string, string | object> | undefined;
}

interface BucketFacts {
  readonly key: string;
  readonly count: number;
  /** Null for a single term. */
  readonly range: { readonly from: number | null; readonly to: number | null } | null;
}

/** Aggregate id → aggregate. */
export function writeAggregations(all: readonly AggregateFacts[]): object {
  return Object.fromEntries(all.map((each) => [each.id, writeAggregate(each)]));
}

function writeAggregate(aggregate: AggregateFacts): object {
  const { id, field, properties, ranges, selection, type, value, fetchedKeys } = aggregate;
  const facts = { 'entity-type': 'aggregate', id, field, properties, ranges, selection, type };
  if (value !== undefined) return { ...facts, value };
  const hasDates = type.startsWith('date_');
  const write = (bucket: BucketFacts): object => writeBucket(bucket, { hasDates, fetchedKeys });
  return {
    ...facts,
    buckets: aggregate.buckets.map(write),
    extendedBuckets: aggregate.extendedBuckets.map(write),
  };
}

function writeBucket(
  { key, count, range }: BucketFacts,
  { hasDates, fetchedKeys }: { hasDates: boolean } & Pick<AggregateFacts, 'fetchedKeys'>,
): object {
  if (range === null) {
    return {
      key,
      docCount: count,
      ...(fetchedKeys && { fetchedKey: fetchedKeys.get(key) ?? key }),
    };
  }
  const { from, to } = range;
  const dates = { fromAsDate: writeDate(from), toAsDate: writeDate(to) };
  return { key, docCount: count, from, to, ...(hasDates && dates) };
}

function writeDate(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
