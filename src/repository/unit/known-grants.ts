import type { TaskRight } from '../../model/task-grant.ts';

/** What decides which grants concern a document. */
export interface GrantTarget {
  readonly id: string;
  readonly isVersion: boolean;
  /** Of a version: the id of its live document. */
  readonly seriesId: string;
}

/**
 * What tasks allow the users of a unit, as far as it was looked up. Valid until the unit sends a change,
 * as a task may begin or end with it.
 */
export class KnownGrants {
  #changes = 0;
  readonly #found = new Map<string, readonly TaskRight[]>();
  readonly #together = new Map<string, readonly GrantTarget[]>();
  readonly #listed = new Map<string, unknown>();

  /** Of these documents, grants are read with one statement once they are asked for one of them. */
  expect(targets: readonly GrantTarget[]): void {
    for (const { id } of targets) this.#together.set(id, targets);
  }

  /** The document and those that are expected with it. */
  together(target: GrantTarget): readonly GrantTarget[] {
    return this.#together.get(target.id) ?? [target];
  }

  find(key: string, changes: number): readonly TaskRight[] | undefined {
    this.#forgetBefore(changes);
    return this.#found.get(key);
  }

  keep(key: string, changes: number, grants: readonly TaskRight[]): void {
    this.#forgetBefore(changes);
    this.#found.set(key, grants);
  }

  /** What lists apply; read once for all lists of the unit. */
  async listed<Value>(key: string, changes: number, read: () => Promise<Value>): Promise<Value> {
    this.#forgetBefore(changes);
    const known = this.#listed.get(key);
    if (known !== undefined) return known as Value;
    const fresh = await read();
    this.#listed.set(key, fresh);
    return fresh;
  }

  #forgetBefore(changes: number): void {
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#found.clear();
    this.#listed.clear();
  }
}
