import { countJobs } from '../jobs/inspect.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { enqueueLeftWork } from '../jobs/left-work.ts';
import type { Database, ReadHandle } from '../storage/database.ts';

/** Work of the server after its responses for which operations may wait. */
export interface BackgroundWork {
  /** The services that complete the full text. */
  readonly indexing: readonly JobKind[];
  /** Resolves when all audit entries passed so far are stored. */
  settleAudit(): Promise<void>;
}

export interface BackgroundWait {
  readonly timeoutMs: number;
  readonly includesAudit: boolean;
}

/** True also for texts of files and long texts whose job is not enqueued yet. */
export async function isIndexing(
  handle: ReadHandle,
  { indexing }: BackgroundWork,
): Promise<boolean> {
  for (const { kind, isWanted } of indexing) {
    if (await isWanted?.(handle)) return true;
    for (const state of ['waiting', 'running'] as const) {
      if ((await countJobs(handle, { kind, state })) > 0) return true;
    }
  }
  return false;
}

/** Other processes store files too, and this one may not have seen them yet. */
export async function startIndexing(
  database: Database,
  { indexing }: BackgroundWork,
): Promise<void> {
  await enqueueLeftWork(database, indexing, { isUrgent: true });
}
