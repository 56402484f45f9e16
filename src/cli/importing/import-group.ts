import { sleep } from '../../base/clock.ts';
import { inParallel } from '../../base/parallel.ts';
import type { MeasuredEntry } from './examine.ts';
import { ImportBatch } from './import-batch.ts';
import type { FolderImport } from './import-task.ts';
import type { Intake } from './intake.ts';

/** Fewer are not worth the start of threads. */
export const intakeFilesMin = 50;

/**
 * After each transaction, for a server on the same store: it looks for the write lock of SQLite every 2 ms,
 * and the lock has no queue. Meanwhile the next group is staged.
 */
const pauseMs = 10;

/**
 * Batches whose contents are made durable together, so that a folder of the blob store is flushed once for
 * all of them; then each is a transaction.
 */
export class ImportGroup {
  readonly #task: FolderImport;
  readonly #intake: Intake | null;
  readonly #batches: readonly ImportBatch[];

  constructor(
    task: FolderImport,
    batches: readonly (readonly MeasuredEntry[])[],
    intake: Intake | null,
  ) {
    this.#task = task;
    this.#intake = intake;
    this.#batches = batches.map((entries) => new ImportBatch(task, entries, intake));
  }

  /** Stages all contents and makes them durable under their names. */
  async prepare(): Promise<void> {
    const { concurrency, store } = this.#task;
    try {
      for (const batch of this.#batches) await batch.findExisting();
      await this.#examine();
      const staged = this.#batches.flatMap((batch) => batch.staged);
      if (this.#intake) await this.#intake.commit(staged, concurrency);
      else await inParallel(staged, concurrency, (each) => each.commit());
      await store.blobs.flushDirectories(staged.map(({ key }) => key));
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  async #examine(): Promise<void> {
    const files = this.#intake ? this.#batches.flatMap((batch) => batch.filesForIntake()) : [];
    const isWorthIt = this.#intake !== null && files.length >= intakeFilesMin;
    const results = isWorthIt ? await this.#intake.take(files.map(([, file]) => file)) : [];
    const taken = new Map(
      results.map((result, index) => [(files[index] as (typeof files)[0])[0], result]),
    );
    try {
      for (const batch of this.#batches) await batch.examine(taken);
    } catch (error) {
      for (const result of results) if ('staged' in result) await result.staged.discard();
      throw error;
    }
  }

  /** Stores the documents. After a failure the contents of the batches that follow are discarded. */
  async write(): Promise<void> {
    try {
      for (const batch of this.#batches) {
        await batch.write();
        await sleep(pauseMs);
      }
    } finally {
      await this.discard();
    }
  }

  /** Discards staged content that no row can name yet. */
  async discard(): Promise<void> {
    for (const batch of this.#batches) await batch.discard();
  }
}
