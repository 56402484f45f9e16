import type { Principal } from '../model/principal.ts';

/** For whom an execution acts. */
export class Logins {
  readonly #logins: Principal[] = [];
  /** Logins of an enclosing part, which `logout` does not end. */
  #outer = 0;

  /** The principal for whom it acts now, if that is not the caller. */
  get current(): Principal | undefined {
    return this.#logins.at(-1);
  }

  login(principal: Principal): void {
    this.#logins.push(principal);
  }

  logout(): void {
    if (this.#logins.length > this.#outer) this.#logins.pop();
  }

  async runAs<T>(principal: Principal, work: () => Promise<T>): Promise<T> {
    this.#logins.push(principal);
    try {
      return await this.ending(work);
    } finally {
      this.#logins.pop();
    }
  }

  /** What the work begins with `login` ends with it. */
  async ending<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.#outer;
    this.#outer = this.#logins.length;
    try {
      return await work();
    } finally {
      this.#logins.length = this.#outer;
      this.#outer = outer;
    }
  }
}
