import {
  clearOutdatedWords,
  hasOutdatedWords,
  markWordsOutdated,
} from '../../repository/fulltext/outdated-words.ts';
import { enqueueIndexing, type IndexingServices } from './index-documents.ts';

/**
 * For every start of the server: records that documents are stored without their words, and
 * enqueues the storing of all words once full text is enabled again.
 */
export async function settleWords({ database, repository }: IndexingServices): Promise<void> {
  const { hasFulltext } = repository;
  const areOutdated = await database.read(hasOutdatedWords);
  if (hasFulltext !== areOutdated) return;
  await database.write(async (handle) => {
    if (!hasFulltext) return markWordsOutdated(handle);
    await clearOutdatedWords(handle);
    await enqueueIndexing(handle, { includesIndexed: true });
  });
}
