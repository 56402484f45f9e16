import type { Migration } from './migrate.ts';

/**
 * Segments of words are merged on a thread (`sqlite/word-merger.ts`): within a statement FTS5 merges at once
 * whatever it finds deleted, and all documents of a common word, and holds the event loop meanwhile. Only
 * the segments of 64 small units are still merged by the unit after them.
 */
const sqlite = `
INSERT INTO fulltext_words (fulltext_words, rank) VALUES ('automerge', 0), ('usermerge', 16);
`;

export const wordMergesMigration: Migration = {
  id: 14,
  name: 'words merged on a thread',
  sqlite,
  postgres: '',
};
