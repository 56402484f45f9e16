import type { QueryColumns } from './check-columns.ts';
import type { CheckScope } from './check-scope.ts';
import { pathValue } from './ecm-properties.ts';
import { scoreReference } from './full-text.ts';
import type { ScalarReference } from './resolved.ts';
import type { Reference, SortKey } from './syntax-tree.ts';

export interface SortValue {
  readonly value: ScalarReference;
  readonly isDescending: boolean;
  /** Position of the selected column that it sorts by, if it is one. */
  readonly column: number | undefined;
}

/** @throws AppError request.invalid for what has no order, or would multiply the documents */
export function checkSortKeys(
  scope: CheckScope,
  keys: readonly SortKey[],
  columns: QueryColumns | undefined,
): readonly SortValue[] {
  refuseUnselected(scope, keys, columns);
  return keys.map(({ reference, isDescending }) => {
    const position = columns?.list.findIndex(({ text }) => text === reference.text) ?? -1;
    const selected = columns?.list[position];
    const value = selected?.value ?? sortValue(scope, reference, columns !== undefined);
    return { value, isDescending, column: selected && position };
  });
}

function refuseUnselected(
  scope: CheckScope,
  keys: readonly SortKey[],
  columns: QueryColumns | undefined,
): void {
  const [first] = keys;
  if (!first || !columns) return;
  const { offset } = first.reference;
  if (columns.isAggregate) scope.refuse('ORDER BY does not apply to aggregates', offset);
  if (!columns.isDistinct) return;
  const missing = keys
    .map(({ reference }) => reference.text)
    .filter((text) => !columns.list.some((column) => column.text === text));
  if (missing.length === 0) return;
  scope.refuse(
    `For SELECT DISTINCT the ORDER BY columns must be in the SELECT list, missing: [${missing.join(', ')}]`,
    offset,
  );
}

function sortValue(scope: CheckScope, reference: Reference, hasColumns: boolean): ScalarReference {
  const { text, offset, isCastToDate, steps } = reference;
  const resolved = scope.references.resolve(reference);
  const isPath = resolved.kind === 'special' && resolved.name === 'path';
  if (isPath) return pathValue;
  if (resolved.kind === 'special' && resolved.name === 'score') {
    return scoreReference(scope, offset);
  }
  if (resolved.kind === 'list') {
    return scope.refuse(`Cannot use collection ${text} in ORDER BY clause`, offset);
  }
  if (resolved.kind !== 'scalar' || isCastToDate) {
    return scope.refuse(`Cannot order by column: ${text} at offset ${offset}`, offset);
  }
  if (resolved.variables.length === 0) return resolved;
  if (!hasColumns) {
    return scope.refuse('For SELECT * the ORDER BY columns cannot use wildcard indexes', offset);
  }
  if (steps.some((step) => step.kind === 'any' && step.correlation === undefined)) {
    return scope.refuse(`Cannot order by column: ${text} at offset ${offset}; select it`, offset);
  }
  return resolved;
}
