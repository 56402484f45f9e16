import type { ExpressionValue, MaybePromise } from './value.ts';

/** The variables an expression sees. Names come from the expression: look them up in a Map. */
export interface ExpressionScope {
  has(name: string): boolean;
  get(name: string): MaybePromise<ExpressionValue>;
  /** Without it, variables that a script sets are lost when it ends. */
  set?(name: string, value: ExpressionValue): MaybePromise<void>;
}
