import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { readableDocuments } from '../access/readable.ts';
import { statement } from '../query/select-sql.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';
import { matchCount, type PartRow, partSql } from './aggregate-parts.ts';
import { isTiedToConditions, type Scan, type ScanOptions, scanMatches } from './aggregate-scan.ts';
import { type Bucket, bucketsOf, metricOf } from './buckets.ts';
import type { FilledProvider } from './build-query.ts';
import { type AggregateDefinition, isMetric, isOfTerms } from './definition.ts';
import { resolveRanges } from './ranges.ts';
import {
  firstSample,
  nextRatio,
  type SampleBounds,
  type SampleRatio,
  wholeStore,
} from './sample.ts';
import { propertyOf, selectedKeys } from './selections.ts';

export interface ComputedAggregate {
  readonly definition: AggregateDefinition;
  readonly selection: readonly string[];
  /** Empty for a metric. */
  readonly buckets: readonly Bucket[];
  /** The value of a metric, null without values; undefined for other aggregates. */
  readonly value: number | null | undefined;
  /** The part of the matches that was counted; undefined where all were. Counts are estimates for all. */
  readonly sampleRatio: SampleRatio | undefined;
}

export const defaultBounds: SampleBounds = {
  exactMax: limits.aggregatedValuesMax,
  size: limits.aggregateSampleSize,
};

interface AggregateOptions {
  /** The number of matches of the query, as far as it is known: see `QueriedDocuments`. */
  readonly total?: number;
  readonly bounds?: SampleBounds | undefined;
}

/**
 * Counts the matches that the caller may browse, in groups. The selection of an aggregate restricts
 * the others, but not itself; so all aggregates without a selection have the same matches, which
 * are searched once. Of very many matches a sample is evaluated, and the counts are estimates.
 */
export async function computeAggregates(
  unit: ReadUnit,
  filled: FilledProvider,
  { total = -1, bounds = defaultBounds }: AggregateOptions = {},
): Promise<readonly ComputedAggregate[]> {
  const readable = await readableDocuments(unit);
  const scans = scansOf(unit.model, filled);
  // Where few match, a sample would have hardly any of them.
  const areFew = total >= 0 && total <= bounds.exactMax;
  const hasSelected = (definitions: readonly AggregateDefinition[]): boolean =>
    definitions.some((each) => selectedKeys(each, filled.values).length > 0);
  const isSampled = !areFew || scans.some(hasSelected);
  const first = isSampled ? await firstSample(unit, bounds) : wholeStore;
  const computed = new Map<AggregateDefinition, ComputedAggregate>();
  for (const definitions of scans) {
    const sample = areFew && !hasSelected(definitions) ? wholeStore : first;
    const scan = { filled, readable, definitions, sample };
    const { rows, ratio: last } = await sampledRows(unit, scan, bounds);
    for (const definition of definitions) {
      const own = rows.get(definition) ?? [];
      const selection = selectedKeys(definition, filled.values);
      const all = own.map((row) => estimated(definition, row, last));
      const sampleRatio = last < 1 ? last : undefined;
      const result = resultOf(unit, definition, all);
      computed.set(definition, { definition, selection, ...result, sampleRatio });
    }
  }
  return filled.provider.aggregates.flatMap((each) => computed.get(each) ?? []);
}

export function hasSelection({ provider, values }: FilledProvider): boolean {
  return provider.aggregates.some((each) => selectedKeys(each, values).length > 0);
}

/** Aggregates of the same matches together. */
function scansOf(
  model: ContentModel,
  { provider, values }: FilledProvider,
): readonly (readonly AggregateDefinition[])[] {
  const isShared = (each: AggregateDefinition): boolean =>
    selectedKeys(each, values).length === 0 && !isTiedToConditions(aggregateColumn(model, each));
  const shared = provider.aggregates.filter(isShared);
  const own = provider.aggregates.filter((each) => !isShared(each)).map((each) => [each]);
  return shared.length === 0 ? own : [shared, ...own];
}

interface SharedScan extends Pick<ScanOptions, 'filled' | 'readable' | 'sample' | 'matchesMax'> {
  readonly definitions: readonly AggregateDefinition[];
}

interface FoundRows {
  readonly rows: ReadonlyMap<AggregateDefinition, readonly PartRow[]>;
  /** How many matches were evaluated. */
  readonly matches: number;
}

/** A further run would give hardly better estimates. */
export const runsMax = 3;

async function sampledRows(
  unit: ReadUnit,
  { sample: first, ...scan }: Omit<SharedScan, 'matchesMax'>,
  bounds: SampleBounds,
): Promise<Pick<FoundRows, 'rows'> & { readonly ratio: SampleRatio }> {
  const matchesMax = bounds.exactMax + 1;
  let { ratio } = first;
  for (let run = 1; ; run += 1) {
    const sample = { ...first, ratio };
    const { rows, matches } = await rowsOf(unit, { ...scan, sample, matchesMax });
    const next = nextRatio(ratio, matches, bounds);
    if (next === undefined || run === runsMax || !unit.handle.tree.isEmpty) return { rows, ratio };
    ratio = next;
  }
}

