import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import type { JobId } from './job.ts';
import { type Lease, removeJobs } from './leases.ts';

interface WaitingEnd {
  readonly lease: Lease;
  readonly resolve: (isRemoved: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds what is lost when the unit fails. */
const endsPerUnit = 64;

/** Removes jobs that are done: those that end in one turn, or while others are removed, in one unit. */
export class JobEnds {
  readonly #database: Database;
  #waiting: WaitingEnd[] = [];
  #isRemoving = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves with false when another worker has claimed the job; rejects when the store fails. */
  remove(lease: Lease): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lease, resolve, reject });
      if (!this.#isRemoving) void this.#removeAll();
    });
  }

  async #removeAll(): Promise<void> {
    this.#isRemoving = true;
    while (this.#waiting.length > 0) {
      await nextTurn();
      await this.#removeSome(this.#waiting.splice(0, endsPerUnit));
    }
    this.#isRemoving = false;
  }

  async #removeSome(ends: readonly WaitingEnd[]): Promise<void> {
    const leases = ends.map(({ lease }) => lease);
    let removed: ReadonlySet<JobId>;
    try {
      removed = await this.#database.write((handle) => removeJobs(handle, leases));
    } catch (error) {
      for (const { reject } of ends) reject(error);
      return;
    }
    for (const { lease, resolve } of ends) resolve(removed.has(lease.jobId));
  }
}
