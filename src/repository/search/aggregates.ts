import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { ContentModel } from '../../model/content-model.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { readableDocuments } from '../access/readable.ts';
import { statement } from '../query/select-sql.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';
import { type PartRow, partSql } from './aggregate-parts.ts';
import { isTiedToConditions, type Scan, type ScanOptions, scanMatches } from './aggregate-scan.ts';
import { type Bucket, bucketsOf, metricOf } from './buckets.ts';
import type { FilledProvider } from './build-query.ts';
import { type AggregateDefinition, isMetric, isOfTerms } from './definition.ts';
import { resolveRanges } from './ranges.ts';
import { propertyOf, selectedKeys } from './selections.ts';

export interface ComputedAggregate {
  readonly definition: AggregateDefinition;
  readonly selection: readonly string[];
  /** Empty for a metric. */
  readonly buckets: readonly Bucket[];
  /** The value of a metric, null without values; undefined for other aggregates. */
  readonly value: number | null | undefined;
}

/**
 * Counts the matches that the caller may browse, in groups. The selection of an aggregate restricts
 * the others, but not itself; so all aggregates without a selection have the same matches, which
 * are searched once. Of very many matches only some are evaluated: the counts are then too small,
 * instead of a very late result.
 */
export async function computeAggregates(
  unit: ReadUnit,
  filled: FilledProvider,
): Promise<readonly ComputedAggregate[]> {
  const readable = await readableDocuments(unit);
  const computed = new Map<AggregateDefinition, ComputedAggregate>();
  for (const definitions of scansOf(unit.model, filled)) {
    const rows = await rowsOf(unit, { filled, readable, definitions });
    for (const definition of definitions) {
      const own = rows.get(definition) ?? [];
      const selection = selectedKeys(definition, filled.values);
      computed.set(definition, { definition, selection, ...resultOf(unit, definition, own) });
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

interface SharedScan extends Pick<ScanOptions, 'filled' | 'readable'> {
  readonly definitions: readonly AggregateDefinition[];
}

type RowsByAggregate = ReadonlyMap<AggregateDefinition, readonly PartRow[]>;

/** One statement finds the matches and groups them for each of the aggregates, unless it is too large. */
async function rowsOf(
  unit: ReadUnit,
  { definitions, ...options }: SharedScan,
): Promise<RowsByAggregate> {
  const columns = definitions.map((each) => aggregateColumn(unit.model, each));
  const exceptAggregate = definitions[0]?.id ?? '';
  const scan = await scanMatches(unit, { ...options, columns, exceptAggregate });
  if (!scan) return new Map();
  if (definitions.length > 1 && isTooLarge(unit.handle, scan, definitions.length)) {
    const middle = Math.ceil(definitions.length / 2);
    const [first, second] = [definitions.slice(0, middle), definitions.slice(middle)];
    return new Map([
      ...(await rowsOf(unit, { ...options, definitions: first })),
      ...(await rowsOf(unit, { ...options, definitions: second })),
    ]);
  }
  const text = partsOf(unit, { scan, definitions, columns });
  if (!text) return new Map();
  const rows = await unit.handle.all(statement<PartRow>(unit.handle.builder, text));
  // Each may take a while, and SQLite works on this thread.
  await nextTurn();
  const inOrder = [...rows].sort((a, b) => a.place - b.place);
  return new Map(
    definitions.map((definition, at) => [definition, inOrder.filter(({ part }) => part === at)]),
  );
}

function partsOf(
  { handle, nowMs }: ReadUnit,
  {
    scan,
    definitions,
    columns,
  }: { scan: Scan; definitions: readonly AggregateDefinition[]; columns: readonly string[] },
): RawBuilder<unknown> | undefined {
  const parts = definitions.flatMap((definition, part): readonly RawBuilder<unknown>[] => {
    const values = scan.values.get(columns[part] ?? '');
    if (!values) return [];
    const ranges = resolveRanges(definition, nowMs);
    const text = partSql(definition, values, { dialect: handle.dialect, ranges, part });
    return text ? [sql`select * from (${text}) as ${sql.ref(`part${part}`)}`] : [];
  });
  if (parts.length === 0) return undefined;
  return sql`with matches as materialized (${scan.matches}) ${sql.join(parts, sql` union all `)}`;
}

/**
 * SQLite limits the tables of a statement that uses a common table expression more than once
 * (1,000), and counts the tables inside it each time.
 */
const tablesOfPart = 8;

function isTooLarge({ dialect, builder }: ReadHandle, { matches }: Scan, parts: number): boolean {
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
export function aggregateColumn(model: ContentModel, definition: AggregateDefinition): string {
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