/** Of a sample, what is known of all: counts and sums grow with the number of documents. */
function estimated({ type }: AggregateDefinition, row: PartRow, ratio: SampleRatio): PartRow {
  if (ratio >= 1 || type === 'cardinality') return row;
  const count = Math.round(row.count / ratio);
  if (type !== 'sum') return { ...row, count };
  const sum = row.number ?? (row.term === null ? null : Number(row.term));
  return { ...row, count, term: null, number: sum === null ? null : sum / ratio };
}

/** One statement finds the matches and groups them for each of the aggregates, unless it is too large. */
async function rowsOf(unit: ReadUnit, { definitions, ...options }: SharedScan): Promise<FoundRows> {
  const columns = definitions.map((each) => aggregateColumn(unit.model, each));
  const exceptAggregate = definitions[0]?.id ?? '';
  const scan = await scanMatches(unit, { ...options, columns, exceptAggregate });
  if (!scan) return { rows: new Map(), matches: 0 };
  if (definitions.length > 1 && isTooLarge(unit.handle, scan, definitions.length)) {
    const middle = Math.ceil(definitions.length / 2);
    const [first, second] = [definitions.slice(0, middle), definitions.slice(middle)];
    const found = await rowsOf(unit, { ...options, definitions: first });
    const others = await rowsOf(unit, { ...options, definitions: second });
    return { matches: found.matches, rows: new Map([...found.rows, ...others.rows]) };
  }
  const text = partsOf(unit, { scan, definitions, columns, ratio: options.sample.ratio });
  const rows = await unit.handle.all(statement<PartRow>(unit.handle.builder, text));
  // Each may take a while, and SQLite works on this thread.
  await nextTurn();
  const inOrder = [...rows].sort((a, b) => a.place - b.place);
  const ownRows = (at: number) => inOrder.filter(({ part }) => part === at);
  return {
    rows: new Map(definitions.map((definition, at) => [definition, ownRows(at)])),
    matches: ownRows(countPart)[0]?.count ?? 0,
  };
}

/** The number of matches is a row beside those of the aggregates. */
const countPart = -1;

function partsOf(
  { handle, nowMs }: ReadUnit,
  {
    scan,
    definitions,
    columns,
    ratio,
  }: {
    scan: Scan;
    definitions: readonly AggregateDefinition[];
    columns: readonly string[];
    ratio: SampleRatio;
  },
): RawBuilder<unknown> {
  const parts = definitions.flatMap((definition, part): readonly RawBuilder<unknown>[] => {
    const values = scan.values.get(columns[part] ?? '');
    if (!values) return [];
    const ranges = resolveRanges(definition, nowMs);
    const text = partSql(definition, values, { dialect: handle.dialect, ranges, part, ratio });
    return text ? [sql`select * from (${text}) as ${sql.ref(`part${part}`)}`] : [];
  });
  const all = [...parts, matchCount(countPart)];
  return sql`with matches as materialized (${scan.matches}) ${sql.join(all, sql` union all `)}`;
}

/**
 * SQLite limits the tables of a statement that uses a common table expression more than once
 * (1,000), and counts the tables inside it each time.
 */
const tablesOfPart = 8;

export function isTooLarge(
  { dialect, builder }: ReadHandle,
  { matches }: Pick<Scan, 'matches'>,
  parts: number,
): boolean {
  if (dialect.tablesMax === undefined) return false;
  const tables = matches.compile(builder).sql.match(/\b(?:from|join)\b/gi)?.length ?? 0;
  return parts * (tables + tablesOfPart) > dialect.tablesMax;
}

function resultOf(
  unit: UnitContext,
  definition: AggregateDefinition,
  rows: readonly PartRow[],
): Pick<ComputedAggregate, 'buckets' | 'value'> {
  const { type } = definition;
  if (isMetric(type)) return { buckets: [], value: metricOf(type, rows[0]) };
  const ranges = resolveRanges(definition, unit.nowMs);
  return { buckets: bucketsOf(definition, rows, ranges), value: undefined };
}

/** The column to count: for a list its items. */
export function aggregateColumn(
  model: ContentModel,
  definition: Pick<AggregateDefinition, 'field'>,
): string {
  const property = propertyOf(definition);
  return isList(model, property) ? `${property}/*` : property;
}

function isList(model: ContentModel, property: string): boolean {
  return model.definition.schemas.some(({ name, prefix, fields }) =>
    fields.some(
      (field) =>
        (field.type === 'array' || field.type === 'list') &&
        (property === `${prefix}:${field.name}` || property === `${name}:${field.name}`),
    ),
  );
}

/** As responses show them: selected keys without a bucket come first. */
export function extendedBuckets({
  selection,
  buckets,
  definition,
}: ComputedAggregate): readonly Bucket[] {
  const missing = selection
    .filter((key) => !buckets.some((bucket) => bucket.key === key))
    .map((key) => ({
      key,
      count: 0,
      range: isOfTerms(definition) ? null : { from: null, to: null },
    }));
  return [...missing, ...buckets];
}
