import type { JobKind } from '../jobs/job-kind.ts';
import { cleanJobKind } from './clean-job.ts';
import { csvImportJobKind } from './csv-import/import-job.ts';
import type { BulkEnvironment } from './environment.ts';
import { finishJobKind } from './finish-job.ts';
import { processJobKind } from './process-job.ts';
import { scrollJobKind } from './scroll-job.ts';

/** The kinds of jobs that do commands. */
export function bulkJobKinds(environment: BulkEnvironment): readonly JobKind[] {
  return [
    scrollJobKind(environment),
    processJobKind(environment),
    finishJobKind(environment),
    cleanJobKind(),
    csvImportJobKind(environment),
  ];
}
