import { z } from 'zod';
import { reindexBatch } from '../../repository/fulltext/reindex.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import type { Database, WriteHandle } from '../../storage/database.ts';
import type { JobId } from '../job.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { enqueueJob } from '../queue.ts';

/** The migration that brought the full text asks for one by this name. */
const kind = 'index-documents';

const payloadSchema = z.object({ includesIndexed: z.boolean().default(false) });
type Payload = z.infer<typeof payloadSchema>;

export interface IndexingServices {
  readonly database: Database;
  readonly repository: RepositoryContext;
}

/** Has the words of all documents stored that have none yet, or of all anew. */
export function enqueueIndexing(
  handle: WriteHandle,
  { includesIndexed = false }: { readonly includesIndexed?: boolean } = {},
): Promise<JobId> {
  return enqueueJob(handle, { kind, key: kind, payload: { includesIndexed } });
}

/**
 * Batch by batch. One that was interrupted begins again, and passes over what has words unless all are
 * wanted anew.
 */
export const indexDocumentsKind: JobKind<IndexingServices> = defineJobKind({
  kind,
  concurrency: 1,
  attemptsMax: 10,
  parse: (value): Payload => payloadSchema.parse(value),
  run: indexAll,
});

async function indexAll(
  { services, signal }: JobContext<IndexingServices>,
  { includesIndexed }: Payload,
): Promise<void> {
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const last = after;
    after = await services.database.write((handle) =>
      reindexBatch(createSystemUnit(handle, services.repository), { after: last, includesIndexed }),
    );
  } while (after !== undefined);
}
