import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import type { Compilable, SqlBuilder } from '../../storage/statement.ts';
import { ordered, valueSql } from './check-scope.ts';
import type { SortValue } from './check-sort-keys.ts';
import type { CompiledBranch } from './compile-branches.ts';
import { asOfRow } from './large-rows.ts';
import type { ScalarReference } from './resolved.ts';
import { eachAclAlias, type SqlContext } from './sql-context.ts';

/** A fragment as a statement that a handle runs. */
export function statement<Row>(builder: SqlBuilder, text: RawBuilder<unknown>): Compilable<Row> {
  return { compile: () => text.compile(builder) as ReturnType<Compilable<Row>['compile']> };
}

/** The rows of all branches; `columns` must use the same names in each. */
export function unionOf(
  all: readonly CompiledBranch[],
  columns: (context: SqlContext) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const selects = all.map((branch) => selectOf(branch, columns));
  return sql.join(selects, sql` union all `);
}

/** With an ending, it applies to each ACL for which the statement is repeated. */
export function selectOf(
  { context, tail, eachAcl }: CompiledBranch,
  columns: (context: SqlContext) => RawBuilder<unknown>,
  ending: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const select = sql`select ${columns(context)} ${tail} ${ending}`;
  if (!eachAcl) return select;
  return sql`select each_row.*
    from unnest(cast(${eachAcl} as bigint[])) as ${sql.ref(eachAclAlias)} (id)
    cross join lateral (${select}) as each_row`;
}

/** The value with its type, also if it is always null: the branches of a union must agree. */
export function typedValue(context: SqlContext, reference: ScalarReference): RawBuilder<unknown> {
  const { type, value } = reference;
  const found = valueSql(context, value) ?? context.dialect.nullOf(type);
  return ordered(context, type, found);
}

/** Texts are sorted by their beginnings; titles by an indexed column, which is empty without a title. */
export function sortableValue(
  context: SqlContext,
  reference: ScalarReference,
): RawBuilder<unknown> {
  const { titleKey, isStored, type } = reference;
  if (titleKey) return typedValue(context, { ...reference, value: titleKey });
  const value = typedValue(context, reference);
  if (!isStored || type !== 'string') return value;
  const most = sql.lit(sortedLengthMax);
  // On SQLite constants must depend on the row, see `asOfRow`.
  if (context.dialect.engine === 'postgres')
    return ordered(context, type, sql`left(${value}, ${most})`);
  return sql`substr(${value}, ${asOfRow(sql.lit(1))}, ${asOfRow(most)})`;
}

/** Characters of a text that take part in sorting: the engine holds them for all matches. */
const sortedLengthMax = 1_000;

/** Nulls come last in ascending order, the default of PostgreSQL. */
export function sortTerm(
  dialect: SqlDialect,
  column: string,
  { isDescending }: Pick<SortValue, 'isDescending'>,
): RawBuilder<unknown> {
  return sql`${sql.ref(column)} ${dialect.direction(isDescending)}`;
}
