import { lstat } from 'node:fs/promises';
import { stringifyJson } from '../../base/json.ts';
import { inParallel } from '../../base/parallel.ts';
import { importedTypes } from '../../content/imported-types.ts';
import { noteBytesMax } from '../../content/note-text.ts';
import { mergeDescriptions } from './description.ts';
import { hasPlaceForFile, type MeasuredEntry } from './examine.ts';
import { FolderMetadata } from './folder-metadata.ts';
import { ImportGroup, intakeFilesMin } from './import-group.ts';
import type { FolderImport } from './import-task.ts';
import { Intake } from './intake.ts';
import type { FileMeasure } from './intake-thread-program.ts';
import { readFileBeside } from './metadata-files.ts';
import { datesOf } from './source-dates.ts';
import { type WalkedEntry, walkFolder } from './walk.ts';

const entriesPerBatch = 100;
/**
 * Notes of one batch are in memory together, twice while the next one is prepared. Writing this much takes
 * as long as a hundred files without text: 20 to 50 ms, in which others cannot write.
 */
const textBytesPerBatch = 512 * 1024;
/** Of which contents are on disk before their documents: many share the flush of a folder. */
const entriesPerGroup = 1_000;
const batchesPerGroup = 16;
const contentBytesPerGroup = 64 * 1024 * 1024;

/** Groups whose contents are staged, and that are made durable or written while the next is staged. */
const groupsAhead = 2;

/**
 * Imports what is in a folder, a hundred entries to a transaction. While one group of batches is written,
 * the next is made durable, and the one behind it is staged: the disk has always something to do. Memory does
 * not depend on the number of files. Equal existing documents are skipped, so that a second run continues an
 * interrupted first one.
 */
export async function importFolder(task: FolderImport): Promise<void> {
  const intake = openIntake(task);
  const finishing: Promise<void>[] = [];
  try {
    for await (const batches of groupsOf(task, intake)) {
      const group = new ImportGroup(task, batches, intake);
      await group.stage();
      const finished = finish(group, finishing.at(-1));
      // Awaited later; marked as handled, as a failure may come before that.
      finished.catch(() => undefined);
      finishing.push(finished);
      if (finishing.length > groupsAhead) await finishing.shift();
    }
    for (const finished of finishing) await finished;
  } finally {
    await Promise.allSettled(finishing);
    intake?.end();
  }
}

/** Documents are written in the order of the walk: folders before what is in them. */
async function finish(group: ImportGroup, before: Promise<void> | undefined): Promise<void> {
  try {
    await group.settle();
    await before;
  } catch (error) {
    await group.discard();
    throw error;
  }
  await group.write();
}

/** Null where contents are not files of this machine, and in a dry run. */
function openIntake({ store, isDryRun, concurrency }: FolderImport): Intake | null {
  const { fileStaging } = store.blobs;
  if (!fileStaging || isDryRun) return null;
  const { model } = store.repository;
  const placelessTypes = importedTypes.filter((type) => !hasPlaceForFile({ model }, type));
  return new Intake(fileStaging, { placelessTypes, concurrency });
}

async function* groupsOf(
  task: FolderImport,
  intake: Intake | null,
): AsyncGenerator<readonly Batch[]> {
  for await (const entries of entriesOf(task)) {
    let group: Batch[] = [];
    let contentBytes = 0;
    for (const batch of boundedBySize(await measure(task, entries, intake))) {
      const bytes = batch.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const isFull =
        group.length === batchesPerGroup || contentBytes + bytes > contentBytesPerGroup;
      if (group.length > 0 && isFull) {
        yield group;
        group = [];
        contentBytes = 0;
      }
      group.push(batch);
      contentBytes += bytes;
    }
    if (group.length > 0) yield group;
  }
}

type Batch = readonly MeasuredEntry[];

async function* entriesOf(task: FolderImport): AsyncGenerator<readonly WalkedEntry[]> {
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
      if (gathered.length < entriesPerGroup) continue;
      yield gathered;
      gathered = [];
    }
    if (gathered.length > 0) yield gathered;
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
  intake: Intake | null,
): Promise<MeasuredEntry[]> {
  const statsOf = await readStats(task, entries, intake);
  const measured = await inParallel(entries, task.concurrency, async (entry) => {
    try {
      return [await measureOne(task, entry, statsOf)];
    } catch (error) {
      task.tally.addFailure(entry.source, error);
      return [];
    }
  });
  return measured.flat();
}

type StatsOf = (entry: WalkedEntry) => Promise<FileMeasure>;

/** By threads where there are many. Of folders only their dates are asked for. */
async function readStats(
  { keepsDates }: FolderImport,
  entries: readonly WalkedEntry[],
  intake: Intake | null,
): Promise<StatsOf> {
  if (!intake || entries.length < intakeFilesMin) return ({ source }) => lstat(source);
  const wanted = entries.filter(({ folder }) => !folder || keepsDates);
  const found = await intake.measure(wanted.map(({ source }) => source));
  const byEntry = new Map(wanted.map((entry, index) => [entry, found[index]]));
  return async (entry) => {
    const measured = byEntry.get(entry);
    if (!measured || 'problem' in measured) throw new Error(measured?.problem);
    return measured;
  };
}

async function measureOne(
  task: FolderImport,
  entry: WalkedEntry,
  statsOf: StatsOf,
): Promise<MeasuredEntry> {
  const beside = task.usesMetadata ? await readFileBeside(entry.source) : null;
  const description = mergeDescriptions(entry.description, beside);
  if (entry.folder && !task.keepsDates) return { ...entry, description, sizeBytes: 0, dates: {} };
  const found = await statsOf(entry);
  const dates = task.keepsDates ? datesOf(found) : {};
  return { ...entry, description, sizeBytes: entry.folder ? 0 : found.size, dates };
}

/** Characters of its description, about. */
function sizeOf({ description }: MeasuredEntry): number {
  return description ? stringifyJson(description.values).length : 0;
}

function* boundedBySize(entries: readonly MeasuredEntry[]): Generator<Batch> {
  let part: MeasuredEntry[] = [];
  let textBytes = 0;
  for (const entry of entries) {
    const bytes = (entry.sizeBytes <= noteBytesMax ? entry.sizeBytes : 0) + sizeOf(entry);
    const isFull = part.length === entriesPerBatch || textBytes + bytes > textBytesPerBatch;
    if (part.length > 0 && isFull) {
      yield part;
      part = [];
      textBytes = 0;
    }
    part.push(entry);
    textBytes += bytes;
  }
  if (part.length > 0) yield part;
}
