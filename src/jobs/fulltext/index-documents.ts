import { z } from 'zod';
import { reindexBatch } from '../../repository/fulltext/reindex.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import type { Database, WriteHandle } from '../../storage/database.ts';
import type { JobId } from '../job.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { enqueueJob } from '../queue.ts';

/** The migration that added the full text enqueues a job of this name. */
export const indexingKind = 'index-documents';

const payloadSchema = z.object({ includesIndexed: z.boolean().default(false) });
type Payload = z.infer<typeof payloadSchema>;

export interface IndexingServices {
  readonly database: Database;
  readonly repository: RepositoryContext;
}

/** Enqueues a job that stores the words of documents without any, or of all documents again. */
export function enqueueIndexing(
  handle: WriteHandle,
  { includesIndexed = false }: { readonly includesIndexed?: boolean } = {},
): Promise<JobId> {
  return enqueueJob(handle, {
    kind: indexingKind,
    key: indexingKind,
    payload: { includesIndexed },
  });
}

/**
 * Batch by batch. An interrupted job begins again, and skips documents that have words unless all
 * are to be stored again.
 */
export function indexDocumentsKind({ repository }: Omit<IndexingServices, 'database'>): JobKind {
  return defineJobKind({
    kind: indexingKind,
    concurrency: 1,
    priority: 'interactive',
    attemptsMax: 10,
    parse: (value): Payload => payloadSchema.parse(value),
    run: async ({ database, signal }, payload) =>
      indexAll({ repository, database }, { ...payload, signal }),
  });
}

async function indexAll(
  { database, repository }: IndexingServices,
  { includesIndexed, signal }: Payload & Pick<JobContext, 'signal'>,
): Promise<void> {
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const last = after;
    after = await database.write((handle) =>
      reindexBatch(createSystemUnit(handle, repository), { after: last, includesIndexed }),
    );
  } while (after !== undefined);
}
