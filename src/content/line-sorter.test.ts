import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSorter, type RunStore } from './line-sorter.ts';
import { decodeLines, encodeLines } from './stored-lines.ts';

/** Runs as the bytes that a disk would have. */
class Runs implements RunStore {
  readonly files = new Map<string, Buffer>();
  open_ = 0;
  opened = 0;
  #last = 0;

  async write(lines: AsyncIterable<string>): Promise<string> {
    this.#last += 1;
    const name = `run-${this.#last}`;
    this.files.set(name, Buffer.concat(await Array.fromAsync(encodeLines(lines))));
    return name;
  }

  async *open(run: string): AsyncGenerator<string> {
    this.opened += 1;
    this.open_ = Math.max(this.open_, this.opened);
    try {
      const bytes = this.files.get(run);
      if (!bytes) throw new Error(`${run} is gone`);
      yield* decodeLines(Readable.from([bytes], { objectMode: false }));
    } finally {
      this.opened -= 1;
    }
  }

  async remove(run: string): Promise<void> {
    if (!this.files.delete(run)) throw new Error(`${run} is removed twice`);
  }
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const line = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '😀', '\n', '\r\n', ',', '"', '\\'),
});

test('any lines come back sorted, and nothing stays on disk', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 2, max: 5 }),
      async (lines, charactersMax, runsMax) => {
        const runs = new Runs();
        const sorter = new LineSorter(runs, { charactersMax, runsMax });
        for (const each of lines) await sorter.add(each);
        expect(await Array.fromAsync(sorter.sorted())).toEqual([...lines].sort(byText));
        expect([runs.files.size, runs.opened]).toEqual([0, 0]);
        expect(runs.open_).toBeLessThanOrEqual(runsMax);
      },
    ),
    { numRuns: 60 },
  );
});

test('what is read in part can be discarded', async () => {
  const runs = new Runs();
  const sorter = new LineSorter(runs, { charactersMax: 5, runsMax: 3 });
  for (let at = 0; at < 100; at += 1) await sorter.add(`line ${at}`);
  for await (const first of sorter.sorted()) {
    expect(first).toBe('line 0');
    break;
  }
  await sorter.discard();
  expect([runs.files.size, runs.opened]).toEqual([0, 0]);
});

test('lines that were cut are no lines', async () => {
  const [bytes = Buffer.alloc(0)] = await Array.fromAsync(encodeLines(['a\nb', 'c']));
  const cut = Readable.from([bytes.subarray(0, -1)], { objectMode: false });
  await expect(Array.fromAsync(decodeLines(cut))).rejects.toThrow(/cut/);
});
