/** What one slice may take of the writer, and of the event loop. */
const sliceMs = 5;
const rowsAtFirst = 20;
const rowsMost = 500;
const rowsLeast = 5;

/** How many rows the next slice has, from the time that the one before took. */
export class SliceSize {
  #rows = rowsAtFirst;

  get rowsMax(): number {
    return this.#rows;
  }

  took(ms: number): void {
    const wanted = Math.round((this.#rows * sliceMs) / Math.max(ms, 0.1));
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
