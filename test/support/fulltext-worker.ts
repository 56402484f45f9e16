import { createLogger } from '../../src/base/log.ts';
import { TextExtractor } from '../../src/content/text-extraction/text-extractor.ts';
import {
  type ExtractionServices,
  extractTextsKind,
  TextCounts,
} from '../../src/jobs/fulltext/extract-texts.ts';
import {
  type IndexingServices,
  indexDocumentsKind,
} from '../../src/jobs/fulltext/index-documents.ts';
import { startTextWatch } from '../../src/jobs/fulltext/text-watch.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import type { TestRepository } from './repository.ts';

/** Stores the words of the documents that wait for it. */
export async function runIndexing({ database, context }: TestRepository): Promise<void> {
  const worker = createWorker<IndexingServices>({
    database,
    kinds: [indexDocumentsKind],
    services: { database, repository: context },
    log: createLogger('silent'),
  });
  worker.start();
  await worker.whenIdle();
  await worker.stop();
}

/** What a server has at work for the texts of files. */
export function startExtraction(store: Omit<ExtractionServices, 'textExtractor' | 'textCounts'>): {
  stop(): Promise<void>;
} {
  const textExtractor = new TextExtractor();
  const services = { ...store, textExtractor, textCounts: new TextCounts() };
  const { database } = services;
  const log = createLogger('silent');
  const worker = createWorker<ExtractionServices>({
    database,
    kinds: [extractTextsKind],
    services,
    log,
    pollMs: 50,
  });
  worker.start();
  const watch = startTextWatch({ database, log, pollMs: 100 });
  return {
    stop: async () => {
      await watch.stop();
      await worker.stop();
      textExtractor.close();
    },
  };
}
