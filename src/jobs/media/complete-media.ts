import { assert } from '../../base/assert.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { Logger } from '../../base/log.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { VideoConversionName } from '../../content/video-conversions.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import { WorkExhausted, Workshop } from '../../conversion/workshop.ts';
import type { BlobValue } from '../../model/value.ts';
import { releaseLeases } from '../../repository/attachments/blob-leases.ts';
import {
  findMediaFile,
  type MediaValues,
  storeMediaValues,
} from '../../repository/media/store-media.ts';
import type { MediaKind } from '../../repository/renditions/media-content.ts';
import {
  beginNextMedia,
  failMedia,
  finishMedia,
  hasWaitingMedia,
  takeBackMediaAttempt,
  type WantedMedia,
} from '../../repository/renditions/media-work.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import type { Database } from '../../storage/database.ts';
import { attemptsPerFileMax, attemptsUsed, storableReason } from '../file-attempts.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { workThrough } from '../waiting-work.ts';
import { audioHandler } from './audio-values.ts';
import { conversionHandlers } from './converted-video.ts';
import { inputOf, MediaDesk, type MediaHandler } from './media-work.ts';
import { pictureHandler } from './picture-values.ts';
import { videoHandler } from './video-values.ts';

/** Documents that were completed since the start, by outcome. */
export class MediaCounts {
  made = 0;
  failed = 0;
}

interface MediaOptions {
  readonly blobs: BlobStore;
  readonly repository: RepositoryContext;
  readonly workshop: Workshop;
  readonly mediaCounts: MediaCounts;
  /** Files that are worked on at the same time. */
  readonly processesMax: number;
}

interface CompletionOptions extends MediaOptions {
  /** Made of every video. */
  readonly videoConversions: readonly VideoConversionName[];
}

/** The work of one kind of job. */
interface MediaLine {
  readonly handlers: Readonly<Record<string, MediaHandler>>;
  /** Attempts for a file that needs too much time, memory or space. */
  readonly exhaustionsMax: number;
}

interface MediaServices extends MediaOptions, MediaLine {
  readonly database: Database;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Completes documents with what is computed from their main files. Results are stored document by document,
 * so an interrupted job continues where it stopped. All servers of a store share the one job.
 */
export function completeMediaKind(options: CompletionOptions): JobKind {
  const handlers: Readonly<Record<MediaKind, MediaHandler>> = {
    picture: pictureHandler,
    audio: audioHandler,
    video: videoHandler(options.videoConversions),
  };
  const line: MediaLine = { handlers, exhaustionsMax: attemptsPerFileMax };
  return defineJobKind({
    kind: 'complete-media',
    concurrency: 1,
    priority: 'bulk',
    isWanted: (handle) => hasWaitingMedia(handle, Object.keys(handlers)),
    parse: () => undefined,
    run: ({ database, log, signal }) => completeAll({ ...options, ...line, database, log, signal }),
  });
}

/** Of one video: a processor works on it for about as long as it lasts. */
const conversionLimits = { timeMs: 60 * 60_000, cpuSeconds: 2 * 60 * 60 };

/**
 * Converts videos, one at a time. It has a workshop of its own, so that nothing else waits for it. What took too
 * long once would do so again.
 */
export function convertVideosKind(
  options: Omit<MediaOptions, 'workshop' | 'processesMax'>,
): JobKind {
  const workshop = new Workshop({ processesMax: 1, ...conversionLimits });
  const line: MediaLine = { handlers: conversionHandlers, exhaustionsMax: 1 };
  const names = Object.keys(conversionHandlers);
  return defineJobKind({
    kind: 'convert-videos',
    concurrency: 1,
    priority: 'bulk',
    isWanted: (handle) => hasWaitingMedia(handle, names),
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      const services = { ...options, ...line, processesMax: 1, workshop };
      await completeAll({ ...services, database, log, signal });
    },
    close: () => workshop.close(),
  });
}

function completeAll(services: MediaServices): Promise<void> {
  const { database, handlers, processesMax: lanes, signal } = services;
  const kinds = Object.keys(handlers);
  return workThrough<WantedMedia>(
    {
      next: (after) => database.write((handle) => beginNextMedia(handle, kinds, after)),
      settle: (wanted) => settle(services, wanted),
    },
    { lanes, signal },
  );
}

/** Returns false when the file is to be tried again. */
async function settle(services: MediaServices, wanted: WantedMedia): Promise<boolean> {
  const { database, repository } = services;
  const blob = await database.readLatest((handle) =>
    findMediaFile(createSystemUnit(handle, repository), wanted),
  );
  if (!blob) {
    await database.write((handle) => finishMedia(handle, wanted));
    return true;
  }
  const desk = new MediaDesk(services);
  try {
    const values = await compute(services, wanted, { blob, desk });
    await store(services, wanted, { values, leaseIds: desk.leaseIds });
    return true;
  } catch (error) {
    await database.write((handle) => releaseLeases(handle, desk.leaseIds));
    return settleFailure(services, wanted, { error, blob });
  }
}

async function compute(
  { blobs, handlers }: MediaServices,
  { kind, attempts }: WantedMedia,
  { blob, desk }: { readonly blob: BlobValue; readonly desk: MediaDesk },
): Promise<MediaValues> {
  if (attempts > attemptsPerFileMax) throw new NothingMade(attemptsUsed);
  const handler = handlers[kind];
  assert(handler !== undefined, `there is work of the kind ${kind}`);
  const input = await inputOf(blobs, blob.key as BlobKey);
  if (!input) throw new NothingMade('the content is missing from the store');
  return handler.compute({ blob, input }, desk);
}

async function store(
  { database, repository, mediaCounts }: MediaServices,
  wanted: WantedMedia,
  { values, leaseIds }: { readonly values: MediaValues; readonly leaseIds: readonly string[] },
): Promise<void> {
  const isStored = await database.write(async (handle) => {
    const hasFile = await storeMediaValues(createSystemUnit(handle, repository), wanted, values);
    await releaseLeases(handle, leaseIds);
    return hasFile;
  });
  if (isStored) mediaCounts.made += 1;
}

interface MediaFailure {
  readonly error: unknown;
  readonly blob: BlobValue;
}

/** Errors that do not concern the file fail the job, which is tried again. */
async function settleFailure(
  services: MediaServices,
  wanted: WantedMedia,
  { error, blob }: MediaFailure,
): Promise<boolean> {
  const { database, log, mediaCounts, signal, exhaustionsMax } = services;
  if (signal.aborted || !(error instanceof NothingMade)) {
    await database.write((handle) => takeBackMediaAttempt(handle, wanted));
    throw error;
  }
  if (error instanceof WorkExhausted && wanted.attempts < exhaustionsMax) return false;
  const reason = storableReason(error.message);
  await database.write((handle) => failMedia(handle, wanted, reason));
  mediaCounts.failed += 1;
  const { document_id: documentId, kind } = wanted;
  log.warn(
    { documentId, kind, name: blob.name, mimeType: blob.mimeType, reason },
    'values of a document could not be computed from its file',
  );
  return true;
}
