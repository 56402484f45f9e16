import {
  formatBytes,
  formatCount,
  formatSeconds,
  type Progress,
  Stopwatch,
} from '../progress-display.ts';

/** What could not be copied because the source has no good one: a content by its key, or a chunk of an upload. */
export type Damaged = { readonly reason: string } & (
  | { readonly key: string }
  | { readonly chunk: string }
);

/** What a copy has done so far. */
export class CopyProgress implements Progress {
  rowsCopied = 0;
  contentsCopied = 0;
  contentsPresent = 0;
  bytesCopied = 0;
  readonly damaged: Damaged[] = [];
  #step = 'opening';
  #unit: 'things' | 'bytes' = 'things';
  #counted: { readonly total: number; readonly done: number } | undefined;
  #watch = new Stopwatch();
  readonly #whole = new Stopwatch();

  get seconds(): number {
    return this.#whole.seconds;
  }

  /** The next step, with how much there is to do if that is known. */
  begin(step: string, total?: number, unit: 'things' | 'bytes' = 'things'): void {
    this.#step = step;
    this.#unit = unit;
    this.#counted = total === undefined ? undefined : { total, done: 0 };
    this.#watch = new Stopwatch();
  }

  advance(count: number): void {
    if (this.#counted) this.#counted = { ...this.#counted, done: this.#counted.done + count };
  }

  describe(): string {
    if (!this.#counted) return `${this.#step} …`;
    const { done, total } = this.#counted;
    const format = this.#unit === 'bytes' ? formatBytes : formatCount;
    const rate = done / this.#watch.seconds;
    const parts = [
      `${this.#step} ${format(done)}/${format(total)}`,
      `${format(Math.round(rate))}/s`,
    ];
    if (rate > 0) parts.push(`${formatSeconds(Math.max(0, total - done) / rate)} left`);
    return parts.join(', ');
  }

  share(): number | undefined {
    if (!this.#counted || this.#counted.total === 0) return undefined;
    return this.#counted.done / this.#counted.total;
  }
}
