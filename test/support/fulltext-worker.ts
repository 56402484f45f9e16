import { createLogger } from '../../src/base/log.ts';
import { type ExtractionOptions, extractTextsKind } from '../../src/jobs/fulltext/extract-texts.ts';
import { finishWordsKind } from '../../src/jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from '../../src/jobs/fulltext/index-documents.ts';
import { TextCounts } from '../../src/jobs/fulltext/unread-texts.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import type { Database } from '../../src/storage/database.ts';
import type { TestRepository } from './repository.ts';

/** Stores the words of the documents that wait for it. */
export async function runIndexing({ database, context }: TestRepository): Promise<void> {
  const services = { repository: context };
  const worker = createWorker({
    database,
    kinds: [indexDocumentsKind(services), finishWordsKind(services)],
    log: createLogger('silent'),
  });
  worker.start();
  await worker.whenIdle();
  await worker.stop();
}

/** What a server has at work for the texts of files. */
export function startExtraction(
  store: Pick<ExtractionOptions, 'blobs' | 'repository'> & { readonly database: Database },
): { stop(): Promise<void> } {
  const worker = createWorker({
    database: store.database,
    kinds: [
      extractTextsKind({ ...store, textCounts: new TextCounts(), readsFiles: true }),
      finishWordsKind(store),
    ],
    log: createLogger('silent'),
    pollMs: 50,
  });
  worker.start();
  return worker;
}
