import type { Budget } from './budget.ts';
import { limitReached } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { isNumeric, numericOf } from './numbers.ts';
import {
  type ExpressionList,
  type ExpressionMap,
  type ExpressionValue,
  HostObject,
  isList,
  isMap,
} from './value.ts';

/** `==` of any two values; lists and maps are equal when their contents are. */
export function equal(left: ExpressionValue, right: ExpressionValue, budget: Budget): boolean {
  return new Comparison(budget).isEqual(left, right, 0);
}

class Comparison {
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  isEqual(left: ExpressionValue, right: ExpressionValue, depth: number): boolean {
    this.#budget.charge(1);
    if (depth > expressionLimits.valueDepthMax) {
      throw limitReached(
        `Lists and maps are more than ${expressionLimits.valueDepthMax} deep; make them flatter`,
      );
    }
    if (typeof left === 'string' && typeof right === 'string') return this.#isSameText(left, right);
    if (isNumeric(left) || isNumeric(right)) return isSameNumber(left, right);
    if (left instanceof HostObject) return left === right || left.equals?.(right) === true;
    if (right instanceof HostObject) return right.equals?.(left) === true;
    if (left === null || right === null) return left === right;
    if (isList(left)) return isList(right) && this.#isSameList(left, right, depth);
    if (isMap(left)) return isMap(right) && this.#isSameMap(left, right, depth);
    return left === right;
  }

  #isSameText(left: string, right: string): boolean {
    if (left.length !== right.length) return false;
    this.#budget.chargeText(left.length);
    return left === right;
  }

  #isSameList(left: ExpressionList, right: ExpressionList, depth: number): boolean {
    return (
      left.length === right.length &&
      left.every((item, at) => this.isEqual(item, right[at] ?? null, depth + 1))
    );
  }

  #isSameMap(left: ExpressionMap, right: ExpressionMap, depth: number): boolean {
    if (left.size !== right.size) return false;
    for (const [key, item] of left) {
      const other = right.get(key);
      if (other === undefined || !this.isEqual(item, other, depth + 1)) return false;
    }
    return true;
  }
}

/** Neither below nor above: exact for any mixture of integers and decimals. */
function isSameNumber(left: ExpressionValue, right: ExpressionValue): boolean {
  const [a, b] = [numericOf(left), numericOf(right)];
  if (a === undefined || b === undefined || isNotANumber(a) || isNotANumber(b)) return false;
  return !(a < b) && !(a > b);
}

function isNotANumber(value: number | bigint): boolean {
  return typeof value === 'number' && Number.isNaN(value);
}
