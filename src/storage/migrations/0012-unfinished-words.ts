import type { Migration } from './migrate.ts';

/** Entries that a job is to complete: see fulltext/unfinished-mark.ts. */
const script = `
CREATE INDEX document_fulltext_unfinished ON document_fulltext (document_id)
  WHERE substr(digest, 1, 1) = '~';
`;

export const unfinishedWordsMigration: Migration = {
  id: 12,
  name: 'unfinished words',
  sqlite: script,
  postgres: script,
};
