import type { Answer, ExpressionValue } from './value.ts';

/** The variables an expression sees. Names come from the expression: look them up in a Map. */
export interface ExpressionScope {
  has(name: string): boolean;
  get(name: string): Answer<ExpressionValue>;
  /** Without it, variables that a script sets are gone when it ends. */
  set?(name: string, value: ExpressionValue): Answer<void>;
}
