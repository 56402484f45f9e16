import { giveTurn, isTurnOver } from '../base/turns.ts';
import { LineHeap } from './line-heap.ts';

/** Where runs of sorted lines are kept until they are merged: on disk, as there may be many. */
export interface RunStore {
  write(lines: AsyncIterable<string>): Promise<string>;
  open(run: string): AsyncIterable<string>;
  remove(run: string): Promise<void>;
}

interface SorterLimits {
  /** Characters that are sorted in memory: some milliseconds of the event loop. */
  readonly charactersMax: number;
  /** Runs that are merged at a time. */
  readonly runsMax: number;
}

const standardLimits: SorterLimits = { charactersMax: 512 * 1024, runsMax: 32 };

/**
 * Sorts any number of lines by their text with bounded memory: runs that fit are sorted and written,
 * and then merged. A run that was written is removed once it is merged, or by `discard`.
 */
export class LineSorter {
  readonly #store: RunStore;
  readonly #limits: SorterLimits;
  #lines: string[] = [];
  #characters = 0;
  #runs: string[] = [];

  constructor(store: RunStore, limits: SorterLimits = standardLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters > this.#limits.charactersMax) await this.#writeRun();
  }

  /** All lines in order; called once, after the last `add`. */
  async *sorted(): AsyncGenerator<string> {
    if (this.#runs.length === 0) {
      yield* this.#takeLines();
      return;
    }
    await this.#writeRun();
    while (this.#runs.length > this.#limits.runsMax) {
      const some = this.#runs.slice(0, this.#limits.runsMax);
      const merged = await this.#store.write(this.#merge(some));
      this.#runs = [...this.#runs.slice(some.length), merged];
      await this.#remove(some);
    }
    yield* this.#merge(this.#runs);
    await this.discard();
  }

  /** Removes what is left on disk, after a failure or when not all lines were read. */
  async discard(): Promise<void> {
    await this.#remove(this.#runs.splice(0));
  }

  async #remove(runs: readonly string[]): Promise<void> {
    for (const run of runs) await this.#store.remove(run);
  }

  async #writeRun(): Promise<void> {
    if (this.#lines.length === 0) return;
    this.#runs.push(await this.#store.write(this.#takeLines()));
    if (isTurnOver()) await giveTurn();
  }

  async *#takeLines(): AsyncGenerator<string> {
    const lines = this.#lines.sort(byText);
    this.#lines = [];
    this.#characters = 0;
    yield* lines;
  }

  async *#merge(runs: readonly string[]): AsyncGenerator<string> {
    const heap = new LineHeap();
    const readers = runs.map((run) => this.#store.open(run)[Symbol.asyncIterator]());
    const pull = async (reader: AsyncIterator<string>): Promise<void> => {
      const next = await reader.next();
      if (!next.done) heap.push({ line: next.value, reader });
    };
    try {
      for (const reader of readers) await pull(reader);
      for (let first = heap.pop(); first; first = heap.pop()) {
        yield first.line;
        await pull(first.reader);
        if (isTurnOver()) await giveTurn();
      }
    } finally {
      for (const reader of readers) await reader.return?.();
    }
  }
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
