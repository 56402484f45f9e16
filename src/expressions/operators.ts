import type { Budget } from './budget.ts';
import { equal } from './equality.ts';
import { invalid } from './expression-error.ts';
import {
  isInteger,
  isNumeric,
  type Numeric,
  normalizeInteger,
  numericOf,
  tooLarge,
} from './numbers.ts';
import type { ArithmeticOperator, OrderOperator } from './syntax-tree.ts';
import { requireLength, text } from './text.ts';
import { type ExpressionValue, HostObject, isList, isMap, kindName } from './value.ts';

type Pair = readonly [left: ExpressionValue, right: ExpressionValue];

interface ArithmeticOptions {
  /** Division is then decimal, also of integers. */
  readonly isDecimal: boolean;
  readonly budget: Budget;
}

export function arithmetic(
  operator: ArithmeticOperator,
  [left, right]: Pair,
  { isDecimal, budget }: ArithmeticOptions,
): ExpressionValue {
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    return concatenate([left, right], budget);
  }
  if (!isNumeric(left) || !isNumeric(right)) {
    const hint = operator === '+' ? 'use numbers, or a text on either side' : 'use numbers';
    throw invalid(`Cannot compute ${kindName(left)} ${operator} ${kindName(right)}; ${hint}`);
  }
  if ((operator === '/' || operator === '%') && Number(right) === 0) {
    throw invalid(`Cannot compute ${operator} with zero; check the right side first`);
  }
  return !isDecimal && isInteger(left) && isInteger(right)
    ? exact(operator, left, right)
    : decimal(operator, Number(left), Number(right));
}

function concatenate([left, right]: Pair, budget: Budget): string {
  const [before, after] = [text(left), text(right)];
  const length = before.length + after.length;
  requireLength(length);
  budget.chargeText(length);
  return before + after;
}

/** Doubles are exact as long as the result is safe, and much faster; division is always exact. */
function exact(operator: ArithmeticOperator, left: Numeric, right: Numeric): Numeric {
  if (operator !== '/' && typeof left === 'number' && typeof right === 'number') {
    const result = compute(operator, left, right);
    // Adding zero turns a negative zero into zero.
    if (Number.isSafeInteger(result)) return result + 0;
  }
  return normalizeInteger(compute(operator, BigInt(left), BigInt(right)));
}

function decimal(operator: ArithmeticOperator, left: number, right: number): number {
  const result = compute(operator, left, right) + 0;
  if (Number.isFinite(result)) return result;
  throw tooLarge();
}

/** Two doubles or two integers: the operators are the same for both, which the types cannot say. */
function compute<N extends Numeric>(operator: ArithmeticOperator, first: N, second: N): N {
  const left = first as number;
  const right = second as number;
  switch (operator) {
    case '+':
      return (left + right) as N;
    case '-':
      return (left - right) as N;
    case '*':
      return (left * right) as N;
    case '/':
      return (left / right) as N;
    case '%':
      return (left % right) as N;
  }
}

export function negate(value: ExpressionValue): Numeric {
  if (typeof value === 'bigint') return normalizeInteger(-value);
  if (typeof value === 'number') return -value + 0;
  throw invalid(`Cannot negate ${kindName(value)}; use a number`);
}

export function isOrdered(operator: OrderOperator, pair: Pair, budget: Budget): boolean {
  const order = compare(pair, budget);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function compare([left, right]: Pair, budget: Budget): number {
  const order = findOrder(left, right, budget);
  if (order !== undefined) return order;
  throw invalid(
    `Cannot order ${kindName(left)} and ${kindName(right)}; compare two numbers, texts or dates`,
  );
}

function findOrder(
  left: ExpressionValue,
  right: ExpressionValue,
  budget: Budget,
): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    budget.chargeText(Math.min(left.length, right.length));
    return sign(left, right);
  }
  if (isNumeric(left) || isNumeric(right)) {
    const [a, b] = [numericOf(left), numericOf(right)];
    return a === undefined || b === undefined ? undefined : sign(a, b);
  }
  return left instanceof HostObject ? left.compare?.(right) : undefined;
}

function sign<T extends string | Numeric>(left: T, right: T): number {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

/** `container contains item`: part of a text, item of a list, key of a map. */
export function holds(container: ExpressionValue, item: ExpressionValue, budget: Budget): boolean {
  if (typeof container === 'string') {
    const sought = text(item);
    budget.chargeSearch(container.length, sought.length);
    return container.includes(sought);
  }
  if (isList(container)) return container.some((each) => equal(each, item, budget));
  if (isMap(container)) return container.has(text(item));
  throw invalid(`Cannot look into ${kindName(container)}; use a text, a list or a map`);
}

/** `x == empty` */
export function isEmpty(value: ExpressionValue): boolean {
  if (value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  if (isMap(value)) return value.size === 0;
  return value instanceof HostObject && value.isEmpty?.() === true;
}

export function requireCondition(value: ExpressionValue): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(
    `A condition must be true or false, not ${kindName(value)}; compare it, as in x != null`,
  );
}
