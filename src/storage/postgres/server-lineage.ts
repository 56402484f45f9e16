import type { ServerRole } from '../../config/postgres-address.ts';
import type { ServerFacts } from './server-facts.ts';

/**
 * Which servers this process may use. A promotion begins a new timeline: a server on a lower one than
 * was seen has been replaced, even if it takes itself for the primary, and what it stores is lost.
 */
export class ServerLineage {
  readonly #role: ServerRole;
  #system: string | undefined;
  #timeline = 0;

  constructor(role: ServerRole) {
    this.#role = role;
  }

  get timeline(): number {
    return this.#timeline;
  }

  /** Why the server is not used; undefined when it may be. */
  refusalOf({ isStandby, isReadOnly, system, timeline }: ServerFacts): string | undefined {
    if (this.#role !== 'any' && isStandby) return 'is a standby, which cannot write';
    if (this.#role === 'read-write' && isReadOnly) return 'only reads (transaction_read_only)';
    if (this.#system !== undefined && system !== undefined && system !== this.#system) {
      return 'belongs to another database cluster than the one that this process began with: restart it to use that one';
    }
    if (timeline !== undefined && timeline < this.#timeline) {
      return `is on timeline ${timeline}, and timeline ${this.#timeline} was seen: it was replaced and must not be used`;
    }
    return undefined;
  }

  /** Of a server that is used. Whether it was promoted since. */
  note({ system, timeline = 0 }: ServerFacts): boolean {
    this.#system ??= system;
    const isPromoted = this.#timeline > 0 && timeline > this.#timeline;
    this.#timeline = Math.max(this.#timeline, timeline);
    return isPromoted;
  }
}
