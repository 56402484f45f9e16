import { type RawBuilder, sql } from 'kysely';
import type { PropertyValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import type { ReadUnit } from '../unit/unit.ts';
import {
  type BoundedRow,
  boundColumns,
  boundedColumns,
  boundsOfPage,
  boundsOfRow,
  computedOnce,
  refuseCut,
  requireFitting,
  type TextBounds,
} from './bounded-columns.ts';
import type { QueryColumn, QueryColumns } from './check-columns.ts';
import type { SortValue } from './check-sort-keys.ts';
import { type CheckedQuery, prepareQuery } from './checked-query.ts';
import { type CompiledBranch, compileBranches } from './compile-branches.ts';
import { type PageRequest, totalOf } from './count-matches.ts';
import { ecmUuid } from './ecm-properties.ts';
import { findPage, seekableOrder } from './find-page.ts';
import type { Variable } from './resolved.ts';
import { selectOf, sortableValue, sortTerm, statement, typedValue, unionOf } from './select-sql.ts';
import { rowColumn, type SqlContext } from './sql-context.ts';
import type { ParsedQuery } from './syntax-tree.ts';

interface RowQuery extends PageRequest {
  readonly query: ParsedQuery;
}

interface QueriedRows {
  /** Names as written, or their aliases; of two with one name the last one is used. */
  readonly columns: readonly { readonly name: string; readonly type: ValueType }[];
  /** Column → value; instants are epoch milliseconds. */
  readonly rows: readonly Readonly<Record<string, PropertyValue>>[];
  readonly offset: number;
  readonly total: number;
}

/** `*` selects the id. */
const idColumns: QueryColumns = {
  list: [
    { name: 'ecm:uuid', text: 'ecm:uuid', value: ecmUuid, type: 'string', aggregate: undefined },
  ],
  isDistinct: false,
  isAggregate: false,
};

interface Projection {
  readonly columns: QueryColumns;
  readonly orderBy: readonly SortValue[];
  readonly variables: ReadonlyMap<string, Variable>;
}

/**
 * A page of rows with the selected columns, of documents that the caller may browse. A wildcard in
 * a column makes a row for each item.
 *
 * @throws AppError request.invalid when names of the query do not exist or types do not compare
 */
export async function queryRows(unit: ReadUnit, request: RowQuery): Promise<QueriedRows> {
  const checked = await prepareQuery(unit, request.query);
  const columns = checked.columns ?? idColumns;
  const variables = variablesOf(columns, checked.orderBy);
  const projection = { columns, orderBy: checked.orderBy, variables };
  const { rows, total } = isRowPerDocument(checked, projection)
    ? await rowsOfDocuments(unit, { checked, projection, request })
    : await allRows(unit, { checked, projection, request });
  return {
    columns: columns.list.map(({ name, type }) => ({ name, type })),
    rows: rows.map((row) => namedRow(columns.list, row)),
    offset: request.offset,
    total,
  };
}

interface FoundRows {
  readonly rows: readonly RawRow[];
  readonly total: number;
}

interface RowsOptions {
  readonly checked: CheckedQuery;
  readonly projection: Projection;
  readonly request: RowQuery;
}

/** Whether the page is a page of documents, in an order with an index. */
function isRowPerDocument(checked: CheckedQuery, { columns, variables }: Projection): boolean {
  const isPlain = !columns.isDistinct && !columns.isAggregate && variables.size === 0;
  return isPlain && checked.hits === undefined && seekableOrder(checked, false) !== undefined;
}

/** First the documents, then their columns, without testing the conditions again. */
async function rowsOfDocuments(
  unit: ReadUnit,
  { checked, projection, request }: RowsOptions,
): Promise<FoundRows> {
  const { ids, total } = await findPage(unit, { ...request, checked });
  if (ids.length === 0) return { rows: [], total };
  const query = { ...checked, where: undefined };
  const compiled = await compileBranches(unit, { query, ids });
  if (compiled.length === 0) return { rows: [], total };
  const bounds = boundsOfPage(projection.columns, request.limit);
  const text = selectRows(unit.handle, { compiled, projection, bounds });
  const found = await unit.handle.all(statement<RawRow>(unit.handle.builder, text));
  const byId = new Map(found.map((row) => [row.id, row]));
  const some = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  const rows = await withLargeTexts(unit, { rows: some, query, projection, bounds });
  return { rows, total };
}

interface RowSelection {
  readonly compiled: readonly CompiledBranch[];
  readonly projection: Projection;
  readonly bounds?: TextBounds;
  /** Sorts and limits the rows of each kind of documents. */
  readonly ending?: RawBuilder<unknown>;
}

/** The selected columns, with the id if each row has one. */
function selectRows({ dialect }: ReadHandle, selection: RowSelection): RawBuilder<unknown> {
  const { projection, bounds } = selection;
  const { columns } = projection;
  const shown = [
    ...shownColumns(dialect, columns),
    ...(bounds ? boundColumns(bounds) : []),
    ...(columns.isDistinct ? [] : [sql.ref('id')]),
  ];
  return sql`select ${sql.join(shown)} from (${projected(dialect, selection)}) as all_rows`;
}

/**
 * The rows with the texts that were left out, after a check that they fit.
 *
 * @throws AppError request.answer-too-large
 */
async function withLargeTexts(
  unit: ReadUnit,
  {
    rows,
    query,
    projection,
    bounds,
  }: {
    rows: readonly RawRow[];
    query: CheckedQuery;
    projection: Projection;
    bounds: TextBounds;
  },
): Promise<readonly RawRow[]> {
  requireFitting(rows);
  if (projection.columns.isDistinct || projection.variables.size > 0) {
    refuseCut(rows, bounds);
    return rows;
  }
  const ids = rows.flatMap(({ is_cut, id }) => (Number(is_cut) === 1 ? String(id) : []));
  if (ids.length === 0) return rows;
  const compiled = await compileBranches(unit, { query, ids });
  const text = selectRows(unit.handle, { compiled, projection });
  const large = await unit.handle.allOfLarge(statement<RawRow>(unit.handle.builder, text));
  const byId = new Map(large.map((row) => [row.id, row]));
  const complete = rows.map((row) => (Number(row.is_cut) === 1 ? byId.get(row.id) : row));
  return complete.filter((row) => row !== undefined);
}

async function allRows(
  unit: ReadUnit,
  { checked, projection, request }: RowsOptions,
): Promise<FoundRows> {
  const { variables } = projection;
  const compiled = await compileBranches(unit, {
    query: checked,
    variables,
    skipsEmptyLists: true,
  });
  const bounds = boundsOfPage(projection.columns, request.limit);
  const found = await pageOfRows(unit.handle, { compiled, projection, bounds, page: request });
  const large = { rows: found, query: checked, projection, bounds };
  const rows = projection.columns.isAggregate ? found : await withLargeTexts(unit, large);
  const total = await totalOf(rows.length, request, (most) =>
    countProjected(unit.handle, { compiled, projection, most }),
  );
  return { rows, total };
}

/** Parent wildcards before those inside of their items. */
function variablesOf(
  { list }: QueryColumns,
  orderBy: readonly SortValue[],
): ReadonlyMap<string, Variable> {
  const found = new Map<string, Variable>();
  const add = (variable: Variable): void => {
    if (variable.parent) add(variable.parent);
    found.set(variable.key, variable);
  };
  for (const { value } of [...list, ...orderBy]) value.variables.forEach(add);
  return found;
}

type RawRow = Readonly<Record<string, unknown>> & BoundedRow;

/** Rows up to which reading in the order of an index is better than reading all rows and sorting them. */
const sortedEarlyMax = 10_000;

async function pageOfRows(
  handle: ReadHandle,
  { page, ...selection }: RowSelection & { page: PageRequest },
): Promise<readonly RawRow[]> {
  const { compiled, projection } = selection;
  const { columns } = projection;
  if (columns.isAggregate) return aggregated(handle, { compiled, columns, page });
  if (compiled.length === 0 || page.limit <= 0) return [];
  const { dialect, builder } = handle;
  const order = sql`order by ${sql.join(orderTerms(dialect, projection))}`;
  const ending = sql`${order} limit ${page.offset + page.limit}`;
  const isEarly = page.offset + page.limit <= sortedEarlyMax && !columns.isDistinct;
  const limited = isEarly ? { ...selection, ending } : selection;
  const text = sql`${selectRows(handle, limited)} ${order} limit ${page.limit} offset ${page.offset}`;
  return handle.all(statement<RawRow>(builder, text));
}

function shownColumns(dialect: SqlDialect, { list }: QueryColumns): readonly RawBuilder<unknown>[] {
  return list.map(({ type }, at) => column(`c${at}`, output(dialect, type, `r${at}`)));
}

/** Without large texts, if there are bounds. */
function projected(
  dialect: SqlDialect,
  { compiled, projection, bounds, ending }: RowSelection,
): RawBuilder<unknown> {
  const { columns, orderBy, variables } = projection;
  const rows = rawRows(compiled, projection, ending);
  if (!bounds) return columns.isDistinct ? distinct(rows) : rows;
  const others = [
    ...columns.list.flatMap((_column, at) => (bounds.places.includes(at) ? [] : `r${at}`)),
    ...(columns.isDistinct ? [] : orderBy.map((_key, at) => `s${at}`)),
    ...(columns.isDistinct ? [] : ['id', ...[...variables.keys()].map((_key, at) => `v${at}`)]),
  ];
  const once = bounds.places.length === 0 ? rows : computedOnce(dialect, rows);
  const bounded = boundedColumns(once, { bounds, letter: 'r', others });
  return columns.isDistinct ? distinct(bounded) : bounded;
}

function distinct(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select distinct * from (${rows}) as every_row`;
}

/** The raw columns (`r`), the sort keys (`s`), the id, and the positions in lists (`v`). */
function rawRows(
  compiled: readonly CompiledBranch[],
  { columns, orderBy, variables }: Projection,
  ending: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const raw = (context: SqlContext): RawBuilder<unknown>[] =>
    columns.list.map(({ value }, at) => column(`r${at}`, typedValue(context, value)));
  if (columns.isDistinct) return unionOf(compiled, (context) => sql.join(raw(context)));
  const each = (context: SqlContext): RawBuilder<unknown> =>
    sql.join([
      ...raw(context),
      ...orderBy.map(({ value }, at) => column(`s${at}`, sortableValue(context, value))),
      column('id', rowColumn('id')),
      ...[...variables.values()].map(({ key, source }, at) =>
        column(`v${at}`, source.order(context, context.aliases.get(key) ?? key)),
      ),
    ]);
  if (!ending) return unionOf(compiled, each);
  // Sorted separately, as an index may have the order of the items of one document.
  const limited = compiled.map(
    (branch) => sql`select * from (${selectOf(branch, each)} ${ending}) as branch_rows`,
  );
  return sql.join(limited, sql` union all `);
}

function column(name: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${value} as ${sql.ref(name)}`;
}

/** Ends with a tie-breaker: the other columns, or the id and the positions in lists. */
function orderTerms(
  dialect: SqlDialect,
  { columns, orderBy, variables }: Projection,
): readonly RawBuilder<unknown>[] {
  const ascending = { isDescending: false };
  if (columns.isDistinct) {
    const chosen = orderBy.map((key) => sortTerm(dialect, `r${key.column ?? 0}`, key));
    return [
      ...chosen,
      ...columns.list.map((_column, at) => sortTerm(dialect, `r${at}`, ascending)),
    ];
  }
  return [
    ...orderBy.map((key, at) => sortTerm(dialect, `s${at}`, key)),
    sortTerm(dialect, 'id', orderBy.at(-1) ?? ascending),
    ...[...variables.keys()].map((_key, at) => sortTerm(dialect, `v${at}`, ascending)),
  ];
}

/** Longs are returned as text, as a double cannot hold all of them. */
function output(dialect: SqlDialect, type: ValueType, name: string): RawBuilder<unknown> {
  const value = sql.ref(name);
  return type === 'long' ? dialect.exactLong(value) : value;
}

async function aggregated(
  handle: ReadHandle,
  {
    compiled,
    columns,
    page,
  }: { compiled: readonly CompiledBranch[]; columns: QueryColumns; page: PageRequest },
): Promise<readonly RawRow[]> {
  if (page.offset > 0 || page.limit <= 0) return [];
  if (compiled.length === 0) {
    const empty = columns.list.map(({ aggregate }, at) => [
      `c${at}`,
      aggregate === 'COUNT' ? 0 : null,
    ]);
    return [Object.fromEntries(empty)];
  }
  const rows = unionOf(compiled, (context) =>
    sql.join(columns.list.map(({ value }, at) => column(`r${at}`, typedValue(context, value)))),
  );
  const results = columns.list.map((each, at) => column(`c${at}`, aggregateSql(handle, each, at)));
  const result = sql`select ${sql.join(results)} from (${rows}) as every_row`;
  const bounds = boundsOfRow(columns);
  const others = columns.list.flatMap((_c, at) => (bounds.places.includes(at) ? [] : `c${at}`));
  const text = boundedColumns(result, { bounds, letter: 'c', others });
  const found = await handle.all(statement<RawRow>(handle.builder, text));
  refuseCut(found, bounds);
  return found;
}

function aggregateSql(
  { dialect }: ReadHandle,
  { aggregate, value }: QueryColumn,
  at: number,
): RawBuilder<unknown> {
  const operand = sql.ref(`r${at}`);
  switch (aggregate) {
    case 'AVG':
      return dialect.average(operand);
    case 'SUM':
      return dialect.sum(operand);
    case 'MIN':
    case 'MAX': {
      const extreme = aggregate === 'MIN' ? sql`min(${operand})` : sql`max(${operand})`;
      return value.type === 'long' ? dialect.exactLong(extreme) : extreme;
    }
    default:
      return sql`count(${operand})`;
  }
}

async function countProjected(
  handle: ReadHandle,
  {
    compiled,
    projection,
    most,
  }: { compiled: readonly CompiledBranch[]; projection: Projection; most: number },
): Promise<number> {
  if (projection.columns.isAggregate) return 1;
  if (compiled.length === 0) return 0;
  const some = sql`select 1 as one from (${projected(handle.dialect, { compiled, projection })}) as all_rows
    limit ${most}`;
  const text = sql`select count(*) as count from (${some}) as some_rows`;
  const row = await handle.first(statement<{ count: number }>(handle.builder, text));
  return row?.count ?? 0;
}

function namedRow(
  columns: readonly QueryColumn[],
  row: RawRow,
): Readonly<Record<string, PropertyValue>> {
  return Object.fromEntries(
    columns.map(({ name, type }, at) => [name, propertyValue(type, row[`c${at}`])]),
  );
}

function propertyValue(type: ValueType, value: unknown): PropertyValue {
  if (value === null || value === undefined) return null;
  if (type === 'string') return String(value);
  if (type === 'boolean') return Number(value) === 1;
  if (type !== 'long') return Number(value);
  const isInteger = /^-?\d+$/.test(String(value));
  const exact = isInteger ? BigInt(String(value)) : 0n;
  return isInteger && !Number.isSafeInteger(Number(exact)) ? exact : Number(value);
}
