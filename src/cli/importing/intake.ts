import { inParallel } from '../../base/parallel.ts';
import { slicesOf } from '../../base/slices.ts';
import type { FileStaging, StagedBlob } from '../../blobs/blob-store.ts';
import type { ContentLinks } from '../../blobs/small-files.ts';
import type {
  FileMeasure,
  IntakeFile,
  IntakeSetup,
  TakenFile,
  UnreadableFile,
} from './intake-thread-program.ts';
import { IntakeThreads } from './intake-threads.ts';

/** More did not store more files per second on two cores: a flush is what a thread waits for. */
const threadsMax = 4;
/** Files of one request: the threads end at about the same time, and a message costs little. */
const filesPerRequest = 25;

/** A small file, read by a thread: its content staged, or its bytes where they may become a text. */
export type IntakeResult =
  | { readonly mimeType: string; readonly staged: StagedBlob }
  | { readonly mimeType: string; readonly bytes: Uint8Array }
  | UnreadableFile;

/** Takes small files in by threads of their own: reads, hashes and flushes them side by side. */
export class Intake {
  readonly #staging: FileStaging;
  readonly #threads: IntakeThreads;
  readonly #links = new WeakMap<StagedBlob, ContentLinks>();

  constructor(
    staging: FileStaging,
    options: Pick<IntakeSetup, 'placelessTypes'> & { readonly concurrency: number },
  ) {
    const { placelessTypes, concurrency } = options;
    this.#staging = staging;
    const setup = { folder: staging.folder, placelessTypes };
    this.#threads = new IntakeThreads(setup, Math.min(concurrency, threadsMax));
  }

  measure(paths: readonly string[]): Promise<(FileMeasure | UnreadableFile)[]> {
    return this.#inSlices(paths, (some) => this.#threads.run({ kind: 'measure', paths: some }));
  }

  /** @throws AppError store.* when a content cannot be written; nothing is staged then */
  async take(files: readonly IntakeFile[]): Promise<IntakeResult[]> {
    const staged: StagedBlob[] = [];
    try {
      return await this.#inSlices(files, async (some) => {
        const taken = await this.#threads.run({ kind: 'take', files: some });
        return (taken as readonly TakenFile[]).map((file) => {
          if (!('written' in file)) return file;
          const adopted = this.#staging.adopt(file.written);
          this.#links.set(adopted.staged, adopted.links);
          staged.push(adopted.staged);
          return { mimeType: file.mimeType, staged: adopted.staged };
        });
      });
    } catch (error) {
      for (const each of staged) await each.discard();
      throw error;
    }
  }

  /** As `commit` of each. */
  commit(staged: readonly StagedBlob[], parallelMax: number): Promise<void> {
    return this.#each('place', { staged, parallelMax, otherwise: (each) => each.commit() });
  }

  /** As `release` of each. */
  release(staged: readonly StagedBlob[], parallelMax: number): Promise<void> {
    return this.#each('clear', { staged, parallelMax, otherwise: (each) => each.release() });
  }

  /** Ends the threads. */
  end(): void {
    this.#threads.end();
  }

  async #each(
    kind: 'place' | 'clear',
    {
      staged,
      parallelMax,
      otherwise,
    }: {
      readonly staged: readonly StagedBlob[];
      readonly parallelMax: number;
      readonly otherwise: (staged: StagedBlob) => Promise<void>;
    },
  ): Promise<void> {
    const known = staged.filter((each) => this.#links.has(each));
    const done = await this.#inSlices(known, (some) => {
      const links = some.map((each) => this.#links.get(each) as ContentLinks);
      return this.#threads.run({ kind, links });
    });
    const settled = new Set(known.filter((_each, index) => done[index] === true));
    const others = staged.filter((each) => !settled.has(each));
    await inParallel(others, parallelMax, otherwise);
  }

  async #inSlices<T, Result>(
    items: readonly T[],
    work: (some: readonly T[]) => Promise<readonly unknown[]>,
  ): Promise<Result[]> {
    const slices = [...slicesOf(items, filesPerRequest)];
    // All at once: the threads have a queue. A failure is thrown once all have ended.
    const results = await inParallel(slices, slices.length, work);
    return results.flat() as Result[];
  }
}
