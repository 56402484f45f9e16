import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  StatisticsCondition,
  StatisticsRequest,
  StatisticsResult,
} from '../../model/statistics.ts';
import { readableDocuments } from '../access/readable.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { scanMatches } from './aggregate-scan.ts';
import { aggregateColumn, defaultBounds, runsMax } from './aggregates.ts';
import { anyOf, literal } from './predicates.ts';
import { firstSample, nextRatio, type Sample } from './sample.ts';
import { propertyOf } from './selections.ts';
import { resolveBounds } from './statistics-bounds.ts';
import { statisticsResult } from './statistics-groups.ts';
import { allNodes, fieldsOf, planStatistics, type StatisticsNode } from './statistics-plan.ts';
import { type GroupRow, groupRows } from './statistics-sql.ts';

export interface Statistics {
  readonly result: StatisticsResult;
  /** The part of the documents that was counted; undefined where all were. Counts are estimates for all. */
  readonly sampleRatio: number | undefined;
}

/**
 * Counts the documents that the caller may browse, in groups. Of very many matches a sample is
 * evaluated, as of aggregates.
 *
 * @throws AppError request.invalid for an unknown field, or a value that does not fit
 */
export async function documentStatistics(
  unit: ReadUnit,
  request: StatisticsRequest,
  bounds = defaultBounds,
): Promise<Statistics> {
  const readable = await readableDocuments(unit);
  const root = planStatistics(request);
  const clause = clauseOf(request.condition, unit.nowMs);
  const search = { root, clause, readable, matchesMax: bounds.exactMax + 1 };
  let sample = await firstSample(unit, bounds);
  for (let run = 1; ; run += 1) {
    const { rows, types } = await rowsOf(unit, search, sample);
    const { ratio } = sample;
    const matches = rows.get(root)?.[0]?.count ?? 0;
    const next = nextRatio(ratio, matches, bounds);
    if (next === undefined || run === runsMax || !unit.handle.tree.isEmpty) {
      const result = statisticsResult(root, { rows, types, ratio, nowMs: unit.nowMs });
      return { result, sampleRatio: ratio < 1 ? ratio : undefined };
    }
    sample = { ...sample, ratio: next };
  }
}

interface Search {
  readonly root: StatisticsNode;
  readonly clause: string;
  readonly readable: Awaited<ReturnType<typeof readableDocuments>>;
  readonly matchesMax: number;
}

async function rowsOf(
  unit: ReadUnit,
  { root, clause, readable, matchesMax }: Search,
  sample: Sample,
) {
  const fields = fieldsOf(root);
  const columnOf = new Map(fields.map((field) => [field, aggregateColumn(unit.model, { field })]));
  const columns = fields.length === 0 ? ['ecm:uuid'] : [...columnOf.values()];
  const queryFor = (select: string) => parseQuery(`SELECT ${select} FROM Document WHERE ${clause}`);
  const options = {
    filled: { queryFor },
    readable,
    columns,
    exceptAggregate: '',
    sample,
    matchesMax,
  };
  const scan = await scanMatches(unit, options);
  if (!scan) return { rows: new Map<StatisticsNode, readonly GroupRow[]>(), types: new Map() };
  const values = new Map(
    [...columnOf].flatMap(([field, column]) => {
      const found = scan.values.get(column);
      return found ? [[field, found] as const] : [];
    }),
  );
  const rows = await groupRows(unit.handle, allNodes(root), { matches: scan.matches, values });
  // It may take a while, and SQLite works on this thread.
  await nextTurn();
  return { rows, types: new Map([...values].map(([field, { type }]) => [field, type])) };
}

/** The condition in the query language. What is negated is true of documents without a value, too. */
function clauseOf(condition: StatisticsCondition, nowMs: number, isNegated = false): string {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      if (condition.of.length === 0) return 'ecm:uuid IS NOT NULL';
      const all = condition.of.map((each) => clauseOf(each, nowMs, isNegated));
      return `(${all.join(condition.kind === 'all' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return `NOT (${clauseOf(condition.of, nowMs, true)})`;
    case 'among': {
      const values = condition.values.map((value) =>
        typeof value === 'boolean' ? Number(value) : value,
      );
      const property = propertyOf(condition);
      return withValue(anyOf(property, values), property, isNegated);
    }
    case 'set':
      return `${propertyOf(condition)} IS NOT NULL`;
    case 'range': {
      const property = propertyOf(condition);
      const clauses = resolveBounds(condition, nowMs).map(
        ({ operator, value, isInstant }) =>
          `${property} ${operator} ${literal(isInstant ? new Date(value) : value)}`,
      );
      if (clauses.length === 0) return `${property} IS NOT NULL`;
      return withValue(clauses.join(' AND '), property, isNegated);
    }
  }
}

/** Properties of the system always have a value. */
function withValue(clause: string, property: string, isNegated: boolean): string {
  const isSet = isNegated && !property.startsWith('ecm:') ? ` AND ${property} IS NOT NULL` : '';
  return `(${clause}${isSet})`;
}
