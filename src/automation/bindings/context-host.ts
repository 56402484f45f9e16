import { type ExpressionValue, HostObject } from '../../expressions/value.ts';
import type { StepContext } from '../step-context.ts';
import { toExpression } from './conversion.ts';

/** `Context`: the variables of the run by name, also for names that are not identifiers. */
export class ContextHost extends HostObject {
  readonly #context: StepContext;
  readonly #set: (name: string, value: ExpressionValue) => void;

  constructor(context: StepContext, set: (name: string, value: ExpressionValue) => void) {
    super();
    this.#context = context;
    this.#set = set;
  }

  override get(name: string): ExpressionValue | undefined {
    const value = this.#context.variables.get(name);
    return value === undefined ? null : toExpression(this.#context, value);
  }

  override index(key: ExpressionValue): ExpressionValue | undefined {
    return typeof key === 'string' ? this.get(key) : null;
  }

  override call(name: string, args: readonly ExpressionValue[]): ExpressionValue | undefined {
    const [key = null, value = null] = args;
    if (typeof key !== 'string') return undefined;
    switch (name) {
      case 'get':
        return this.get(key);
      case 'containsKey':
        return this.#context.variables.has(key);
      case 'put':
        this.#set(key, value);
        return value;
      default:
        return undefined;
    }
  }

  override set(name: string, value: ExpressionValue): boolean {
    this.#set(name, value);
    return true;
  }

  override setIndex(key: ExpressionValue, value: ExpressionValue): boolean {
    return typeof key === 'string' && this.set(key, value);
  }

  override text(): string {
    return 'Context';
  }
}
