import type { Budget } from './budget.ts';
import { invalid } from './expression-error.ts';
import { requireCount } from './numbers.ts';
import { type ExpressionValue, kindName } from './value.ts';

/** A method that expressions may call on data. Tables are Maps: no name gives access to a prototype. */
export interface Method<Receiver> {
  /** The least and the greatest number of arguments. */
  readonly takes: readonly [number, number];
  apply(receiver: Receiver, args: readonly ExpressionValue[], budget: Budget): ExpressionValue;
}

export type MethodTable<Receiver> = ReadonlyMap<string, Method<Receiver>>;

export function requireIndex(key: ExpressionValue | undefined, length: number): number {
  const index = requireCount(key, 'An index');
  if (index >= 0 && index < length) return index;
  throw invalid(`There is no item ${index} among ${length}; the first is 0, check the size first`);
}

export function requireTextArgument(value: ExpressionValue | undefined): string {
  if (typeof value === 'string') return value;
  throw invalid(`Expected a text as argument, not ${kindName(value ?? null)}; write it in quotes`);
}
