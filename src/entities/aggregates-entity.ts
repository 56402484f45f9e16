import {
  anyOf,
  arrayOf,
  constant,
  integer,
  type JsonOf,
  mapOf,
  named,
  nullable,
  number,
  objectOf,
  referenceTo,
  text,
  texts,
} from './json-schema.ts';

/** What the key of a term names. */
const fetched = ['directoryEntry', 'user', 'group'].map((name) => referenceTo<object>(name));

const bucketSchema = anyOf(
  objectOf({ key: text, docCount: integer }, { fetchedKey: anyOf(text, ...fetched) }),
  objectOf(
    { key: text, docCount: integer, from: nullable(number), to: nullable(number) },
    { fromAsDate: nullable(text), toAsDate: nullable(text) },
  ),
);
const bucketsSchema = arrayOf(bucketSchema);

/** As the page provider defines it: numbers, or instants as date mathematics. */
const rangeSchema = objectOf({
  key: text,
  from: anyOf(number, text, constant(null)),
  to: anyOf(number, text, constant(null)),
});

const aggregateMembers = {
  'entity-type': constant('aggregate'),
  id: text,
  field: text,
  properties: mapOf(text),
  ranges: arrayOf(rangeSchema),
  selection: texts,
  type: text,
};

/** Only where a sample was counted: the part of all documents, from 0 to 1. */
const sampleMembers = { sampleRatio: number };

const aggregateSchema = named(
  'aggregate',
  anyOf(
    objectOf(
      { ...aggregateMembers, buckets: bucketsSchema, extendedBuckets: bucketsSchema },
      sampleMembers,
    ),
    objectOf({ ...aggregateMembers, value: nullable(number) }, sampleMembers),
  ),
);

export const aggregationsSchema = mapOf(aggregateSchema);

/** An aggregate: matches in groups. */
export interface AggregateFacts {
  readonly id: string;
  readonly type: string;
  readonly field: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly ranges: readonly JsonOf<typeof rangeSchema>[];
  readonly selection: readonly string[];
  readonly buckets: readonly BucketFacts[];
  readonly extendedBuckets: readonly BucketFacts[];
  /** The single value of all matches, instead of buckets; undefined for aggregates with groups. */
  readonly value: number | null | undefined;
  /** Of a sample: the part of the documents that was counted. */
  readonly sampleRatio: number | undefined;
  /** What the keys of terms refer to; undefined when that is not requested. */
  readonly fetchedKeys: ReadonlyMap<string, string | object> | undefined;
}

interface BucketFacts {
  readonly key: string;
  readonly count: number;
  /** Null for a single term. */
  readonly range: { readonly from: number | null; readonly to: number | null } | null;
}

/** Aggregate id → aggregate. */
export function writeAggregations(
  all: readonly AggregateFacts[],
): JsonOf<typeof aggregationsSchema> {
  return Object.fromEntries(all.map((each) => [each.id, writeAggregate(each)]));
}

function writeAggregate(aggregate: AggregateFacts): JsonOf<typeof aggregateSchema> {
  const { id, field, properties, ranges, selection, type, value, fetchedKeys } = aggregate;
  const facts = {
    'entity-type': 'aggregate' as const,
    id,
    field,
    properties,
    ranges,
    selection,
    type,
    ...(aggregate.sampleRatio !== undefined && { sampleRatio: aggregate.sampleRatio }),
  };
  if (value !== undefined) return { ...facts, value };
  const hasDates = type.startsWith('date_');
  const write = (bucket: BucketFacts) => writeBucket(bucket, { hasDates, fetchedKeys });
  return {
    ...facts,
    buckets: aggregate.buckets.map(write),
    extendedBuckets: aggregate.extendedBuckets.map(write),
  };
}

function writeBucket(
  { key, count, range }: BucketFacts,
  { hasDates, fetchedKeys }: { hasDates: boolean } & Pick<AggregateFacts, 'fetchedKeys'>,
): JsonOf<typeof bucketSchema> {
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
