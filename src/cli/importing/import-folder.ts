import { lstat } from 'node:fs/promises';
import { sleep } from '../../base/clock.ts';
import { stringifyJson } from '../../base/json.ts';
import { inParallel } from '../../base/parallel.ts';
import { noteBytesMax } from '../../content/note-text.ts';
import { mergeDescriptions } from './description.ts';
import type { MeasuredEntry } from './examine.ts';
import { FolderMetadata } from './folder-metadata.ts';
import { ImportBatch } from './import-batch.ts';
import type { FolderImport } from './import-task.ts';
import { readFileBeside } from './metadata-files.ts';
import { datesOf } from './source-dates.ts';
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
  const onFailure = (path: string, error: unknown): void => tally.addFailure(path, error);
  const metadata = task.usesMetadata ? openMetadata(task, onFailure) : null;
  const walk = walkFolder(root, {
    signal,
    metadata,
    onFailure,
    onLeftOut: (path, reason) => tally.addOmission(path, reason),
    onLink: () => {
      tally.links += 1;
    },
  });
  try {
    let gathered: WalkedEntry[] = [];
    for await (const entry of walk) {
      gathered.push(entry);
      if (gathered.length < entriesPerBatch) continue;
      yield* boundedBySize(await measure(task, gathered));
      gathered = [];
    }
    if (gathered.length > 0) yield* boundedBySize(await measure(task, gathered));
  } finally {
    metadata?.close();
  }
}

function openMetadata(
  { store, isDryRun }: FolderImport,
  onFailure: (place: string, error: unknown) => void,
): FolderMetadata {
  return new FolderMetadata({ model: store.repository.model, isDryRun, onFailure });
}

async function measure(
  task: FolderImport,
  entries: readonly WalkedEntry[],
): Promise<MeasuredEntry[]> {
  const measured = await inParallel(entries, task.concurrency, async (entry) => {
    try {
      return [await measureOne(task, entry)];
    } catch (error) {
      task.tally.addFailure(entry.source, error);
      return [];
    }
  });
  return measured.flat();
}

async function measureOne(task: FolderImport, entry: WalkedEntry): Promise<MeasuredEntry> {
  const beside = task.usesMetadata ? await readFileBeside(entry.source) : null;
  const description = mergeDescriptions(entry.description, beside);
  if (entry.folder && !task.keepsDates) return { ...entry, description, sizeBytes: 0, dates: {} };
  const found = await lstat(entry.source);
  const dates = task.keepsDates ? datesOf(found) : {};
  return { ...entry, description, sizeBytes: entry.folder ? 0 : found.size, dates };
}

/** Characters of its description, about. */
function sizeOf({ description }: MeasuredEntry): number {
  return description ? stringifyJson(description.values).length : 0;
}

function* boundedBySize(entries: readonly MeasuredEntry[]): Generator<readonly MeasuredEntry[]> {
  let part: MeasuredEntry[] = [];
  let textBytes = 0;
  for (const entry of entries) {
    const bytes = (entry.sizeBytes <= noteBytesMax ? entry.sizeBytes : 0) + sizeOf(entry);
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
