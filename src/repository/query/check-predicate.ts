import { checkComparison } from './check-comparison.ts';
import {
  checkBetween,
  checkIn,
  checkIsNull,
  checkLike,
  checkStartsWith,
} from './check-operators.ts';
import type { CheckScope } from './check-scope.ts';
import { type Checked, type Condition, negated } from './checked.ts';
import type { Predicate } from './syntax-tree.ts';

/**
 * Resolves every name, checks that types compare, and moves `not` to the single conditions, which
 * is equivalent in three-valued logic.
 */
export function checkPredicate(
  scope: CheckScope,
  predicate: Predicate,
  isNegated = false,
): Checked {
  if (predicate.kind === 'not') return checkPredicate(scope, predicate.item, !isNegated);
  if ('items' in predicate) {
    const items = predicate.items.map((item) => checkPredicate(scope, item, isNegated));
    return { kind: isNegated ? opposites[predicate.kind] : predicate.kind, items };
  }
  return { kind: 'leaf', ...negated(checkCondition(scope, predicate), isNegated) };
}

const opposites = { and: 'or', or: 'and' } as const;

type SingleCondition = Exclude<Predicate, { items: unknown } | { kind: 'not' }>;

function checkCondition(scope: CheckScope, predicate: SingleCondition): Condition {
  switch (predicate.kind) {
    case 'comparison':
      return checkComparison(scope, predicate);
    case 'in':
      return negated(checkIn(scope, predicate), predicate.isNegated);
    case 'between':
      return negated(checkBetween(scope, predicate), predicate.isNegated);
    case 'like':
      return negated(checkLike(scope, predicate), predicate.isNegated);
    case 'null':
      return negated(checkIsNull(scope, predicate), predicate.isNegated);
    case 'startsWith':
      return checkStartsWith(scope, predicate);
  }
}
