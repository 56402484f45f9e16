import { now } from '../../base/clock.ts';
import { hasWaitingTexts } from '../../repository/fulltext/blob-texts.ts';
import { hasUnfinishedWords } from '../../repository/fulltext/unfinished-words.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { JobId } from '../job.ts';
import { enqueueExtraction, extractTextsKind } from './extract-texts.ts';
import { enqueueFinishing, finishWordsKind } from './finish-words.ts';

interface NearParams {
  readonly kind: string;
  /** A job that begins by then will do. */
  readonly soon: number;
  /** One that has failed since then is not tried again yet. */
  readonly failedSinceMs: number;
}

const near = defineStatement<NearParams, { id: string }>((b, p, { clock }) =>
  b
    .selectFrom('job')
    .select('id')
    .where('kind', '=', p.kind)
    .where('lease_id', 'is', null)
    .where((e) =>
      e.or([e('due_at', '<=', clock.instant(p.soon)), e('failed_at', '>', p.failedSinceMs)]),
    )
    .limit(1),
);

/** What units leave to a job, which is told by the rows that they stored. */
interface LeftWork {
  readonly kind: string;
  /** Asked every second: reads an entry of one index. */
  isWanted(handle: ReadHandle): Promise<boolean>;
  enqueue(handle: WriteHandle): Promise<JobId>;
}

const extraction: LeftWork = {
  kind: extractTextsKind.kind,
  isWanted: hasWaitingTexts,
  enqueue: enqueueExtraction,
};
const finishing: LeftWork = {
  kind: finishWordsKind.kind,
  isWanted: hasUnfinishedWords,
  enqueue: enqueueFinishing,
};

const patienceMs = 60_000;

interface MissingJobOptions {
  /** Whether the texts of files are read at all. */
  readonly readsFiles: boolean;
  readonly isUrgent?: boolean;
}

/**
 * Enqueues the extraction of texts, and the job for long ones, where there is work that no job will do
 * soon: of other processes, and what a crash or failures have left. A job that is running may have
 * passed it by.
 */
export async function ensureTextJobs(
  database: Database,
  { readsFiles, isUrgent = false }: MissingJobOptions,
): Promise<void> {
  const waitMs = isUrgent ? 0 : patienceMs;
  const work = readsFiles ? [extraction, finishing] : [finishing];
  const missing = await database.read(async (handle) => {
    const found: LeftWork[] = [];
    for (const each of work) if (await isMissing(handle, each, waitMs)) found.push(each);
    return found;
  });
  if (missing.length === 0) return;
  await database.write(async (handle) => {
    for (const { enqueue } of missing) await enqueue(handle);
  });
}

async function isMissing(
  handle: ReadHandle,
  { kind, isWanted }: LeftWork,
  waitMs: number,
): Promise<boolean> {
  if (!(await isWanted(handle))) return false;
  const job = await handle.fetchFirst(near, {
    kind,
    soon: handle.dialect.clock.offset(waitMs),
    failedSinceMs: now() - waitMs,
  });
  return job === undefined;
}
