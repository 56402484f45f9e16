import type { ProcessLimits } from '../../src/conversion/limits.ts';
import type { Services } from '../../src/http/services.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { makeRenditionsKind, RenditionCounts } from '../../src/jobs/renditions/make-renditions.ts';
import type { RenditionTable } from '../../src/storage/rendition-table.ts';
import { workerOf } from './jobs.ts';

/** Makes the renditions that wait; returns how many were made and how many could not be. */
export async function makeWaitingRenditions(
  { database, blobs, workshop }: Pick<Services, 'database' | 'blobs' | 'workshop'>,
  limits: ProcessLimits = {},
): Promise<RenditionCounts> {
  const renditionCounts = new RenditionCounts();
  const kind = makeRenditionsKind({ blobs, workshop, renditionCounts, processesMax: 1, limits });
  await database.write((handle) =>
    enqueueJob(handle, { kind: kind.kind, key: kind.kind, payload: {} }),
  );
  const worker = workerOf(database, { kinds: [kind] });
  worker.start();
  await worker.whenIdle();
  await worker.stop();
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
