import type { CheckScope } from './check-scope.ts';
import type { Condition } from './checked.ts';
import type { ScalarReference } from './resolved.ts';
import { both, compareTest, either, testScalar, type ValueTest } from './scalar-conditions.ts';
import type { ComparisonOperator, Literal, Reference } from './syntax-tree.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** DATE(property) compares days: the property is in, before or after the day. */
export function compareDay(
  scope: CheckScope,
  {
    left,
    operator,
    right,
  }: { left: Reference; operator: ComparisonOperator; right: Literal | Reference },
): Condition {
  const reference = dateReference(scope, left);
  if (right.kind !== 'date') {
    return scope.refuse(
      `DATE() cast must be used with DATE literal, not TIMESTAMP: ${left.text}`,
      right.offset,
    );
  }
  return testScalar(reference, dayTest(operator, right.value));
}

export function dateReference(scope: CheckScope, reference: Reference): ScalarReference {
  const resolved = scope.references.resolve(reference);
  if (resolved.kind === 'scalar' && resolved.type === 'date') return resolved;
  return scope.refuse(`Cannot cast to DATE: ${reference.text}`, reference.offset);
}

export function dayTest(operator: ComparisonOperator, midnight: number): ValueTest {
  const from = compareTest('date', '>=', midnight);
  const before = compareTest('date', '<', midnight);
  const until = compareTest('date', '<', midnight + dayMs);
  const after = compareTest('date', '>=', midnight + dayMs);
  switch (operator) {
    case '=':
      return both(from, until);
    case '<>':
      return either(before, after);
    case '<':
      return before;
    case '<=':
      return until;
    case '>':
      return after;
    case '>=':
      return from;
  }
}
