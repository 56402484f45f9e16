import { createLogger } from '../../src/base/log.ts';
import type { IndexingServices } from '../../src/jobs/fulltext/index-documents.ts';
import type { JobKind } from '../../src/jobs/job-kind.ts';
import { createWorker, type Worker } from '../../src/jobs/worker.ts';
import type { TestRepository } from './repository.ts';

/** A worker at work on a store. */
export function createTestWorker(
  { database, context }: TestRepository,
  kinds: readonly JobKind<IndexingServices>[],
): Worker {
  const worker = createWorker<IndexingServices>({
    database,
    kinds,
    services: { database, repository: context },
    log: createLogger('silent'),
    pollMs: 50,
  });
  worker.start();
  return worker;
}
