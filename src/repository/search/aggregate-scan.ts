import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import type { Readable } from '../access/readable.ts';
import { ordered } from '../query/check-scope.ts';
import { prepareQuery } from '../query/checked-query.ts';
import { branchesFor } from '../query/compile-branches.ts';
import { itemJoins, withVariables } from '../query/compile-condition.ts';
import type { ScalarReference, Variable } from '../query/resolved.ts';
import { typedValue, unionOf } from '../query/select-sql.ts';
import { rowAlias, type SqlContext, timeCheck } from '../query/sql-context.ts';
import type { ReadUnit } from '../unit/unit.ts';
import type { FilledProvider } from './build-query.ts';
import { isInSample, type Sample } from './sample.ts';

/** The matches of a query, found once, with the values for all aggregates of a scan. */
export interface Scan {
  /** A row for each match: `id`, which is any number or text of its own, and a column for each of the properties. */
  readonly matches: RawBuilder<unknown>;
  /** By the name of the column. */
  readonly values: ReadonlyMap<string, ScannedValues>;
}

export interface ScannedValues {
  readonly type: ValueType;
  /** A document may be in several rows. */
  readonly hasItems: boolean;
  /** The column of `matches` with the value; undefined where a document may have several. */
  readonly column: string | undefined;
  /** Rows with `id` and `v`, which is null for a document without a value; from the table `matches`. */
  readonly rows: RawBuilder<unknown>;
}

/** Whether a condition refers to the same item of the column: then both must be in one statement. */
export function isTiedToConditions(column: string): boolean {
  return /\/\*\d/.test(column);
}

export interface ScanOptions {
  readonly filled: Pick<FilledProvider, 'queryFor'>;
  /** Undefined for all. */
  readonly readable: Readable | undefined;
  readonly columns: readonly string[];
  readonly exceptAggregate: string;
  readonly sample: Sample;
  /** Matches beyond these are not evaluated. */
  readonly matchesMax: number;
}

/**
 * The matches of all conditions except the selection of one aggregate; undefined when nothing can
 * match. A column that is tied to conditions must be the only one.
 */
export async function scanMatches(
  unit: ReadUnit,
  { filled, readable, columns, exceptAggregate, sample, matchesMax }: ScanOptions,
): Promise<Scan | undefined> {
  const names = [...new Set(columns)];
  const query = await prepareQuery(unit, filled.queryFor(names.join(', '), exceptAggregate));
  const selected = (query.columns?.list ?? []).map(({ value }, at) => ({
    value,
    column: `c${at}`,
    isTied: isTiedToConditions(names[at] ?? ''),
  }));
  const tied = selected.filter(({ isTied }) => isTied).map(({ value }) => value);
  const variables = variablesOf(tied);
  const split = (branch: SqlContext) => {
    const and = isInSample(branch, sample);
    return [and ? { and } : {}];
  };
  const compiled = branchesFor(unit, { query, readable, variables, split });
  const context = compiled[0]?.context;
  if (!context) return undefined;
  const rows = unionOf(compiled, (branch) =>
    sql.join([
      sql`${branch.dialect.rowNumber(rowAlias)} as id`,
      ...selected.map(
        ({ value, column, isTied }) =>
          sql`${isTied ? typedValue(branch, value) : columnSql(branch, value)} as ${sql.ref(column)}`,
      ),
    ]),
  );
  const matches = sql`select * from (${rows}) as all_matches
    limit ${sql.lit(matchesMax)}`;
  const values = selected.map(
    (each, at) => [names[at] ?? '', scannedValues(context, each)] as const,
  );
  return { matches, values: new Map(values) };
}

/** Parent wildcards before those inside of their items. */
function variablesOf(references: readonly ScalarReference[]): ReadonlyMap<string, Variable> {
  const found = new Map<string, Variable>();
  const add = (variable: Variable): void => {
    if (variable.parent) add(variable.parent);
    found.set(variable.key, variable);
  };
  for (const { variables } of references) variables.forEach(add);
  return found;
}

/** A value, or the JSON of a list: a match has one row. */
function columnSql(branch: SqlContext, value: ScalarReference): RawBuilder<unknown> {
  const list = wholeList(value)?.source.json?.(branch);
  if (list) return list;
  const variables = [...variablesOf([value]).values()];
  if (variables.length === 0) return groupedValue(branch, value);
  const inner = withVariables(branch, variables);
  const item = typedValue(inner, value);
  const all = branch.dialect.jsonArray(item);
  return sql`(select ${all} from (select 1) as one ${itemJoins(inner, variables)})`;
}

/** All matches are held with their values until they are grouped: long texts are in no group. */
function groupedValue(branch: SqlContext, value: ScalarReference): RawBuilder<unknown> {
  const found = typedValue(branch, value);
  if (value.type !== 'string' || !value.isStored) return found;
  const most = sql.lit(limits.aggregatedTextBytesMax);
  return sql`case when octet_length(${found}) <= ${most} then ${found} end`;
}

/** The wildcard of values that can be read from the JSON of one list; others are collected first. */
function wholeList({ variables: [variable, ...more] }: ScalarReference): Variable | undefined {
  if (variable?.parent || more.length > 0) return undefined;
  return variable?.source.json ? variable : undefined;
}

interface SelectedColumn {
  readonly value: ScalarReference;
  readonly column: string;
  readonly isTied: boolean;
}

function scannedValues(
  context: SqlContext,
  { value, column, isTied }: SelectedColumn,
): ScannedValues {
  const { type, variables } = value;
  const hasItems = variables.length > 0;
  const rows =
    hasItems && !isTied
      ? unfolded(context, value, column)
      : sql`select id, ${sql.ref(column)} as v from matches`;
  return { type, hasItems, column: hasItems ? undefined : column, rows };
}

function unfolded(
  context: SqlContext,
  value: ScalarReference,
  column: string,
): RawBuilder<unknown> {
  const json = context.dialect.json;
  const list = { kind: 'column', column: sql.ref(`matches.${column}`) } as const;
  const { from, on } = json.items({ base: list, keys: [] }, itemAlias);
  // Not at the first item of each list: most are short, and all lists together have a bounded number of items.
  const checks = timeCheck(context, sql`(${json.itemIndex(itemAlias)} + 1)`);
  const where = checks.length === 0 ? sql`` : sql`where ${sql.join(checks, sql` and `)}`;
  return sql`select matches.id, ${itemSql(context, value)} as v
    from matches left join ${from} on ${on} ${where} limit ${sql.lit(limits.aggregatedValuesMax)}`;
}

const itemAlias = 'e';

/** The value of an item, or the item itself where the values were collected. */
function itemSql(context: SqlContext, value: ScalarReference): RawBuilder<unknown> {
  const variable = wholeList(value);
  if (variable) {
    return typedValue({ ...context, aliases: new Map([[variable.key, itemAlias]]) }, value);
  }
  // Booleans are 0 and 1 already.
  const type = value.type === 'boolean' ? 'long' : value.type;
  const item = { base: { kind: 'item', alias: itemAlias }, keys: [] } as const;
  return ordered(context, value.type, context.dialect.json.scalar(item, type));
}
