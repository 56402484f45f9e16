import { type RawBuilder, sql } from 'kysely';
import type { EngineName } from '../../storage/database.ts';
import type { Compilable, SqlBuilder } from '../../storage/statement.ts';
import { ordered, valueSql } from './check-scope.ts';
import type { SortValue } from './check-sort-keys.ts';
import type { CompiledBranch } from './compile-branches.ts';
import { nullOf } from './literals.ts';
import type { ScalarReference } from './resolved.ts';
import { eachAclAlias, type SqlContext } from './sql-context.ts';

/** A fragment as a statement that a handle runs. */
export function statement<Row>(builder: SqlBuilder, text: RawBuilder<unknown>): Compilable<Row> {
  return { compile: () => text.compile(builder) as ReturnType<Compilable<Row>['compile']> };
}

/** The rows of all branches; `columns` must name them alike in each. */
export function unionOf(
  all: readonly CompiledBranch[],
  columns: (context: SqlContext) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const selects = all.map((branch) => selectOf(branch, columns));
  return sql.join(selects, sql` union all `);
}

/** With an ending, as many rows of each ACL that the statement is repeated for as that leaves. */
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

/** The value, typed even where it is always null: the branches of a union must agree. */
export function typedValue(context: SqlContext, reference: ScalarReference): RawBuilder<unknown> {
  const { type, value } = reference;
  const found = valueSql(context, value) ?? nullOf(context.engine, type);
  return ordered(context, type, found);
}

/** Titles sort by their beginnings, which have an index; without a title as an empty one. */
export function sortableValue(
  context: SqlContext,
  reference: ScalarReference,
): RawBuilder<unknown> {
  const { titleKey } = reference;
  return typedValue(context, titleKey ? { ...reference, value: titleKey } : reference);
}

/** Nulls come last in ascending order, as PostgreSQL has it by itself. */
export function sortTerm(
  engine: EngineName,
  column: string,
  { isDescending }: Pick<SortValue, 'isDescending'>,
): RawBuilder<unknown> {
  const direction = isDescending ? sql`desc` : sql`asc`;
  if (engine === 'postgres') return sql`${sql.ref(column)} ${direction}`;
  return sql`${sql.ref(column)} ${direction} ${isDescending ? sql`nulls first` : sql`nulls last`}`;
}
