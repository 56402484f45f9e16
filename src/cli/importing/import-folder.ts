import { lstat } from 'node:fs/promises';
import { sleep } from '../../base/clock.ts';
import { inParallel } from '../../base/parallel.ts';
import { noteBytesMax } from '../../content/note-text.ts';
import type { MeasuredEntry } from './examine.ts';
import { ImportBatch } from './import-batch.ts';
import type { FolderImport } from './import-task.ts';
import { type WalkedEntry, walkFolder } from './walk.ts';

const entriesPerBatch = 100;
/**
 * Notes of one batch are in memory together, twice while the next one is prepared. Writing this much takes
 * as long as a hundred files without text: 20 to 50 ms, in which others cannot write.
 */
const textBytesPerBatch = 512 * 1024;
/**
 * After each transaction, for a server on the same store: it looks for the write lock of SQLite every 2 ms,
 * and the lock has no queue. Meanwhile the next batch is staged.
 */
const pauseMs = 10;

/**
 * Imports what is in a folder, a hundred entries to a transaction. While one batch is written the
 * next is staged. Memory does not depend on the number of files. Equal existing documents are
 * skipped, so that a second run continues an interrupted first one.
 */
export async function importFolder(task: FolderImport): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const entries of batchesOf(task)) {
      const batch = new ImportBatch(task, entries);
      await batch.prepare();
      try {
        await writing;
      } catch (error) {
        await batch.discard();
        throw error;
      }
      writing = batch.write().then(() => sleep(pauseMs));
      // Awaited in the next iteration; marked as handled, as a failure may come before that.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
}

async function* batchesOf(task: FolderImport): AsyncGenerator<readonly MeasuredEntry[]> {
  const { source, target, signal, tally } = task;
  const root = {
    source,
    path: target.path ?? '/',
    parent: null,
    id: target.id,
    hasFailed: false,
  };
  const walk = walkFolder(root, {
    signal,
    onFailure: (path, error) => tally.addFailure(path, error),
    onLeftOut: (path, reason) => tally.addOmission(path, reason),
    onLink: () => {
      tally.links += 1;
    },
  });
  let gathered: WalkedEntry[] = [];
  for await (const entry of walk) {
    gathered.push(entry);
    if (gathered.length < entriesPerBatch) continue;
    yield* boundedBySize(await measure(task, gathered));
    gathered = [];
  }
  if (gathered.length > 0) yield* boundedBySize(await measure(task, gathered));
}

async function measure(
  task: FolderImport,
  entries: readonly WalkedEntry[],
): Promise<MeasuredEntry[]> {
  const measured = await inParallel(entries, task.concurrency, async (entry) => {
    if (entry.folder) return [{ ...entry, sizeBytes: 0 }];
    try {
      return [{ ...entry, sizeBytes: (await lstat(entry.source)).size }];
    } catch (error) {
      task.tally.addFailure(entry.source, error);
      return [];
    }
  });
  return measured.flat();
}

function* boundedBySize(entries: readonly MeasuredEntry[]): Generator<readonly MeasuredEntry[]> {
  let part: MeasuredEntry[] = [];
  let textBytes = 0;
  for (const entry of entries) {
    const bytes = entry.sizeBytes <= noteBytesMax ? entry.sizeBytes : 0;
    if (part.length > 0 && textBytes + bytes > textBytesPerBatch) {
      yield part;
      part = [];
      textBytes = 0;
    }
    part.push(entry);
    textBytes += bytes;
  }
  if (part.length > 0) yield part;
}
