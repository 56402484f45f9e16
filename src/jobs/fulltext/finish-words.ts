import {
  findUnfinishedWords,
  finishWords,
  hasUnfinishedWords,
  readSources,
  type UnfinishedWords,
} from '../../repository/fulltext/unfinished-words.ts';
import { WordThread } from '../../repository/fulltext/word-thread.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { IndexingServices } from './index-documents.ts';

interface FinishingServices extends IndexingServices {
  readonly wordThread: WordThread;
}

/** Stores the words of long texts, of one document after the other. */
export function finishWordsKind({ repository }: Omit<IndexingServices, 'database'>): JobKind {
  const wordThread = new WordThread();
  return defineJobKind({
    kind: 'finish-words',
    concurrency: 1,
    priority: 'bulk',
    attemptsMax: 10,
    isWanted: hasUnfinishedWords,
    parse: () => undefined,
    run: ({ database, signal }) => finishAll({ repository, wordThread, database }, signal),
    close: () => wordThread.close(),
  });
}

/** A document that fails does not stop the others. */
async function finishAll(services: FinishingServices, signal: AbortSignal): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  let found = await findNext(services, '');
  while (found) {
    signal.throwIfAborted();
    try {
      await finish(services, found);
    } catch (error) {
      failure ??= { error };
    }
    found = await findNext(services, found.id);
  }
  if (failure) throw failure.error;
}

function findNext(
  { database }: FinishingServices,
  after: string,
): Promise<UnfinishedWords | undefined> {
  return database.read((handle) => findUnfinishedWords(handle, after));
}

async function finish(
  { database, repository, wordThread }: FinishingServices,
  unfinished: UnfinishedWords,
): Promise<void> {
  const { id } = unfinished;
  const sources = await database.read((handle) => readSources(handle, repository, id));
  if (!sources) return;
  const { engine } = database;
  const entry = await wordThread.entryOf({ engine, id, sources });
  await database.write((handle) => finishWords(handle, unfinished, entry));
}
