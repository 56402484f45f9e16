import {
  countOlderWords,
  hasOlderWords,
  listOlderWords,
  reindexDocuments,
} from '../../repository/fulltext/reindex.ts';
import { defineMigration } from './definition.ts';

/** Documents keep the words that the program gave them which stored them, and are found by these. */
export const fulltextAnalysisMigration = defineMigration({
  id: 'fulltext-analysis',
  description: 'Words of documents as the present analysis of texts finds them',
  states: ['disabled', 'outdated', 'current'],
  steps: [
    {
      id: 'outdated-to-current',
      fromState: 'outdated',
      toState: 'current',
      description: 'Store the words again of documents that have those of an older analysis',
      count: ({ database }) => database.read(countOlderWords),
      async slice({ database }, { position }) {
        const after = typeof position === 'string' ? position : '';
        const ids = await database.read((handle) => listOlderWords(handle, after));
        return {
          next: ids.at(-1) ?? null,
          done: ids.length,
          write: (unit) => reindexDocuments(unit, ids),
        };
      },
    },
  ],
  async probe({ database, repository }) {
    // All words are stored again once full text is enabled.
    if (!repository.hasFulltext) return 'disabled';
    return (await database.read(hasOlderWords)) ? 'outdated' : 'current';
  },
});
