import { Readable } from 'node:stream';
import type { Logger } from '../../base/log.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { type Conversion, ConversionPool } from '../../conversion/conversion-pool.ts';
import type { ProcessLimits } from '../../conversion/limits.ts';
import { releaseLeases, stageWithLease } from '../../repository/attachments/blob-leases.ts';
import {
  findWantedNote,
  shareNoteThumbnail,
  storeNoteThumbnail,
} from '../../repository/media/store-note-thumbnail.ts';
import {
  beginNextMedia,
  failMedia,
  finishMedia,
  hasWaitingMedia,
  takeBackMediaAttempt,
  type WantedMedia,
} from '../../repository/renditions/media-work.ts';
import type { NoteText } from '../../repository/renditions/note-text.ts';
import { renditionSides } from '../../repository/renditions/thumbnail-source.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import type { Database } from '../../storage/database.ts';
import { attemptsPerFileMax, attemptsUsed, storableReason } from '../file-attempts.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { workThrough } from '../waiting-work.ts';
import type { MediaCounts } from './complete-media.ts';

const kinds = ['note'] as const;

interface DrawingOptions {
  readonly blobs: BlobStore;
  readonly repository: RepositoryContext;
  readonly mediaCounts: MediaCounts;
  /** Texts that are drawn at the same time. */
  readonly processesMax: number;
  readonly limits?: ProcessLimits;
}

interface DrawingServices extends Omit<DrawingOptions, 'limits'> {
  readonly database: Database;
  readonly log: Logger;
  readonly pool: ConversionPool;
  readonly signal: AbortSignal;
}

/**
 * Draws the texts of notes for their thumbnails, once for equal texts, in a pool of processes as files. All
 * servers of a store share the one job.
 */
export function drawNotesKind(options: DrawingOptions): JobKind {
  const { processesMax, limits = {} } = options;
  const pool = new ConversionPool({ processesMax, ...limits });
  return defineJobKind({
    kind: 'draw-notes',
    concurrency: 1,
    priority: 'bulk',
    isWanted: (handle) => hasWaitingMedia(handle, kinds),
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      // Stopping must not take as long as a drawing.
      const stop = (): void => pool.close();
      signal.addEventListener('abort', stop);
      try {
        await drawAll({ ...options, database, log, pool, signal });
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: () => pool.close(),
  });
}

function drawAll(services: DrawingServices): Promise<void> {
  const { database, processesMax: lanes, signal } = services;
  return workThrough<WantedMedia>(
    {
      next: (after) => database.write((handle) => beginNextMedia(handle, kinds, after)),
      settle: (wanted) => settle(services, wanted),
    },
    { lanes, signal },
  );
}

/** Returns false when the text is to be drawn again. */
async function settle(services: DrawingServices, wanted: WantedMedia): Promise<boolean> {
  const { database, repository } = services;
  try {
    const found = await database.readLatest((handle) =>
      findWantedNote(createSystemUnit(handle, repository), wanted),
    );
    if (!found) {
      await database.write((handle) => finishMedia(handle, wanted));
      return true;
    }
    if (found.kept && (await isShared(services, wanted))) return true;
    return await settleDrawing(services, wanted, await draw(services, wanted, found.note));
  } catch (error) {
    // The store could not be read or written: the job is tried again.
    await database.write((handle) => takeBackMediaAttempt(handle, wanted));
    throw error;
  }
}

function isShared(
  { database, repository }: DrawingServices,
  wanted: WantedMedia,
): Promise<boolean> {
  return database.write((handle) =>
    shareNoteThumbnail(createSystemUnit(handle, repository), wanted),
  );
}

async function draw(
  { pool, signal }: DrawingServices,
  { attempts }: WantedMedia,
  { format, text }: NoteText,
): Promise<Conversion> {
  if (attempts > attemptsPerFileMax) return { is: 'failed', reason: attemptsUsed };
  const bytes = Buffer.from(text);
  const open = async () => Readable.from([bytes]);
  const sideMax = renditionSides.thumbnail;
  const sizeBytes = bytes.length;
  const drawn = await pool.convert({ format, sideMax, encoding: 'UTF-8', sizeBytes, open });
  signal.throwIfAborted();
  return drawn;
}

async function settleDrawing(
  services: DrawingServices,
  wanted: WantedMedia,
  drawn: Conversion,
): Promise<boolean> {
  const { database, log, mediaCounts } = services;
  if (drawn.is === 'done') {
    await store(services, wanted, drawn.file);
    return true;
  }
  if (drawn.is === 'exhausted' && wanted.attempts < attemptsPerFileMax) return false;
  const reason = storableReason(drawn.reason);
  await database.write((handle) => failMedia(handle, wanted, reason));
  mediaCounts.failed += 1;
  log.warn({ documentId: wanted.document_id, reason }, 'the text of a note could not be drawn');
  return true;
}

/** The picture is held by a lease until the note has it. */
async function store(
  { blobs, database, repository, mediaCounts, signal }: DrawingServices,
  wanted: WantedMedia,
  { bytes, mimeType }: { readonly bytes: Uint8Array; readonly mimeType: string },
): Promise<void> {
  const naming = { name: null, mimeType, encoding: null, signal };
  const { blob, leaseId } = await stageWithLease({ blobs, database }, bytes, naming);
  const isStored = await database.write(async (handle) => {
    const hasText = await storeNoteThumbnail(createSystemUnit(handle, repository), wanted, blob);
    await releaseLeases(handle, [leaseId]);
    return hasText;
  });
  if (isStored) mediaCounts.made += 1;
}
