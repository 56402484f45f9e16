import type { Statement } from '../statement.ts';

/** A statement that is sent before the next one, or at the end of the unit. */
export interface Postponed {
  readonly statement: Statement<object, unknown>;
  readonly params: object;
}

/** Postponed changes that wait for the commit of their transaction; see `Statement.isNeededBefore`. */
export class LateChanges {
  readonly #changes = new Map<string, Postponed>();
  readonly #statements = new Set<Postponed['statement']>();

  /** Returns false if it replaces another change. */
  add(key: string, change: Postponed): boolean {
    // It is sent in its own place.
    const isNew = !this.#changes.delete(key);
    this.#changes.set(key, change);
    this.#statements.add(change.statement);
    return isNew;
  }

  drop(key: string): void {
    this.#changes.delete(key);
  }

  addAll(later: LateChanges): void {
    for (const [key, change] of later.#changes) this.add(key, change);
  }

  areNeededBefore(sql: string): boolean {
    if (this.#changes.size === 0) return false;
    for (const statement of this.#statements) if (statement.isNeededBefore?.(sql)) return true;
    return false;
  }

  /** All of them, which wait no longer. */
  take(): readonly Postponed[] {
    const changes = [...this.#changes.values()];
    this.#changes.clear();
    return changes;
  }
}
