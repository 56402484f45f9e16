import type { ProcessLimits } from '../../src/conversion/limits.ts';
import type { Services } from '../../src/http/services.ts';
import type { JobKind } from '../../src/jobs/job-kind.ts';
import {
  completeMediaKind,
  convertVideosKind,
  MediaCounts,
} from '../../src/jobs/media/complete-media.ts';
import { drawNotesKind } from '../../src/jobs/media/draw-notes.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { makeRenditionsKind, RenditionCounts } from '../../src/jobs/renditions/make-renditions.ts';
import type { MediaWorkTable } from '../../src/storage/media-work-table.ts';
import type { RenditionTable } from '../../src/storage/rendition-table.ts';
import { workerOf } from './jobs.ts';

/** Makes the renditions that wait; returns how many were made and how many could not be. */
export async function makeWaitingRenditions(
  { database, blobs, workshop }: Pick<Services, 'database' | 'blobs' | 'workshop'>,
  limits: ProcessLimits = {},
): Promise<RenditionCounts> {
  const renditionCounts = new RenditionCounts();
  const kind = makeRenditionsKind({ blobs, workshop, renditionCounts, processesMax: 1, limits });
  await runKind({ database }, kind);
  return renditionCounts;
}

export function readRenditions({
  database,
}: Pick<Services, 'database'>): Promise<readonly RenditionTable[]> {
  return database.read((handle) =>
    handle.all(
      handle.builder.selectFrom('rendition').selectAll().orderBy('file_name').orderBy('name'),
    ),
  );
}

/** Completes the documents that wait for values of their files, as `makeWaitingRenditions`. */
export async function completeWaitingMedia(
  services: MediaServices,
  processesMax = 1,
): Promise<MediaCounts> {
  const mediaCounts = new MediaCounts();
  const videoConversions = ['MP4 480p', 'WebM 480p'] as const;
  const options = { ...services, mediaCounts, processesMax, videoConversions };
  await runKind(services, completeMediaKind(options));
  return mediaCounts;
}

/** Draws the texts of notes that wait for their thumbnails, as `makeWaitingRenditions`. */
export async function drawWaitingNotes(
  services: MediaServices,
  limits: ProcessLimits = {},
): Promise<MediaCounts> {
  const mediaCounts = new MediaCounts();
  await runKind(services, drawNotesKind({ ...services, mediaCounts, processesMax: 1, limits }));
  return mediaCounts;
}

/** Makes the conversions of videos that wait. */
export async function convertWaitingVideos(services: MediaServices): Promise<MediaCounts> {
  const mediaCounts = new MediaCounts();
  await runKind(services, convertVideosKind({ ...services, mediaCounts }));
  return mediaCounts;
}

async function runKind({ database }: Pick<Services, 'database'>, kind: JobKind): Promise<void> {
  const worker = workerOf(database, { kinds: [kind] });
  worker.start();
  await database.write((handle) =>
    enqueueJob(handle, { kind: kind.kind, key: kind.kind, payload: {} }),
  );
  await worker.whenIdle();
  await worker.stop();
}

type MediaServices = Pick<Services, 'database' | 'blobs' | 'repository' | 'workshop'>;

export function readMediaWork({
  database,
}: Pick<Services, 'database'>): Promise<readonly MediaWorkTable[]> {
  return database.read((handle) =>
    handle.all(handle.builder.selectFrom('media_work').selectAll().orderBy('document_id')),
  );
}
