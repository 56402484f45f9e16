import type { BlobKey } from '../../base/ids.ts';
import type { Logger } from '../../base/log.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import {
  type Conversion,
  ConversionPool,
  type ConvertedFile,
} from '../../conversion/conversion-pool.ts';
import type { ProcessLimits } from '../../conversion/limits.ts';
import { releaseLeases, stageWithLease } from '../../repository/attachments/blob-leases.ts';
import { renditionSides } from '../../repository/renditions/thumbnail-source.ts';
import {
  beginNextRendition,
  failRendition,
  finishRendition,
  hasWaitingRenditions,
  leaveEmpty,
  type RenditionId,
  takeBackAttempt,
  type WantedRendition,
} from '../../repository/renditions/waiting-renditions.ts';
import type { Database } from '../../storage/database.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';

/** Attempts for a file that exceeds its time or memory, or ends the process. */
const attemptsPerFileMax = 3;

/** Characters of a reason that are kept: it may quote the file. */
const reasonLengthMax = 500;

/** Renditions that were made since the start, by outcome. */
export class RenditionCounts {
  made = 0;
  failed = 0;
}

interface RenditionOptions {
  readonly blobs: BlobStore;
  readonly renditionCounts: RenditionCounts;
  /** Files that are converted at the same time; 0: nothing is made. */
  readonly processesMax: number;
  readonly limits?: ProcessLimits;
}

interface RenditionServices extends Pick<RenditionOptions, 'blobs' | 'renditionCounts'> {
  readonly database: Database;
  readonly log: Logger;
  readonly pool: ConversionPool;
  readonly signal: AbortSignal;
}

/**
 * Makes every waiting rendition. Results are stored file by file, so an interrupted job continues
 * where it stopped.
 */
export function makeRenditionsKind(options: RenditionOptions): JobKind {
  const { processesMax, limits = {} } = options;
  const pool = new ConversionPool({ processesMax, ...limits });
  let isReported = false;
  return defineJobKind({
    kind: 'make-renditions',
    concurrency: 1,
    priority: 'bulk',
    attemptsMax: 10,
    isWanted: async (handle) => processesMax > 0 && hasWaitingRenditions(handle),
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      if (processesMax === 0) return;
      // Stopping must not take as long as a large file.
      const stop = (): void => pool.close();
      signal.addEventListener('abort', stop);
      try {
        const { kind: confinement } = await pool.confinement();
        if (!isReported) log.info({ confinement }, 'files are converted in separate processes');
        isReported = true;
        await makeAll({ ...options, database, log, pool, signal }, processesMax);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: () => pool.close(),
  });
}

async function makeAll(services: RenditionServices, processesMax: number): Promise<void> {
  let isTriedAgain = true;
  while (isTriedAgain) {
    isTriedAgain = false;
    const waiting = new WaitingRenditions(services.database);
    const lane = async (): Promise<void> => {
      for (let wanted = await waiting.next(); wanted; wanted = await waiting.next()) {
        services.signal.throwIfAborted();
        const isSettled = await settle(services, wanted);
        isTriedAgain ||= !isSettled;
      }
    };
    // One more than processes: while a result is stored the next file is read.
    const lanes = await Promise.allSettled(Array.from({ length: processesMax + 1 }, lane));
    const failed = lanes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/** Taken by several lanes, each in a unit of its own: an attempt is counted for what is begun only. */
class WaitingRenditions {
  readonly #database: Database;
  #after: RenditionId = { blob_key: '', name: '' };
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  next(): Promise<WantedRendition | undefined> {
    const taken = this.#turn.then(() => this.#take());
    this.#turn = taken.catch(() => undefined);
    return taken;
  }

  async #take(): Promise<WantedRendition | undefined> {
    const wanted = await this.#database.write((handle) => beginNextRendition(handle, this.#after));
    if (wanted) this.#after = wanted;
    return wanted;
  }
}

/** Returns false when the file is to be tried again. */
async function settle(services: RenditionServices, wanted: WantedRendition): Promise<boolean> {
  const conversion = await convert(services, wanted).catch(async (error: unknown) => {
    // The store could not be read: the job is tried again.
    await services.database.write((handle) => takeBackAttempt(handle, wanted));
    throw error;
  });
  services.signal.throwIfAborted();
  if (conversion.is === 'done') {
    await store(services, wanted, conversion.file);
    services.renditionCounts.made += 1;
    return true;
  }
  if (conversion.is === 'empty') {
    await services.database.write((handle) => leaveEmpty(handle, wanted));
    return true;
  }
  if (conversion.is === 'exhausted' && wanted.attempts < attemptsPerFileMax) return false;
  await reportFailure(services, wanted, conversion.reason);
  return true;
}

async function convert(
  { blobs, pool }: RenditionServices,
  { blob_key, name, file_name, mime_type: mimeType, encoding, attempts }: WantedRendition,
): Promise<Conversion> {
  if (attempts > attemptsPerFileMax) {
    const reason = `the server ended during the last of ${attemptsPerFileMax} attempts`;
    return { is: 'failed', reason };
  }
  const format = thumbnailFormatOf({ mimeType, name: file_name });
  const sideMax = renditionSides[name as keyof typeof renditionSides];
  if (!format) return { is: 'failed', reason: `of files of type ${mimeType} no picture is made` };
  const key = blob_key as BlobKey;
  const stat = await blobs.stat(key);
  if (!stat) return { is: 'failed', reason: 'the content is missing from the store' };
  const { sizeBytes } = stat;
  return pool.convert({ format, sideMax, encoding, sizeBytes, open: () => blobs.open(key) });
}

/** The result is held by a lease until the row refers to it. */
async function store(
  { blobs, database, signal }: RenditionServices,
  wanted: WantedRendition,
  { bytes, mimeType, width, height }: ConvertedFile,
): Promise<void> {
  const naming = { name: null, mimeType, encoding: null };
  const { blob, leaseId } = await stageWithLease({ blobs, database }, bytes, { ...naming, signal });
  await database.write(async (handle) => {
    await finishRendition(handle, wanted, { key: blob.key, mimeType, width, height });
    await releaseLeases(handle, [leaseId]);
  });
}

async function reportFailure(
  { database, log, renditionCounts }: RenditionServices,
  wanted: WantedRendition,
  reason: string,
): Promise<void> {
  const { blob_key: key, name: rendition, file_name: name, mime_type: mimeType } = wanted;
  const failure = reason.slice(0, reasonLengthMax).replaceAll('\0', ' ').toWellFormed();
  await database.write((handle) => failRendition(handle, wanted, failure));
  renditionCounts.failed += 1;
  log.warn(
    { key, rendition, name, mimeType, reason: failure },
    'no picture of a file could be made; the icon of its type is shown instead',
  );
}
