import type { Schemas } from '../../../../client/src/index.ts';

/** Others have one value in the place of buckets. */
type Buckets = Extract<Schemas['aggregate'], { readonly extendedBuckets: unknown }>;
type Bucket = Buckets['extendedBuckets'][number];

/** One value of a facet. */
export interface FacetValue {
  readonly key: string;
  readonly count: number;
  /** From the top: values of hierarchical vocabularies have several; empty where only the key is known. */
  readonly labels: readonly string[];
}

export interface Facet {
  readonly id: string;
  readonly field: string;
  readonly isRange: boolean;
  readonly values: readonly FacetValue[];
  /** The counts are estimates from a part of the documents. */
  readonly isSampled: boolean;
}

/** As a user looks for something: when, by whom, about what. Others follow. */
const order = ['dc_modified_agg', 'dc_creator_agg', 'dc_nature_agg', 'dc_subjects_agg'];

/** The facets in their order; without values that nothing has, unless they are selected. */
export function facetsOf(
  aggregations: Readonly<Record<string, Schemas['aggregate']>> = {},
  language: string,
): readonly Facet[] {
  const place = ({ id }: Facet): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return Object.values(aggregations)
    .filter((each): each is Buckets => 'extendedBuckets' in each)
    .map((each) => facetOf(each, language))
    .filter(({ values }) => values.length > 0)
    .sort((a, b) => place(a) - place(b));
}

function facetOf(aggregate: Buckets, language: string): Facet {
  const { id, field, type, selection, extendedBuckets } = aggregate;
  const values = extendedBuckets
    .filter(({ key, docCount }) => docCount > 0 || selection.includes(key))
    .map((bucket) => ({
      key: bucket.key,
      count: bucket.docCount,
      labels: labelsOf(bucket, language),
    }));
  const isSampled = 'sampleRatio' in aggregate;
  return { id, field, isRange: type.includes('range'), values, isSampled };
}

function labelsOf(bucket: Bucket, language: string): readonly string[] {
  const fetched = 'fetchedKey' in bucket ? bucket.fetchedKey : undefined;
  if (typeof fetched !== 'object') return [];
  return entityLabels(fetched, language);
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Vocabularies nest a few levels; data that refers to itself ends here. */
const levelsMax = 6;

function entityLabels(entity: unknown, language: string, level = 0): readonly string[] {
  if (!isMembers(entity) || level > levelsMax) return [];
  const { id, properties } = entity;
  if (!isMembers(properties)) return [];
  if (entity['entity-type'] === 'user') {
    const { firstName, lastName } = properties;
    return [`${firstName ?? ''} ${lastName ?? ''}`.trim() || String(id)];
  }
  const { [`label_${language}`]: own, label_en: english, label, grouplabel, parent } = properties;
  const found = [own, label, english, grouplabel, id].find(
    (each) => typeof each === 'string' && each !== '',
  );
  return [...entityLabels(parent, language, level + 1), String(found ?? '')];
}

/** Values below the same first label stand together; the others alone. */
export interface FacetBranch {
  /** The first part of the keys: selects all below it. */
  readonly key: string;
  readonly label: string;
  readonly values: readonly FacetValue[];
}

/** Fields of the search document that take the beginning of a path in the place of the facet. */
const branchFields: Readonly<Record<string, string>> = {
  dc_subjects_agg: 'dc_subjects',
  dc_coverage_agg: 'dc_coverage',
};

export function branchFieldOf({ id }: Pick<Facet, 'id'>): string | undefined {
  return branchFields[id];
}

/** Undefined where the values have no levels. */
export function branchesOf(facet: Facet): readonly FacetBranch[] | undefined {
  if (branchFieldOf(facet) === undefined) return undefined;
  const rootOf = ({ key }: FacetValue): string => key.split('/')[0] ?? key;
  return [...Map.groupBy(facet.values, rootOf)].map(([key, values]) => ({
    key,
    label: values.find(({ labels }) => labels.length > 1)?.labels[0] ?? key,
    values,
  }));
}
