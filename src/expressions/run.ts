import type { Budget } from './budget.ts';
import { invalid, shown } from './expression-error.ts';
import type { ExpressionScope } from './scope.ts';
import type { ExpressionValue } from './value.ts';

/** One evaluation: its variables and its budget. */
export class Run {
  readonly budget: Budget;
  readonly #scope: ExpressionScope;
  /** Variables of loops, and those that a script sets and the scope does not accept. */
  readonly #own = new Map<string, ExpressionValue>();

  constructor(scope: ExpressionScope, budget: Budget) {
    this.#scope = scope;
    this.budget = budget;
  }

  async variable(name: string): Promise<ExpressionValue> {
    const own = this.#own.get(name);
    if (own !== undefined) return own;
    if (this.#scope.has(name)) return await this.#scope.get(name);
    throw invalid(`There is no variable ${shown(name)}; check its spelling or set it first`);
  }

  async setVariable(name: string, value: ExpressionValue): Promise<void> {
    if (this.#own.has(name) || this.#scope.set === undefined) this.#own.set(name, value);
    else await this.#scope.set(name, value);
  }

  /** Runs `work` with a new variable, hiding another of that name. */
  async withVariable<T>(name: string, work: (set: SetValue) => Promise<T>): Promise<T> {
    const hidden = this.#own.get(name);
    try {
      return await work((value) => {
        this.#own.set(name, value);
      });
    } finally {
      if (hidden === undefined) this.#own.delete(name);
      else this.#own.set(name, hidden);
    }
  }
}

type SetValue = (value: ExpressionValue) => void;
