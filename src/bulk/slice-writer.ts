import { stringifyJson } from '../base/json.ts';
import type { WriteHandle } from '../storage/database.ts';
import { insertSlices, type NewSlice } from './slice-rows.ts';

/** Runs the work in a write unit of its own. */
type WriteUnits = (work: (handle: WriteHandle) => Promise<void>) => Promise<void>;

interface SliceWriterOptions {
  readonly commandId: string;
  readonly bucketSize: number;
  /** Slices are dealt to so many parts in turn. */
  readonly parts: number;
}

/** Bounds of one unit. */
const itemsPerUnit = 1_000;
const slicesPerUnit = 100;

/** Stores items as slices of one size, in small units. */
export class SliceWriter {
  readonly #write: WriteUnits;
  readonly #options: SliceWriterOptions;
  #items: string[] = [];
  #slices = 0;
  #total = 0;

  constructor(write: WriteUnits, options: SliceWriterOptions) {
    this.#write = write;
    this.#options = options;
  }

  /** Items added so far. */
  get total(): number {
    return this.#total;
  }

  async add(items: readonly string[]): Promise<void> {
    this.#total += items.length;
    for (const item of items) this.#items.push(item);
    while (this.#items.length >= this.#unitItems) await this.#flush(this.#unitItems);
  }

  /** Stores what is left; the last slice may be smaller. */
  async end(): Promise<void> {
    while (this.#items.length > 0) await this.#flush(this.#unitItems);
  }

  /** Whole slices. */
  get #unitItems(): number {
    const { bucketSize } = this.#options;
    const slices = Math.max(1, Math.floor(itemsPerUnit / bucketSize));
    return Math.min(slices, slicesPerUnit) * bucketSize;
  }

  async #flush(count: number): Promise<void> {
    const { commandId, bucketSize, parts } = this.#options;
    const taken = this.#items.splice(0, count);
    const slices: NewSlice[] = [];
    for (let start = 0; start < taken.length; start += bucketSize) {
      const number = this.#slices + slices.length;
      const items = stringifyJson(taken.slice(start, start + bucketSize));
      slices.push({ command_id: commandId, part: number % parts, number, items });
    }
    await this.#write((handle) => insertSlices(handle, slices));
    this.#slices += slices.length;
  }
}
