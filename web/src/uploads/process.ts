import type { Doc } from '../api/types.ts';
import { createVersion, importFile, replaceContent } from '../api/uploads.ts';
import type { Batches } from './batches.ts';
import { BundleFailed, type Bundles, isSmall } from './bundles.ts';
import type { Destination, Folders } from './folders.ts';
import type { Lookups } from './lookups.ts';
import { persistently, unlessAborted } from './persistence.ts';
import { UploadProblem } from './problem.ts';
import { BatchGone, transfer } from './transfer.ts';
import type { ConflictAnswer, Upload, UploadPlace } from './upload.ts';

/** What uploads share. */
export interface Workshop {
  readonly folders: Folders;
  readonly lookups: Lookups;
  readonly batches: Batches;
  readonly bundles: Bundles;
  /** What the user has said for all of the group. */
  answerFor(upload: Upload): ConflictAnswer | undefined;
  /** Remembers the upload before it goes on. */
  remember(upload: Upload): Promise<void>;
  changed(upload: Upload): void;
  /** Ends with the page. */
  readonly lifetime: AbortSignal;
}

/** Brings an upload to its end; its state is then another one than `running`. Where it stops, it can go on later. */
export async function processUpload(
  upload: Upload,
  signal: AbortSignal,
  workshop: Workshop,
): Promise<Destination> {
  const folder = await unlessAborted(workshop.folders.of(upload), signal);
  if (upload.kind === 'folder') {
    upload.document = folder.document;
    upload.state = 'done';
    return folder;
  }
  await check(upload, { folder, signal, workshop });
  if (upload.answer === 'skip') upload.state = 'skipped';
  if (upload.state !== 'running') return folder;
  if (await madeWithOthers(upload, { folder, signal, workshop })) return folder;
  const place = await sendContent(upload, signal, workshop);
  // From here on the document may have been made, whatever the user does.
  const made = await persistently(() => makeDocument(upload, { place, folder, workshop }), signal);
  upload.document = made;
  upload.state = 'done';
  void workshop.batches.release(place, { isUsed: true });
  return folder;
}

interface Check {
  readonly folder: Destination;
  readonly signal: AbortSignal;
  readonly workshop: Workshop;
}

/** Asks the user where the name is taken. */
async function check(upload: Upload, { folder, signal, workshop }: Check): Promise<void> {
  if (!upload.isChecked) {
    const isFree = folder.isNew && !upload.isAlone;
    upload.existing = isFree
      ? undefined
      : await unlessAborted(workshop.lookups.existing(upload, folder), signal);
    upload.isChecked = true;
  }
  if (!upload.existing) return;
  upload.answer ??= workshop.answerFor(upload);
  if (!upload.answer) upload.state = 'asking';
  if (upload.answer === 'keep-both' && upload.name === upload.facts.name) {
    upload.name = await unlessAborted(workshop.lookups.freeName(upload, folder), signal);
  }
}

/** Whether the document was made together with those of other small files. */
async function madeWithOthers(
  upload: Upload,
  { folder, signal, workshop }: Check,
): Promise<boolean> {
  const { file, name, existing, isAlone, place } = upload;
  if (!file || existing || isAlone || place || name !== file.name || !isSmall(upload)) return false;
  try {
    upload.document = await workshop.bundles.import(file, folder, signal);
    upload.state = 'done';
    return true;
  } catch (error) {
    // Without an answer it is not known whether there are documents.
    Object.assign(upload, { isAlone: true, isChecked: false });
    if (!(error instanceof BundleFailed)) throw error;
  }
  await check(upload, { folder, signal, workshop });
  return upload.state !== 'running';
}

/** A batch may be dropped while it is used, but not again and again. */
const batchesMax = 3;

async function sendContent(
  upload: Upload,
  signal: AbortSignal,
  workshop: Workshop,
): Promise<UploadPlace> {
  const { file, name } = upload;
  if (!file) throw new UploadProblem('unreadable');
  for (let attempt = 1; ; attempt += 1) {
    const isPlaceNew = upload.place === undefined;
    const place =
      upload.place ?? (await unlessAborted(workshop.batches.place(workshop.lifetime), signal));
    upload.place = place;
    await workshop.remember(upload);
    const onProgress = (confirmed: number, flying: number): void => {
      upload.confirmedBytes = confirmed;
      upload.flyingBytes = flying;
      workshop.changed(upload);
    };
    try {
      await transfer({ file, name, place, isPlaceNew }, { signal, onProgress });
      return place;
    } catch (error) {
      if (!(error instanceof BatchGone) || attempt >= batchesMax) throw error;
      workshop.batches.forget(place);
      Object.assign(upload, { place: undefined, hasStartedAgain: true });
    }
  }
}

interface Making {
  readonly place: UploadPlace;
  readonly folder: Destination;
  readonly workshop: Workshop;
}

async function makeDocument(
  upload: Upload,
  { place, folder, workshop: { lifetime: signal } }: Making,
): Promise<Doc> {
  const { id, existing } = upload;
  if (!existing || upload.answer !== 'new-version') {
    return importFile(place, { folder: folder.uid, overwrites: false, key: id, signal });
  }
  if (existing.isCheckedOut) await createVersion(existing.uid, { key: `${id}.before`, signal });
  if (!existing.isNote) return replaceContent(existing.uid, place, { key: id, signal });
  return importFile(place, { folder: folder.uid, overwrites: true, key: id, signal });
}
