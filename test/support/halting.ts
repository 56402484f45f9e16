import { Readable } from 'node:stream';

/** Before the effect of a step, or after it. */
export type HaltMoment = 'before' | 'after';

/**
 * Real services that stop at one of their steps for ever, as all that a process does stops when it is killed:
 * what they have done by then stays, and no failure is handled.
 */
export class Halting {
  readonly #at: number;
  readonly #moment: HaltMoment;
  readonly #names: ReadonlySet<string | symbol>;
  readonly #halted = Promise.withResolvers<'halted'>();
  readonly #streams: Readable[] = [];
  #steps = 0;

  /** Steps are calls of the named methods, of the wrapped objects and of what these return. */
  constructor(at: number, moment: HaltMoment, names: readonly string[]) {
    this.#at = at;
    this.#moment = moment;
    this.#names = new Set(names);
  }

  /** The outcome of the work, or that it has stopped. */
  outcomeOf<T>(work: Promise<T>): Promise<T | 'halted'> {
    return Promise.race([work, this.#halted.promise]);
  }

  /** What the system does with the open files of a process that has ended. */
  closeFiles(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  wrap<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_proxy, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (!this.#names.has(name)) return value.bind(target);
        return (...args: unknown[]) => this.#step(() => value.apply(target, args));
      },
    });
  }

  async #step(call: () => unknown): Promise<unknown> {
    this.#steps += 1;
    const isHere = this.#steps === this.#at;
    if (isHere && this.#moment === 'before') return this.#halt();
    const result = await call();
    if (result instanceof Readable) this.#streams.push(result);
    if (isHere) return this.#halt();
    const hasSteps = typeof result === 'object' && result !== null && !Array.isArray(result);
    return hasSteps && [...this.#names].some((name) => name in result) ? this.wrap(result) : result;
  }

  #halt(): Promise<never> {
    this.#halted.resolve('halted');
    return new Promise(() => undefined);
  }
}
