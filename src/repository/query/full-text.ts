import { AppError } from '../../base/errors/app-error.ts';
import type { CheckScope } from './check-scope.ts';
import type { Condition } from './checked.ts';
import type { SpecialReference } from './resolved.ts';
import type { ComparisonOperator, Literal, Reference } from './syntax-tree.ts';

export interface FullTextComparison {
  readonly reference: SpecialReference;
  readonly operator: ComparisonOperator | 'like';
  readonly right: Literal | Reference;
}

/**
 * The one place where full text joins queries: `reference.part` is empty, `_index` or `.property`.
 *
 * @throws AppError server.not-implemented as long as there is no index
 */
export function checkFullText(
  scope: CheckScope,
  { operator, right }: FullTextComparison,
): Condition {
  if ((operator !== '=' && operator !== 'like') || right.kind !== 'string') {
    scope.refuse('ecm:fulltext requires = or LIKE operator', right.offset);
  }
  throw new AppError('server.not-implemented', 'ecm:fulltext is not available on this server yet');
}
