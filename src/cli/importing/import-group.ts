import { sleep } from '../../base/clock.ts';
import { inParallel } from '../../base/parallel.ts';
import type { MeasuredEntry } from './examine.ts';
import { ImportBatch } from './import-batch.ts';
import type { FolderImport } from './import-task.ts';
import type { Intake, IntakeResult } from './intake.ts';

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
  /** Until its contents belong to the batches. */
  readonly #taken = new Map<MeasuredEntry, IntakeResult>();

  constructor(
    task: FolderImport,
    batches: readonly (readonly MeasuredEntry[])[],
    intake: Intake | null,
  ) {
    this.#task = task;
    this.#intake = intake;
    this.#batches = batches.map((entries) => new ImportBatch(task, entries, intake));
  }

  /** Finds existing documents, and stages the contents of the others. */
  async stage(): Promise<void> {
    try {
      for (const batch of this.#batches) await batch.findExisting();
      const taken = await this.#takeIn();
      for (const batch of this.#batches) await batch.examine(taken);
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  async #takeIn(): Promise<ReadonlyMap<MeasuredEntry, IntakeResult>> {
    const files = this.#intake ? this.#batches.flatMap((batch) => batch.filesForIntake()) : [];
    if (!this.#intake || files.length < intakeFilesMin) return this.#taken;
    const results = await this.#intake.take(files.map(([, file]) => file));
    for (const [index, [entry]] of files.entries()) {
      const result = results[index];
      if (result) this.#taken.set(entry, result);
    }
    return this.#taken;
  }

  /** Makes the contents durable under their names. */
  async settle(): Promise<void> {
    const { concurrency, store } = this.#task;
    const staged = this.#batches.flatMap((batch) => batch.staged);
    if (this.#intake) await this.#intake.commit(staged, concurrency);
    else await inParallel(staged, concurrency, (each) => each.commit());
    await store.blobs.flushDirectories(staged.map(({ key }) => key));
    this.#taken.clear();
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
    for (const result of this.#taken.values())
      if ('staged' in result) await result.staged.discard();
  }
}
