import type { Session } from '../session.ts';
import { checkColumns, type QueryColumns } from './check-columns.ts';
import { checkPredicate } from './check-predicate.ts';
import type { CheckScope } from './check-scope.ts';
import { checkSortKeys, type SortValue } from './check-sort-keys.ts';
import type { Checked } from './checked.ts';
import { type Refuse, refusalOf } from './query-error.ts';
import { References } from './references.ts';
import type { ParsedQuery, TypeName } from './syntax-tree.ts';

/** Which types are looked for. */
export type TypeFilter = { readonly only: readonly string[] } | { readonly not: readonly string[] };

/** A query whose names exist and whose types compare; it can be written as SQL. */
export interface CheckedQuery {
  readonly refuse: Refuse;
  readonly types: TypeFilter;
  readonly where: Checked | undefined;
  /** Undefined for `*`. */
  readonly columns: QueryColumns | undefined;
  readonly orderBy: readonly SortValue[];
}

/** @throws AppError request.invalid for unknown names and for what does not compare */
export function checkQuery(session: Session, query: ParsedQuery): CheckedQuery {
  const refuse = refusalOf(query.text);
  const references = new References(session.model, refuse);
  const scope: CheckScope = { model: session.model, references, refuse, nowMs: session.nowMs };
  const types = checkTypes(scope, query.types);
  const columns = query.columns && checkColumns(scope, query.columns, query.isDistinct);
  return {
    refuse,
    types,
    columns,
    where: query.where && checkPredicate(scope, query.where),
    orderBy: checkSortKeys(scope, query.orderBy, columns),
  };
}

const topType = 'Document';
/** The root is no result of any query. */
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
