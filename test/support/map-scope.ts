import type { ExpressionScope } from '../../src/expressions/scope.ts';
import type { ExpressionValue, MaybePromise } from '../../src/expressions/value.ts';

/** A scope of plain variables; `set`, when given, keeps what scripts set. */
export function createMapScope(
  variables: ReadonlyMap<string, ExpressionValue>,
  set?: (name: string, value: ExpressionValue) => MaybePromise<void>,
): ExpressionScope {
  return {
    has: (name) => variables.has(name),
    get: (name) => variables.get(name) ?? null,
    ...(set && { set }),
  };
}
