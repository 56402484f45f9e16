import { monotonicMs } from '../../base/clock.ts';
import type { WriteHandle } from '../../storage/database.ts';

const rowsAtFirst = 20;
const rowsMost = 500;
const rowsLeast = 5;
const pauseMsMost = 20;

/** How many rows the next slice has: as many as fit in the time that a slice may take. */
export class SliceSize {
  #rows = rowsAtFirst;
  #pauseMs = 0;

  /**
   * How long to wait before the next slice. Other units have half of the time; where they run at the same
   * time, they need the pause only for the lock of the tree.
   */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** After a failure: rows that can be written are written before the one that cannot. */
  beginSmall(): void {
    this.#rows = 1;
  }

  /**
   * Runs a slice within its unit, and learns from the time that it takes. The slice returns for how many
   * rows it had the time.
   */
  async run({ dialect }: WriteHandle, slice: (rowsMax: number) => Promise<number>): Promise<void> {
    const startMs = monotonicMs();
    const rows = await slice(this.#rows);
    const tookMs = Math.max(monotonicMs() - startMs, 0.1);
    this.#pauseMs = Math.min(dialect.hasRowLocks ? tookMs / 4 : tookMs, pauseMsMost);
    const wanted = Math.round((rows * dialect.sliceMs) / tookMs);
    this.#rows = Math.min(rowsMost, Math.max(rowsLeast, Math.min(wanted, this.#rows * 2)));
  }
}

/** Where a slice begins, and how many documents it has. */
export interface SliceStart {
  /** The path of the last document of the slice before, from the folder on; empty for the first. */
  readonly after: string;
  readonly rowsMax: number;
}

export interface SliceResult {
  readonly done: number;
  /** Null after the last slice. */
  readonly after: string | null;
}
