import { createLogger } from '../../src/base/log.ts';
import { TextExtractor } from '../../src/content/text-extraction/text-extractor.ts';
import {
  type ExtractionServices,
  extractTextsKind,
  TextCounts,
} from '../../src/jobs/fulltext/extract-texts.ts';
import { type FinishingServices, finishWordsKind } from '../../src/jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from '../../src/jobs/fulltext/index-documents.ts';
import { ensureTextJobs } from '../../src/jobs/fulltext/missing-jobs.ts';
import { startTextWatch } from '../../src/jobs/fulltext/text-watch.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import { WordThread } from '../../src/repository/fulltext/word-thread.ts';
import type { TestRepository } from './repository.ts';

/** Stores the words of the documents that wait for it. */
export async function runIndexing({ database, context }: TestRepository): Promise<void> {
  const wordThread = new WordThread();
  const worker = createWorker<FinishingServices>({
    database,
    kinds: [indexDocumentsKind, finishWordsKind],
    services: { database, repository: context, wordThread },
    log: createLogger('silent'),
  });
  worker.start();
  await worker.whenIdle();
  await ensureTextJobs(database, { readsFiles: false });
  await worker.whenIdle();
  await worker.stop();
  await wordThread.close();
}

/** What a server has at work for the texts of files. */
export function startExtraction(store: Omit<ExtractionServices, 'textExtractor' | 'textCounts'>): {
  stop(): Promise<void>;
} {
  const textExtractor = new TextExtractor();
  const wordThread = new WordThread();
  const services = { ...store, textExtractor, textCounts: new TextCounts(), wordThread };
  const { database } = services;
  const log = createLogger('silent');
  const worker = createWorker<ExtractionServices & FinishingServices>({
    database,
    kinds: [extractTextsKind, finishWordsKind],
    services,
    log,
    pollMs: 50,
  });
  worker.start();
  const watch = startTextWatch({ database, log, readsFiles: true, pollMs: 100 });
  return {
    stop: async () => {
      await watch.stop();
      await worker.stop();
      textExtractor.close();
      await wordThread.close();
    },
  };
}
