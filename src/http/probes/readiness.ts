import { isWithin, monotonicMs } from '../../base/clock.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { Database } from '../../storage/database.ts';
import { reachContents, reachDatabase } from './reach-stores.ts';

/** Load balancers ask often, and each for itself: their questions within this time have one answer. */
const rememberedMs = 1_000;
/** A store that takes longer is not reachable. */
const timeLimitMs = 2_000;

/** Whether something can be reached, as it was found a moment ago. */
class Reachability {
  readonly #reach: () => Promise<void>;
  #isReachable = false;
  #foundAtMs = Number.NEGATIVE_INFINITY;
  #search: { readonly sinceMs: number; readonly done: Promise<void> } | undefined;

  constructor(reach: () => Promise<void>) {
    this.#reach = reach;
  }

  async find(): Promise<boolean> {
    if (monotonicMs() - this.#foundAtMs < rememberedMs) return this.#isReachable;
    this.#search ??= { sinceMs: monotonicMs(), done: this.#look() };
    const leftMs = this.#search.sinceMs + timeLimitMs - monotonicMs();
    if (leftMs <= 0 || !(await isWithin(this.#search.done, leftMs))) return false;
    return this.#isReachable;
  }

  async #look(): Promise<void> {
    this.#isReachable = await this.#reach().then(
      () => true,
      () => false,
    );
    this.#foundAtMs = monotonicMs();
    this.#search = undefined;
  }
}

interface ReadinessReport {
  readonly isDraining: boolean;
  readonly hasDatabase: boolean;
  readonly hasContents: boolean;
}

/** Whether load balancers are to send requests to this process. */
export class Readiness {
  readonly #database: Reachability;
  readonly #contents: Reachability;
  #isDraining = false;

  constructor({
    database,
    blobs,
  }: {
    readonly database: Database;
    readonly blobs: BlobStore;
  }) {
    this.#database = new Reachability(() => reachDatabase(database));
    this.#contents = new Reachability(() => reachContents(blobs));
  }

  /** From now on requests are to go to other servers. */
  drain(): void {
    this.#isDraining = true;
  }

  async check(): Promise<ReadinessReport> {
    const [hasDatabase, hasContents] = await Promise.all([
      this.#database.find(),
      this.#contents.find(),
    ]);
    return { isDraining: this.#isDraining, hasDatabase, hasContents };
  }
}
