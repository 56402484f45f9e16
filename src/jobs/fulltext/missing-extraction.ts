import { now } from '../../base/clock.ts';
import { waitingState } from '../../repository/fulltext/blob-texts.ts';
import type { Database, EngineName } from '../../storage/database.ts';
import { defineStatement, type Statement } from '../../storage/statement.ts';
import { clockInstant, clockOffset } from '../../storage/store-clock.ts';
import { enqueueExtraction, extractTextsKind } from './extract-texts.ts';

interface MissingParams {
  /** A job that begins by then will do. */
  readonly soon: number;
  /** One that has failed since then is not tried again yet. */
  readonly failedSinceMs: number;
}

/** Asked every second: reads an entry of one index or two. */
function defineMissing(engine: EngineName): Statement<MissingParams, { blob_key: string }> {
  return defineStatement<MissingParams, { blob_key: string }>((b, p) =>
    b
      .selectFrom('blob_text')
      .select('blob_key')
      .where('state', '=', waitingState)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('job')
              .select('job.id')
              .where('job.kind', '=', extractTextsKind.kind)
              .where('job.lease_id', 'is', null)
              .where((job) =>
                job.or([
                  job('job.due_at', '<=', clockInstant(engine, p.soon)),
                  job('job.failed_at', '>', p.failedSinceMs),
                ]),
              ),
          ),
        ),
      )
      .limit(1),
  );
}

const missing = { sqlite: defineMissing('sqlite'), postgres: defineMissing('postgres') };

const patienceMs = 60_000;

/**
 * Enqueues the extraction where texts wait that no job will take out soon: for files of other
 * processes, and what a crash or failures have left. A job that is running may have passed them by.
 */
export async function ensureExtraction(
  database: Database,
  { isUrgent = false }: { readonly isUrgent?: boolean } = {},
): Promise<void> {
  const waitMs = isUrgent ? 0 : patienceMs;
  const found = await database.read((handle) =>
    handle.fetchFirst(missing[handle.engine], {
      soon: clockOffset(handle.engine, waitMs),
      failedSinceMs: now() - waitMs,
    }),
  );
  if (found) await database.write(enqueueExtraction);
}
