import { setImmediate as nextTurn } from 'node:timers/promises';
import { now } from '../../base/clock.ts';
import type { StoredFailure } from '../../repository/changes/subtree-failures.ts';
import {
  type CountedPage,
  countBelow,
  type PendingProgress,
  storeTotal,
} from '../../repository/editing/pending-progress.ts';
import type { JobContext } from '../job-kind.ts';

/** Entries of an index that are counted in about a millisecond. */
const countedAtOnce = 5_000;

/** Counts the rows of changes before their first slices, and logs their beginning and their end. */
export class ChangeLog {
  readonly #context: JobContext;
  readonly #begun = new Map<number, PendingProgress>();

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** To be called before each slice. A change that was counted before is not counted again. */
  async begin(change: PendingProgress): Promise<void> {
    const { seq } = change;
    if (this.#begun.has(seq)) return;
    const { database, log } = this.#context;
    const total = change.total ?? (await this.#count(change.path));
    this.#begun.set(seq, { ...change, total });
    if (change.total !== null) return;
    await database.write((handle) => storeTotal(handle, seq, total));
    log.info({ ...factsOf(change), documents: total }, 'began to write a change of a large folder');
  }

  end(seq: number): void {
    const change = this.#begun.get(seq);
    if (!change) return;
    const seconds = Math.max(0, Math.round((now() - change.sinceMs) / 100) / 10);
    this.#context.log.info(
      { ...factsOf(change), documents: change.total, seconds },
      'a change of a large folder is in all its documents',
    );
    this.#begun.delete(seq);
  }

  fail(change: PendingProgress, failure: StoredFailure & { readonly err: unknown }): void {
    this.#context.log.warn(
      { ...factsOf(change), ...failure },
      'a change of a large folder could not be written; it will be tried again, and others go on',
    );
  }

  async #count(path: string): Promise<number> {
    const { database, signal } = this.#context;
    let total = 0;
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const from: string | null = after;
      const page: CountedPage = await database.read((handle) =>
        countBelow(handle, { path, after: from, rowsMax: countedAtOnce }),
      );
      total += page.count;
      after = page.after;
      await nextTurn();
    } while (after !== null);
    return total;
  }
}

/** A copy has a path of its own only where it is in the end. */
function factsOf({ seq, kind, path, newPath }: PendingProgress) {
  return { change: seq, kind, path: kind === 'copy' ? newPath : path, newPath };
}
