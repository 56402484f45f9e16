import { findCommented } from '../fulltext/commented.ts';
import type { FulltextSearch } from '../fulltext/condition.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';
import { checkColumns, type QueryColumns } from './check-columns.ts';
import { checkPredicate } from './check-predicate.ts';
import type { CheckScope } from './check-scope.ts';
import { checkSortKeys, type SortValue } from './check-sort-keys.ts';
import type { Checked } from './checked.ts';
import { scoreReference, searchToJoin } from './full-text.ts';
import { type Refuse, refusalOf } from './query-error.ts';
import { References } from './references.ts';
import type { ParsedQuery, TypeName } from './syntax-tree.ts';

/** The types that can match. */
export type TypeFilter = { readonly only: readonly string[] } | { readonly not: readonly string[] };

/** A query whose names exist and whose types compare; it can be written as SQL. */
export interface CheckedQuery {
  readonly refuse: Refuse;
  readonly types: TypeFilter;
  readonly where: Checked | undefined;
  /** Undefined for `*`. */
  readonly columns: QueryColumns | undefined;
  readonly orderBy: readonly SortValue[];
  /** The search that every match must be a hit of. */
  readonly hits: FulltextSearch | undefined;
  /** All searches of full text. */
  readonly searches: readonly FulltextSearch[];
}

/** As `checkQuery`, with what has to be read before its statements are written. */
export async function prepareQuery(unit: ReadUnit, query: ParsedQuery): Promise<CheckedQuery> {
  const checked = checkQuery(unit, query);
  if (checked.searches.length > 0) await findCommented(unit, checked.searches);
  return checked;
}

/** @throws AppError request.invalid for unknown names and for what does not compare */
export function checkQuery(unit: UnitContext, query: ParsedQuery): CheckedQuery {
  const refuse = refusalOf(query.text);
  const references = new References(unit.model, refuse);
  const scope: CheckScope = {
    model: unit.model,
    references,
    refuse,
    nowMs: unit.nowMs,
    hasFulltext: unit.hasFulltext,
    searches: [],
    searchedLengths: [],
  };
  const types = checkTypes(scope, query.types);
  const where = query.where && checkPredicate(scope, query.where);
  const columns = query.columns && checkColumns(scope, query.columns, query.isDistinct);
  const byScore = defaultOrder(scope, query, columns);
  return {
    refuse,
    types,
    columns,
    where,
    orderBy: byScore ? [byScore] : checkSortKeys(scope, query.orderBy, columns),
    hits: byScore || namesScore(query) ? searchToJoin(scope, where) : undefined,
    searches: scope.searches,
  };
}

/** Without scores, a condition on the index is cheaper than a join with the hits. */
function namesScore({ columns, orderBy }: ParsedQuery): boolean {
  const names = [
    ...(columns ?? []).map(({ operand }) => operand),
    ...orderBy.map((k) => k.reference),
  ];
  return names.some((each) => each.kind === 'reference' && each.name === 'ecm:fulltextScore');
}

/** Results of a full-text search without another order are sorted by score. */
function defaultOrder(
  scope: CheckScope,
  { orderBy, isDistinct }: ParsedQuery,
  columns: QueryColumns | undefined,
): SortValue | undefined {
  const isSorted = orderBy.length > 0 || isDistinct || columns?.isAggregate;
  if (isSorted || scope.searches.length !== 1) return undefined;
  return { value: scoreReference(scope, 0), isDescending: true, column: undefined };
}

const topType = 'Document';
/** The root is never a result. */
const rootType = 'Root';

function checkTypes({ model, refuse }: CheckScope, names: readonly TypeName[]): TypeFilter {
  const all = model.definition.types.map(({ name }) => name);
  const wanted = new Set<string>();
  for (const { name, offset } of names) {
    const known = name.toLowerCase() === topType.toLowerCase() ? topType : name;
    if (!model.findType(known)) refuse(`Unknown type: ${name}`, offset);
    for (const type of all) if (model.isSubtype(type, known)) wanted.add(type);
  }
  wanted.delete(rootType);
  const others = all.filter((type) => !wanted.has(type));
  return others.length < wanted.size ? { not: others } : { only: [...wanted] };
}
