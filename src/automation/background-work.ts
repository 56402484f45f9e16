import { extractTextsKind } from '../jobs/fulltext/extract-texts.ts';
import { finishWordsKind } from '../jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from '../jobs/fulltext/index-documents.ts';
import { ensureTextJobs } from '../jobs/fulltext/missing-jobs.ts';
import { countJobs } from '../jobs/inspect.ts';
import { hasWaitingTexts } from '../repository/fulltext/blob-texts.ts';
import { hasUnfinishedWords } from '../repository/fulltext/unfinished-words.ts';
import type { Database, ReadHandle } from '../storage/database.ts';

/** What the server does after its answers, as far as operations may wait for it. */
export interface BackgroundWork {
  /** Whether the texts of files are read at all. */
  readonly readsFiles: boolean;
  /** Resolves when every entry of the audit that was handed over is stored. */
  settleAudit(): Promise<void>;
}

export interface BackgroundWait {
  readonly timeoutMs: number;
  readonly includesAudit: boolean;
}

/** Texts of files and long texts count before there is a job for them, which comes a moment later. */
export async function isIndexing(
  handle: ReadHandle,
  { readsFiles }: BackgroundWork,
): Promise<boolean> {
  if (readsFiles && (await hasWaitingTexts(handle))) return true;
  if (await hasUnfinishedWords(handle)) return true;
  for (const { kind } of [indexDocumentsKind, extractTextsKind, finishWordsKind]) {
    for (const state of ['waiting', 'running'] as const) {
      if ((await countJobs(handle, { kind, state })) > 0) return true;
    }
  }
  return false;
}

/** Other processes store files too, and this one may not have heard of them yet. */
export async function startIndexing(
  database: Database,
  { readsFiles }: BackgroundWork,
): Promise<void> {
  await ensureTextJobs(database, { readsFiles, isUrgent: true });
}
