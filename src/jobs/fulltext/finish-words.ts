import {
  findUnfinishedWords,
  finishWords,
  readSources,
  type UnfinishedWords,
} from '../../repository/fulltext/unfinished-words.ts';
import type { WordThread } from '../../repository/fulltext/word-thread.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { JobId } from '../job.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { enqueueJob } from '../queue.ts';
import type { IndexingServices } from './index-documents.ts';

const kind = 'finish-words';

export interface FinishingServices extends IndexingServices {
  readonly wordThread: WordThread;
}

export function enqueueFinishing(handle: WriteHandle): Promise<JobId> {
  return enqueueJob(handle, { kind, key: kind, payload: {} });
}

/** Stores the words of long texts, of one document after the other. */
export const finishWordsKind: JobKind<FinishingServices> = defineJobKind({
  kind,
  concurrency: 1,
  attemptsMax: 10,
  parse: () => undefined,
  run: finishAll,
});

/** A document that cannot be done does not keep the others from it. */
async function finishAll({ services, signal }: JobContext<FinishingServices>): Promise<void> {
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
