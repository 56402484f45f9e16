import type { BlobKey } from '../../base/ids.ts';
import type { Logger } from '../../base/log.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { converterOfRendition } from '../../content/renditions.ts';
import { thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import { ConversionPool, type ConvertedFile } from '../../conversion/conversion-pool.ts';
import type { ProcessLimits } from '../../conversion/limits.ts';
import type { Workshop } from '../../conversion/workshop.ts';
import {
  type LeasedBlob,
  releaseLeases,
  stageWithLease,
} from '../../repository/attachments/blob-leases.ts';
import { renditionSides } from '../../repository/renditions/thumbnail-source.ts';
import {
  beginNextRendition,
  failRendition,
  finishRendition,
  hasWaitingRenditions,
  leaveEmpty,
  takeBackAttempt,
  type WantedRendition,
} from '../../repository/renditions/waiting-renditions.ts';
import type { Database } from '../../storage/database.ts';
import { attemptsPerFileMax, attemptsUsed, storableReason } from '../file-attempts.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { workThrough } from '../waiting-work.ts';
import { convertFile, type MadeFile } from './convert-file.ts';

/** Renditions that were made since the start, by outcome. */
export class RenditionCounts {
  made = 0;
  failed = 0;
}

interface RenditionOptions {
  readonly blobs: BlobStore;
  readonly renditionCounts: RenditionCounts;
  readonly workshop: Workshop;
  /** Files that are converted at the same time. */
  readonly processesMax: number;
  readonly limits?: ProcessLimits;
}

interface RenditionServices
  extends Pick<RenditionOptions, 'blobs' | 'renditionCounts' | 'workshop'> {
  readonly database: Database;
  readonly log: Logger;
  readonly pool: ConversionPool;
  readonly signal: AbortSignal;
  readonly jobId: string;
}

/**
 * Makes every waiting rendition. Results are stored file by file, so an interrupted job continues
 * where it stopped. Jobs of several nodes make them together.
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
    isWanted: hasWaitingRenditions,
    sharesWork: true,
    parse: () => undefined,
    run: async ({ database, jobId, log, signal }) => {
      // Stopping must not take as long as a large file.
      const stop = (): void => pool.close();
      signal.addEventListener('abort', stop);
      try {
        const { kind: confinement } = await pool.confinement();
        if (!isReported) log.info({ confinement }, 'files are converted in separate processes');
        isReported = true;
        await makeAll({ ...options, database, jobId, log, pool, signal }, processesMax);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: () => pool.close(),
  });
}

function makeAll(services: RenditionServices, processesMax: number): Promise<void> {
  const { database, jobId, signal } = services;
  return workThrough<WantedRendition>(
    {
      next: (after) => database.write((handle) => beginNextRendition(handle, { after, jobId })),
      settle: (wanted) => settle(services, wanted),
    },
    // One more than processes: while a result is stored the next file is read.
    { lanes: processesMax + 1, signal },
  );
}

/** Returns false when the file is to be tried again. */
async function settle(services: RenditionServices, wanted: WantedRendition): Promise<boolean> {
  const made = await make(services, wanted).catch(async (error: unknown) => {
    // The store could not be read: the job is tried again.
    await services.database.write((handle) => takeBackAttempt(handle, wanted));
    throw error;
  });
  services.signal.throwIfAborted();
  if (made.is === 'done') {
    await store(services, wanted, made);
    services.renditionCounts.made += 1;
    return true;
  }
  if (made.is === 'empty') {
    await services.database.write((handle) => leaveEmpty(handle, wanted));
    return true;
  }
  if (made.is === 'exhausted' && wanted.attempts < attemptsPerFileMax) return false;
  await reportFailure(services, wanted, made.reason);
  return true;
}

/** A picture has its size. */
type Made =
  | (MadeFile & Partial<Pick<ConvertedFile, 'width' | 'height'>>)
  | { readonly is: 'empty'; readonly reason: string };

async function make(services: RenditionServices, wanted: WantedRendition): Promise<Made> {
  if (wanted.attempts > attemptsPerFileMax) return { is: 'failed', reason: attemptsUsed };
  const converter = converterOfRendition(wanted.name);
  return converter === undefined
    ? drawPicture(services, wanted)
    : convertFile({ ...services, workbench: services.workshop }, { converter, wanted });
}

async function drawPicture(
  { blobs, database, pool, signal }: RenditionServices,
  { blob_key, name, file_name, mime_type: mimeType, encoding }: WantedRendition,
): Promise<Made> {
  const format = thumbnailFormatOf({ mimeType, name: file_name });
  const sideMax = renditionSides[name as keyof typeof renditionSides];
  if (!format) return { is: 'failed', reason: `of files of type ${mimeType} no picture is made` };
  const key = blob_key as BlobKey;
  const stat = await blobs.stat(key);
  if (!stat) return { is: 'failed', reason: 'the content is missing from the store' };
  const { sizeBytes } = stat;
  const open = () => blobs.open(key);
  const conversion = await pool.convert({ format, sideMax, encoding, sizeBytes, open });
  if (conversion.is !== 'done') return conversion;
  signal.throwIfAborted();
  const { bytes, width, height, ...file } = conversion.file;
  const naming = { name: null, mimeType: file.mimeType, encoding: null };
  const leased = await stageWithLease({ blobs, database }, bytes, { ...naming, signal });
  return { is: 'done', leased, width, height };
}

interface Drawn extends Partial<Pick<ConvertedFile, 'width' | 'height'>> {
  readonly leased: LeasedBlob;
}

/** The result is held by a lease until the row refers to it. */
async function store(
  { database }: RenditionServices,
  wanted: WantedRendition,
  { leased: { blob, leaseId }, width, height }: Drawn,
): Promise<void> {
  const { key, mimeType } = blob;
  await database.write(async (handle) => {
    await finishRendition(handle, wanted, {
      key,
      mimeType,
      width: width ?? null,
      height: height ?? null,
    });
    await releaseLeases(handle, [leaseId]);
  });
}

async function reportFailure(
  { database, log, renditionCounts }: RenditionServices,
  wanted: WantedRendition,
  reason: string,
): Promise<void> {
  const { blob_key: key, name: rendition, file_name: name, mime_type: mimeType } = wanted;
  const failure = storableReason(reason);
  await database.write((handle) => failRendition(handle, wanted, failure));
  renditionCounts.failed += 1;
  log.warn(
    { key, rendition, name, mimeType, reason: failure },
    'a rendition of a file could not be made; in place of a thumbnail the icon of its type is shown',
  );
}
